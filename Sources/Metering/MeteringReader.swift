public import GrayCard
public import RawFrames

/// Reads of a raw frame what a meter wants to know.
public struct MeteringReader: Hashable, Sendable {
  public var mode: MeteringMode
  public var point: MeteringPoint
  public var estimator: GrayCardEstimator

  public init(
    mode: MeteringMode = .spot, point: MeteringPoint = .center, estimator: GrayCardEstimator = GrayCardEstimator()
  ) {
    self.mode = mode
    self.point = point
    self.estimator = estimator
  }

  /// The card in the frame.
  ///
  /// - Throws: ``GrayCard/GrayCardError/monochrome(_:)``.
  public func reading(of frame: RawFrame) throws(GrayCardError) -> GrayCardReading {
    let region = mode.region(about: point, width: frame.width, height: frame.height)
    return try estimator.reading(of: frame, in: region, weighting: mode.weighting)
  }

  /// The contrast of fine detail: the variance of green inside tiles of ``detailSide`` samples, as a share of its squared mean, so
  /// that more light is not more contrast. Blur that is wider than a tile leaves nothing but noise.
  ///
  /// Of large regions the middle is enough, ``detailReach`` samples each way. `nil` where the frame has no colours or the
  /// region no light.
  public func sharpness(of frame: RawFrame) -> Double? {
    guard frame.format.bayerPattern != nil else { return nil }
    let region = mode.region(about: point, width: frame.width, height: frame.height)
    let moments = TileMoments(of: frame, in: region.middle(atMost: Self.detailReach), side: Self.detailSide)
    var (contrast, count) = (0.0, 0.0)
    for tile in moments.tiles {
      for channel in [BayerChannel.greenOnRedRow, .greenOnBlueRow] where tile[channel].count > 1 {
        let signal = tile[channel].mean - frame.levels.black[channel]
        guard signal > 0, let variance = tile[channel].variance else { continue }
        contrast += variance / (signal * signal)
        count += 1
      }
    }
    return count > 0 ? contrast / count : nil
  }

  /// As wide as the blur at a few depths of focus from the peak.
  static let detailSide = 16

  /// A thousand tiles.
  static let detailReach = 32 * detailSide
}

extension Region {
  /// The part in the middle, at most `length` samples wide and high.
  fileprivate func middle(atMost length: Int) -> Region {
    let (width, height) = (min(width, length), min(height, length))
    return Region(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }
}
