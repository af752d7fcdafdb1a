internal import NumericalMethods
internal import RawFrames

/// The samples of a tile in cells of 2 x 2, each with one sample of each channel. A speck or a bad sample spoils its
/// cell.
struct TileCells {
  /// The raw values of each cell by channel, with the black level subtracted.
  private(set) var values: [SIMD4<Double>]
  /// The median of each channel, before any specks are removed.
  let median: SIMD4<Double>

  /// Reads the cells of a region.
  ///
  /// - Parameter region: A region inside the frame. A last column or row that fills no cell is not read.
  init(of frame: RawFrame, pattern: BayerPattern, in region: Region, black: SIMD4<Double>) {
    var (upper, lower): ([UInt16], [UInt16]) = ([], [])
    let columns = region.x..<region.x + region.width
    var values: [SIMD4<Double>] = []
    values.reserveCapacity(region.width / 2 * (region.height / 2))
    let lanes = [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
      pattern.channel(column: region.x + column, row: region.y + row).rawValue
    }
    for row in stride(from: region.y, to: region.y + region.height - 1, by: 2) {
      frame.readSamples(row: row, columns: columns, into: &upper)
      frame.readSamples(row: row + 1, columns: columns, into: &lower)
      for column in stride(from: 0, to: region.width - 1, by: 2) {
        var value = -black
        value[lanes[0]] += Double(upper[column])
        value[lanes[1]] += Double(upper[column + 1])
        value[lanes[2]] += Double(lower[column])
        value[lanes[3]] += Double(lower[column + 1])
        values.append(value)
      }
    }
    self.values = values
    median = Self.byLane { lane in values.map { $0[lane] }.median }
  }

  /// Returns the variance of each channel, which up to half of the cells being spoilt does not affect.
  ///
  /// Values lie `step` apart; half a step is added to each distance from the median.
  func robustVariance(step: Double) -> SIMD4<Double> {
    let center = median
    let deviation = Self.byLane { lane in
      values.map { abs($0[lane] - center[lane]) + step / 2 }.medianDeviation(from: 0)
    }
    return deviation * deviation
  }

  /// The largest step of which all differences between the values of a channel are multiples: 4 where 8 bits were
  /// shifted to 10. It is 0 where all values are the same.
  var step: Int {
    guard let first = values.first else { return 0 }
    return values.reduce(0) { step, value in
      (0..<4).reduce(step) { greatestCommonDivisor($0, Int(abs(value[$1] - first[$1]))) }
    }
  }

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

  private static func byLane(_ value: (Int) -> Double) -> SIMD4<Double> { [value(0), value(1), value(2), value(3)] }
}

/// Returns the greatest common divisor, by Euclid's algorithm.
func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
