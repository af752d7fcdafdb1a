internal import RawFrames

/// Specks, dust, hot and dead samples: found by the extremes and the variance of a tile, and left out cell by cell.
struct SpeckCleaning {
  let frame: RawFrame
  let pattern: BayerPattern
  let moments: TileMoments
  let black: SIMD4<Double>

  /// Takes the specks out of `tiles`.
  ///
  /// - Returns: the noise that is left; `nil` where the tiles are too small to tell any.
  func leaveOutSpecks(of tiles: inout CardTiles) -> CardNoise? {
    let looked = tiles.spread(count: Self.lookedTiles).map { cells(of: $0, atMost: Self.lookedSide) }
    let step = Double(max(looked.reduce(0) { greatestCommonDivisor($0, $1.step) }, 1))
    guard let spread = CardNoise(of: tiles, step: step) else { return nil }
    let noise = spread.scaled(by: withoutSpecksEverywhere(spread, looked, step: step))
    var cleaned = false
    for index in tiles.sums.indices where isSuspect(index, tiles.sums[index], noise) {
      var cells = cells(of: index)
      guard !cells.values.isEmpty else { continue }
      cells.leaveOutSpecks(noise: noise.variance(at: cells.median))
      tiles.sums[index] = cells.sums
      cleaned = true
    }
    return cleaned ? CardNoise(of: tiles, step: step) ?? noise : noise
  }

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

  /// Where every tile has specks, their variances tell of specks. Some tiles are looked at sample by sample: what is left
  /// of the variance once the samples farthest from the median do not count. 1 where that is most of it.
  private func withoutSpecksEverywhere(_ noise: CardNoise, _ looked: [TileCells], step: Double) -> SIMD4<Double> {
    let shares = looked.map { $0.robustVariance(step: step) / noise.variance(at: $0.median) }
    var factors = SIMD4<Double>.one
    for lane in 0..<4 {
      let factor = Median.of(shares.map { $0[lane] })
      if factor < Self.speckShare { factors[lane] = factor }
    }
    return factors
  }

  /// Below half of the variance, the rest comes from few samples.
  private static let speckShare = 0.5
  private static let lookedTiles = 9
  /// 256 cells: a variance to 12 %.
  private static let lookedSide = 32

  /// Standard deviation of brightness from place to place, as a share; 0 where noise alone could make it.
  func texture(of tiles: CardTiles, noise: CardNoise) -> Double {
    var (covariance, error, count) = (0.0, 0.0, 0.0)
    for index in tiles.spread(count: Self.lookedTiles) {
      var cells = cells(of: index, atMost: Self.lookedSide)
      guard cells.values.count > 1 else { continue }
      let variance = noise.variance(at: cells.median)
      cells.leaveOutSpecks(noise: variance)
      let mean = cells.sums.mean
      let (first, second) = (BayerChannel.greenOnRedRow.rawValue, BayerChannel.greenOnBlueRow.rawValue)
      let (weight, scale) = (Double(cells.values.count), mean[first] * mean[second])
      guard weight > 1, scale > 0 else { continue }
      covariance += weight * cells.greenCovariance / scale
      error += weight * variance[first] * variance[second] / (scale * scale)
      count += weight
    }
    guard count > 0, covariance > Self.textureLimit * error.squareRoot() else { return 0 }
    return (covariance / count).squareRoot()
  }

  /// In standard errors of a covariance that is 0.
  private static let textureLimit = 5.0

  private func cells(of index: Int, atMost side: Int = .max) -> TileCells {
    let (row, column) = index.quotientAndRemainder(dividingBy: moments.columns)
    var region = moments.region(column: column, row: row)
    region.width = min(region.width, side)
    region.height = min(region.height, side)
    return TileCells(of: frame, pattern: pattern, in: region, black: black)
  }
}
