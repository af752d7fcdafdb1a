public import GrayCard
public import RawFrames

/// Reads from a raw frame what a meter needs.
public struct MeteringReader: Hashable, Sendable {
  /// The part of the frame that is metered.
  public var mode: MeteringMode
  /// The point of interest.
  public var point: MeteringPoint
  /// The estimator that reads the card.
  public var estimator: GrayCardEstimator

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - mode: The part of the frame that is metered.
  ///   - point: The point of interest.
  ///   - estimator: The estimator that reads the card.
  public init(
    mode: MeteringMode = .spot, point: MeteringPoint = .center, estimator: GrayCardEstimator = GrayCardEstimator()
  ) {
    self.mode = mode
    self.point = point
    self.estimator = estimator
  }

  /// Reads the card in the frame.
  ///
  /// - Throws: ``GrayCard/GrayCardError/monochrome(_:)``.
  public func reading(of frame: RawFrame) throws(GrayCardError) -> GrayCardReading {
    let region = mode.region(about: point, width: frame.width, height: frame.height)
    return try estimator.reading(of: frame, in: region, weighting: mode.weighting)
  }

  /// Returns the contrast of fine detail, or `nil` where the frame has no colours or the region no light.
  ///
  /// It is the variance of green inside tiles of ``detailSide`` samples as a share of its squared mean, so that more
  /// light is not more contrast. Blur wider than a tile leaves only noise. Of large regions only the middle is read,
  /// ``detailReach`` samples in each direction.
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

  /// The side of a tile, in samples. The blur is as wide at a few depths of focus from the peak.
  static let detailSide = 16

  /// The side of the part that is read, in samples: a thousand tiles.
  static let detailReach = 32 * detailSide
}

extension Region {
  /// Returns the part in the middle, at most `length` samples wide and high.
  fileprivate func middle(atMost length: Int) -> Region {
    let (width, height) = (min(width, length), min(height, length))
    return Region(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }
}
