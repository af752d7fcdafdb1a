internal import NumericalMethods
internal import RawFrames

/// Finds specks, dust, and hot and dead samples by the extremes and the variance of a tile, and rejects them cell by
/// cell.
struct SpeckCleaning {
  private let frame: RawFrame
  private let mosaic: ColorMosaic
  private let moments: TileMoments
  private let black: SIMD4<Double>
  /// The step between neighbouring raw values: 4 where 8 bits were shifted to 10.
  let step: Double
  /// Up to nine places of the region, sample by sample.
  private let places: [(region: Region, cells: TileCells)]

  init(frame: RawFrame, mosaic: ColorMosaic, moments: TileMoments, black: SIMD4<Double>) {
    (self.frame, self.mosaic, self.moments, self.black) = (frame, mosaic, moments, black)
    let places = Self.places(of: moments.region).map {
      ($0, TileCells(of: frame, mosaic: mosaic, in: $0, black: black))
    }
    step = Double(max(TileCells.step(of: places.map(\.1)), 1))
    self.places = places
  }

  /// Removes the specks from `tiles`.
  ///
  /// Some specks hide in the noise that other specks cause. A few rounds find them once the worst are gone.
  func leaveOutSpecks(of tiles: inout CardTiles) {
    let all = tiles
    guard let spread = CardNoise(of: all, step: step) else { return }
    var noise = spread.scaled(by: withoutSpecksEverywhere(spread))
    // A cell has as many samples of each channel, and other tiles have the mosaic's.
    let shares = SIMD4(mosaic.shares)
    for _ in 0..<Self.rounds {
      tiles = all
      var found = false
      for index in tiles.sums.indices where isSuspect(index, tiles.sums[index], noise) {
        var cells = cells(of: index)
        guard !cells.values.isEmpty else { continue }
        cells.leaveOutSpecks(noise: noise.variance(at: cells.median))
        tiles.sums[index] = cells.sums.inProportion(to: shares)
        found = true
      }
      guard found, let left = CardNoise(of: tiles, step: step) else { return }
      let signal = tiles.total.mean
      guard any(left.variance(at: signal) .< Self.settled * noise.variance(at: signal)) else { return }
      noise = left
    }
  }

  /// The largest number of rounds, each of which reads the suspect tiles again. With fewer, some specks stay hidden in
  /// the noise of others. With more, a frame full of specks takes longer.
  private static let rounds = 4

  /// The ratio of new to old noise above which no more specks are sought.
  private static let settled = 0.95

  /// Returns whether a sample of the tile is farther from the mean than noise goes, or the samples vary by more than
  /// noise.
  private func isSuspect(_ index: Int, _ sums: CardSums, _ noise: CardNoise) -> Bool {
    let tile = moments.tiles[index]
    let mean = sums.mean
    let variance = noise.variance(at: mean)
    let reach = TileCells.channelLimit * variance.squareRoot()
    let center = mean + black
    let excess = 1 + Self.varianceLimit * (2 / sums.degrees.atLeast(.one)).squareRoot()
    // A channel without samples has no mean, and no comparison holds for it.
    return any(tile.lanes { Double($0.maximum) } - center .> reach)
      || any(center - tile.lanes { Double($0.minimum) } .> reach)
      || any(sums.scatter .> excess * sums.degrees * variance)
  }

  /// The limit of a variance, in its standard deviations.
  private static let varianceLimit = 6.0

  /// Returns, for each channel, the share of the variance that remains without the samples farthest from the median, or
  /// 1 where that is most of it.
  ///
  /// Where every tile has specks, the variances of the tiles include them. Some places are then looked at sample by
  /// sample.
  private func withoutSpecksEverywhere(_ noise: CardNoise) -> SIMD4<Double> {
    let variances = places.map { noise.variance(at: $0.cells.median) }
    var factors = SIMD4<Double>.one
    for lane in 0..<4 {
      let lesser = places.indices.count {
        places[$0].cells.mayVaryLess(than: Self.speckShare * variances[$0][lane], in: lane, step: step)
      }
      // On most cards the median of the shares cannot be so small.
      guard 2 * lesser >= places.count else { continue }
      let factor = places.indices.map {
        places[$0].cells.robustVariance(of: lane, step: step) / variances[$0][lane]
      }.median
      if factor < Self.speckShare { factors[lane] = factor }
    }
    return factors
  }

  /// The share of the variance below which specks are assumed. The median of nine places of 256 cells determines a
  /// variance to 6 %.
  private static let speckShare = 0.8

  // MARK: - Texture

  /// Returns the standard deviation of brightness or colour between neighbouring cells, as a share, or 0 where noise
  /// alone could explain it.
  ///
  /// Threads of two colours may look the same to the greens, and not to red and blue. The channels of neither pair
  /// share a row or a column of the sensor, nor its noise.
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
          // Two channels may be rounded in the same way, which is not texture.
          rounding: step * step * SampleRounding.variance / scale)
      }
      let greens = covariance(.greenOnRedRow, .greenOnBlueRow)
      let redBlue = covariance(.red, .blue)
      brightness.append(greens.lessened(by: greens.rounding + shading.variance(of: region, in: moments)))
      // Variations of brightness alone, such as shading, are the same in both pairs.
      color.append(
        Covariance(
          share: abs(redBlue.share - greens.share), error: redBlue.error + greens.error,
          rounding: redBlue.rounding + greens.rounding
        ).lessened(by: redBlue.rounding + greens.rounding))
    }
    return max(Self.significantShare(brightness), Self.significantShare(color)).squareRoot()
  }

  /// The covariance of two channels over the cells of a place, as a share of their means, its standard error where it
  /// is 0, and the largest contribution of rounding.
  private struct Covariance {
    var share, error, rounding: Double

    func lessened(by amount: Double) -> Covariance {
      Covariance(share: share - amount, error: error, rounding: rounding)
    }
  }

  private static func significantShare(_ places: [Covariance]) -> Double {
    // The error of the median of a few shares is no larger than that of one of them.
    let share = places.map(\.share).median
    return share > textureLimit * places.map(\.error).median ? share : 0
  }

  /// The significance limit, in standard errors of a covariance that is 0.
  private static let textureLimit = 5.0

  // MARK: - Places

  /// Returns three by three places of the region, or fewer where it is too small.
  private static func places(of region: Region) -> [Region] {
    let (across, down) = (min(region.width / placeSide, mostPlaces), min(region.height / placeSide, mostPlaces))
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

  /// The largest number of places in each direction. The median over nine places is not moved by a few with an edge or
  /// a fold. More of them would read more samples.
  private static let mostPlaces = 3

  /// The side of a place, in samples. Its 256 cells determine a variance to a tenth.
  private static let placeSide = 32

  private func cells(of index: Int) -> TileCells {
    let (row, column) = index.quotientAndRemainder(dividingBy: moments.columns)
    return TileCells(of: frame, mosaic: mosaic, in: moments.region(column: column, row: row), black: black)
  }
}
