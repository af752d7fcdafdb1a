public import GrayCard
internal import RawFrames
public import WhiteBalance

extension [CameraFrame] {
  /// Measures the gray card in each frame of a bracket, and returns the best measurement.
  ///
  /// The best measurement is a trusted one with the least error of its gains. Where all frames are refused, it is the
  /// one with the fewest reasons.
  ///
  /// - Parameters:
  ///   - device: The device that took the frames; `nil` where it is not known.
  ///   - area: The part of the frames that shows the card.
  ///   - limits: The limits beyond which the card is refused or has a warning.
  /// - Returns: The measurement and the frame's index; `nil` where there are no frames.
  /// - Throws: ``/GrayCard/GrayCardError`` for a frame without colours.
  public func bestCardMeasurement(
    on device: (any CalibratedDevice)? = nil, in area: CardArea = .center, limits: GrayCardLimits = GrayCardLimits()
  ) throws(GrayCardError) -> (index: Int, measurement: CardMeasurement)? {
    var best: (index: Int, measurement: CardMeasurement)?
    for (index, frame) in enumerated() {
      let measurement = try CardMeasurement(
        of: SourceFrame(frame.frame), on: device, in: area, appliedGains: frame.appliedGains, limits: limits,
        unknownBlack: .assumeZero)
      if best.map({ measurement.badness < $0.measurement.badness }) ?? true { best = (index, measurement) }
    }
    return best
  }
}

extension CardMeasurement {
  /// The rank of a measurement: the number of refusals, then the error of the gains.
  fileprivate var badness: (Int, Double) {
    switch verdict {
    case .refused(let refusals): return (refusals.count, 0)
    case .ok(let card):
      let (gains, error) = (card.gains.value, card.gains.standardError)
      return (0, Swift.max(error.red / gains.red, error.blue / gains.blue))
    }
  }
}
