package import GrayCard
package import RawFrames
package import WhiteBalance

/// The measurements on a raw frame that a meter needs.
package struct MeteringReader: Hashable, Sendable {
  /// The part of the frame that is metered.
  package var mode: MeteringMode
  /// The point of interest.
  package var point: MeteringPoint
  /// The limits beyond which a card is refused or has a warning.
  package var limits: GrayCardLimits

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - mode: The part of the frame that is metered.
  ///   - point: The point of interest.
  ///   - limits: The limits beyond which a card is refused or has a warning.
  package init(
    mode: MeteringMode = .spot, point: MeteringPoint = .center, limits: GrayCardLimits = GrayCardLimits()
  ) {
    self.mode = mode
    self.point = point
    self.limits = limits
  }

  /// Measures the card in the frame.
  ///
  /// - Parameters:
  ///   - source: The frame, with its origin.
  ///   - device: The device that took the frame; `nil` where it is not known.
  ///   - appliedGains: The gains that the device has multiplied the samples by.
  ///   - range: The gains that the device can apply; `nil` for the device's.
  ///   - policy: The policy for gains outside the range; `nil` for that of ``/GrayCard/CardMeasurement``.
  ///   - lightKind: The kind of the light, where it is known.
  ///   - unknownBlack: The treatment of an unknown black level. By default it is assumed to be 0, with a warning: a
  ///     meter follows one camera, whose level can be given once, and an estimate for each frame would move the
  ///     readings.
  /// - Throws: ``/GrayCard/GrayCardError/monochrome(_:)`` or ``/GrayCard/GrayCardError/invalidGains(_:)``.
  package func measurement(
    of source: SourceFrame, on device: (any CalibratedDevice)? = nil,
    appliedGains: WhiteBalanceGains = .unity, range: GainRange? = nil,
    policy: GainPolicy? = nil, lightKind: LightKind = .any,
    unknownBlack: CardMeasurement.UnknownBlack = .assumeZero
  ) throws(GrayCardError) -> CardMeasurement {
    let area = mode.area(about: point, width: source.frame.width, height: source.frame.height)
    return try CardMeasurement(
      of: source, on: device, in: area, appliedGains: appliedGains, range: range, policy: policy, lightKind: lightKind,
      limits: limits, unknownBlack: unknownBlack)
  }

  /// Returns the contrast of fine detail, or `nil` where the frame has no colours or the region no light.
  ///
  /// It is the variance of green inside tiles of `detailSide` samples as a share of its squared mean, so that more
  /// light is not more contrast. Blur wider than a tile leaves only noise. Only the middle of large regions is read,
  /// `detailReach` samples in each direction.
  package func sharpness(of frame: RawFrame) -> Double? {
    guard let mosaic = frame.mosaic else { return nil }
    let region = mode.region(about: point, width: frame.width, height: frame.height)
    let moments = TileMoments(
      of: frame, in: region.middle(atMost: Self.detailReach), side: mosaic.wholePeriods(Self.detailSide), by: .fastest)
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
