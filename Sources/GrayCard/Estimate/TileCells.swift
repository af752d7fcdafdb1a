internal import NumericalMethods
internal import RawFrames

/// The samples of a tile in cells, each with one sample of each channel.
///
/// A cell is the 2 x 2 of a Bayer pattern, or one of four groups in each 6 x 3 samples of X-Trans. A speck or a bad
/// sample spoils its cell.
struct TileCells {
  /// The raw values of each cell by channel, with the black level subtracted.
  private(set) var values: [SIMD4<Double>]
  /// The median of each channel, before any specks are removed.
  let median: SIMD4<Double>

  /// Reads the cells of a region.
  ///
  /// - Parameter region: A region inside the frame. A last column or row that fills no cell is not read.
  init(of frame: RawFrame, mosaic: ColorMosaic, in region: Region, black: SIMD4<Double>) {
    let cell = CellLayout(mosaic, from: region)
    let columns = region.x..<region.x + region.width
    var rows = Array(repeating: [UInt16](), count: cell.height)
    var values: [SIMD4<Double>] = []
    values.reserveCapacity(region.width * region.height / 4)
    for top in stride(from: 0, through: region.height - cell.height, by: cell.height) {
      for row in rows.indices { frame.readSamples(row: region.y + top + row, columns: columns, into: &rows[row]) }
      let groups = cell.groups(row: top)
      for left in stride(from: 0, through: region.width - cell.width, by: cell.width) {
        for group in groups {
          var value = -black
          for lane in 0..<4 {
            value[lane] += Double(rows[group.rows[lane]][left + group.columns[lane]])
          }
          values.append(value)
        }
      }
    }
    self.values = values
    median = .perLane { lane in values.map { $0[lane] }.median }
  }

  /// Returns the variance of a channel, which up to half of the cells being spoilt does not affect.
  ///
  /// Values lie `step` apart; half a step is added to each distance from the median.
  func robustVariance(of lane: Int, step: Double) -> Double {
    let center = median[lane]
    let deviation = values.map { abs($0[lane] - center) + step / 2 }.medianDeviation(from: 0)
    return deviation * deviation
  }

  /// Returns whether a channel's ``robustVariance(of:step:)`` may be below `variance`, as it is where more than half of
  /// the cells are nearer to the median. It counts these, which is cheaper than a median.
  func mayVaryLess(than variance: Double, in lane: Int, step: Double) -> Bool {
    let center = median[lane]
    let reach = Self.roundingRoom * variance.squareRoot() * [Double].medianDistance - step / 2
    let near = values.count { abs($0[lane] - center) <= reach }
    return 2 * near >= values.count
  }

  /// The factor on the distance from the median up to which cells are counted. It leaves room for rounding errors,
  /// which are far below a thousandth.
  private static let roundingRoom = 1.001

  /// Returns the largest step of which the differences between the values of each channel are multiples: 4 where 8 bits
  /// were shifted to 10. It is 0 where all values are the same.
  ///
  /// The rarest hundredth of the values does not count, because a corrected sample may have any value. Differences are
  /// rounded, because a black level that is no whole number leaves them a little off.
  static func step(of places: [TileCells]) -> Int {
    guard let first = places.lazy.compactMap(\.values.first).first else { return 0 }
    var step = 0
    for lane in 0..<4 where step != 1 {
      var counts = [UInt32](repeating: 0, count: 2 * stepReach + 1)
      for place in places {
        for value in place.values {
          let difference = (value[lane] - first[lane]).rounded()
          guard abs(difference) <= Double(stepReach) else { continue }
          counts[Int(difference) + stepReach] += 1
        }
      }
      step = greatestCommonDivisor(step, stepOfValues(counts: counts))
    }
    return step
  }

  /// The largest difference that counts, in raw values: a card's noise is far below it.
  private static let stepReach = 2048

  /// Rejects the cells in which one channel, or all channels together, are too far from the median for noise.
  ///
  /// Whole cells are rejected: a speck that is visible in one channel affects the others too, and would shift the
  /// colour.
  mutating func leaveOutSpecks(noise: SIMD4<Double>) {
    guard !values.isEmpty else { return }
    let center = median
    let deviation = noise.squareRoot()
    values.removeAll { value in
      let scores = (value - center) / deviation
      let isSpeck = any(scores .> Self.channelLimit) || any(scores .< -Self.channelLimit)
      // The mean of four independent scores times the square root of their number has unit variance.
      return isSpeck || abs(scores.sum() / 2) > Self.cellLimit
    }
  }

  /// The limits, in standard deviations. Noise alone rejects one cell in a hundred thousand.
  static let channelLimit = 5.0
  private static let cellLimit = 4.5

  var sums: CardSums {
    var sums = CardSums()
    let count = Double(values.count)
    sums.count = SIMD4(repeating: count)
    sums.sum = values.reduce(.zero, +)
    sums.degrees = SIMD4(repeating: max(count - 1, 0))
    let mean = sums.mean
    sums.scatter = values.reduce(.zero) { $0 + ($1 - mean) * ($1 - mean) }
    return sums
  }

  /// Returns the covariance of two channels. Noise has none, since the samples differ; what the card shows to both
  /// channels has.
  func covariance(_ first: Int, _ second: Int) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(.zero, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1[first] - mean[first]) * ($1[second] - mean[second]) } / Double(values.count - 1)
  }

}

/// The division of a region into cells, and the samples of each.
private struct CellLayout {
  let width, height: Int
  /// The places of a cell's four samples in a block of samples. Lanes are channels.
  struct Group {
    var columns, rows: SIMD4<Int>
  }

  /// The groups of the cells in each row of cells, until they repeat.
  private let rows: [[Group]]

  init(_ mosaic: ColorMosaic, from region: Region) {
    switch mosaic {
    case .bayer: (width, height) = (2, 2)
    // Half of the mosaic's period has four samples of red and of blue, and five of each green.
    case .xTrans: (width, height) = (mosaic.period, mosaic.period / 2)
    }
    let (width, height) = (width, height)
    rows = (0..<mosaic.period / height).map { index in
      let places = BayerChannel.allCases.map { channel in
        (0..<width * height).map { SamplePosition(x: $0 / height, y: $0 % height) }.filter {
          mosaic.channel(column: region.x + $0.x, row: region.y + index * height + $0.y) == channel
        }
      }
      let count = places.map(\.count).min() ?? 0
      return (0..<count).map { group in
        let four = places.map { $0[group] }
        return Group(columns: SIMD4(four.map(\.x)), rows: SIMD4(four.map(\.y)))
      }
    }
  }

  /// Returns the groups of the cells in the row of cells that begins `row` samples below the region's top.
  func groups(row: Int) -> [Group] { rows[row / height % rows.count] }
}
