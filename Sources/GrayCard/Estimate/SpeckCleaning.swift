internal import RawFrames

/// Specks, dust, hot and dead samples: found by the extremes and the variance of a tile, and left out cell by cell.
struct SpeckCleaning {
  private let frame: RawFrame
  private let pattern: BayerPattern
  private let moments: TileMoments
  private let black: SIMD4<Double>
  /// By which raw values are apart: 4 where 8 bits were shifted to 10.
  let step: Double
  /// Some places of the region, sample by sample.
  private let places: [(region: Region, cells: TileCells)]

  init(frame: RawFrame, pattern: BayerPattern, moments: TileMoments, black: SIMD4<Double>) {
    (self.frame, self.pattern, self.moments, self.black) = (frame, pattern, moments, black)
    let places = Self.places(of: moments.region).map {
      ($0, TileCells(of: frame, pattern: pattern, in: $0, black: black))
    }
    step = Double(max(places.reduce(0) { greatestCommonDivisor($0, $1.1.step) }, 1))
    self.places = places
  }

  /// Takes the specks out of `tiles`.
  ///
  /// Specks that hide in the noise that they make themselves are found once the worst of them are gone, in a few rounds.
  func leaveOutSpecks(of tiles: inout CardTiles) {
    let all = tiles
    guard let spread = CardNoise(of: all, step: step) else { return }
    var noise = spread.scaled(by: withoutSpecksEverywhere(spread))
    for _ in 0..<Self.rounds {
      tiles = all
      var found = false
      for index in tiles.sums.indices where isSuspect(index, tiles.sums[index], noise) {
        var cells = cells(of: index)
        guard !cells.values.isEmpty else { continue }
        cells.leaveOutSpecks(noise: noise.variance(at: cells.median))
        tiles.sums[index] = cells.sums
        found = true
      }
      let signal = tiles.total.mean
      guard found, let left = CardNoise(of: tiles, step: step),
        any(left.variance(at: signal) .< Self.settled * noise.variance(at: signal))
      else { return }
      noise = left
    }
  }

  private static let rounds = 4

  /// Noise that is down by less than this share finds no more specks.
  private static let settled = 0.95

  /// Whether a sample of the tile is farther from the mean than noise goes, or the samples vary by more.
  private func isSuspect(_ index: Int, _ sums: CardSums, _ noise: CardNoise) -> Bool {
    let mean = sums.mean
    let variance = noise.variance(at: mean)
    for channel in BayerChannel.allCases {
      let lane = channel.rawValue
      let samples = moments.tiles[index][channel]
      guard samples.count > 0 else { continue }
      let reach = TileCells.channelLimit * variance[lane].squareRoot()
      let center = mean[lane] + black[lane]
      if Double(samples.maximum) - center > reach || center - Double(samples.minimum) > reach { return true }
      let excess = 1 + Self.varianceLimit * (2 / max(sums.degrees[lane], 1)).squareRoot()
      if sums.scatter[lane] > excess * sums.degrees[lane] * variance[lane] { return true }
    }
    return false
  }

  /// In standard deviations of a variance.
  private static let varianceLimit = 6.0

  /// Where every tile has specks, their variances tell of specks. Some places are looked at sample by sample: what is left
  /// of the variance once the samples farthest from the median do not count. 1 where that is most of it.
  private func withoutSpecksEverywhere(_ noise: CardNoise) -> SIMD4<Double> {
    let shares = places.map { $0.cells.robustVariance(step: step) / noise.variance(at: $0.cells.median) }
    var factors = SIMD4<Double>.one
    for lane in 0..<4 {
      let factor = Median.of(shares.map { $0[lane] })
      if factor < Self.speckShare { factors[lane] = factor }
    }
    return factors
  }

  /// The variance by the median of nine places of 256 cells is known to 6 %. Below this, some comes from few samples.
  private static let speckShare = 0.8

  // MARK: - Texture

  /// Standard deviation of brightness or colour from place to place, as a share; 0 where noise alone could make it.
  ///
  /// Threads of two colours may be alike to the greens, and not to red and blue. Neither pair shares a row or a column of
  /// the sensor, and its noise.
  func texture(of tiles: CardTiles, shading: Shading, noise: CardNoise) -> Double {
    var (brightness, color): ([Covariance], [Covariance]) = ([], [])
    for (region, cells) in places where tiles.shows(region, in: moments) {
      var cells = cells
      let variance = noise.variance(at: cells.median)
      cells.leaveOutSpecks(noise: variance)
      let mean = cells.sums.mean
      guard cells.values.count > 1, mean.min() > 0 else { continue }
      func covariance(_ first: BayerChannel, _ second: BayerChannel) -> Covariance {
        let (first, second) = (first.rawValue, second.rawValue)
        let scale = mean[first] * mean[second]
        return Covariance(
          share: cells.covariance(first, second) / scale,
          error: (variance[first] * variance[second] / Double(cells.values.count)).squareRoot() / scale,
          // Two channels may be rounded alike, and that is no texture.
          rounding: step * step * SampleRounding.variance / scale)
      }
      let greens = covariance(.greenOnRedRow, .greenOnBlueRow)
      let redBlue = covariance(.red, .blue)
      brightness.append(greens.lessened(by: greens.rounding + shading.variance(of: region, in: moments)))
      // What changes brightness alone, as shading does, is the same to both pairs.
      color.append(
        Covariance(
          share: abs(redBlue.share - greens.share), error: redBlue.error + greens.error,
          rounding: redBlue.rounding + greens.rounding
        ).lessened(by: redBlue.rounding + greens.rounding))
    }
    return max(Self.significantShare(brightness), Self.significantShare(color)).squareRoot()
  }

  /// Of two channels over the cells of a place, as a share of their means; its standard error where there is none, and
  /// what rounding may add.
  private struct Covariance {
    var share, error, rounding: Double

    func lessened(by amount: Double) -> Covariance {
      Covariance(share: share - amount, error: error, rounding: rounding)
    }
  }

  private static func significantShare(_ places: [Covariance]) -> Double {
    // The median of a few shares errs by no more than one of them.
    let share = Median.of(places.map(\.share))
    return share > textureLimit * Median.of(places.map(\.error)) ? share : 0
  }

  /// In standard errors of a covariance that is 0.
  private static let textureLimit = 5.0

  // MARK: - Places

  /// Three by three places of the region, or as many as it has room for.
  private static func places(of region: Region) -> [Region] {
    let (across, down) = (min(region.width / placeSide, 3), min(region.height / placeSide, 3))
    guard across > 0, down > 0 else {
      return [
        Region(
          x: region.x, y: region.y, width: min(region.width, placeSide), height: min(region.height, placeSide))
      ]
    }
    return (0..<across * down).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: across)
      return Region(
        x: region.x + (2 * column + 1) * region.width / (2 * across) - placeSide / 2,
        y: region.y + (2 * row + 1) * region.height / (2 * down) - placeSide / 2, width: placeSide,
        height: placeSide)
    }
  }

  /// In samples: 256 cells tell a variance to a tenth.
  private static let placeSide = 32

  private func cells(of index: Int) -> TileCells {
    let (row, column) = index.quotientAndRemainder(dividingBy: moments.columns)
    return TileCells(of: frame, pattern: pattern, in: moments.region(column: column, row: row), black: black)
  }
}
