public import GrayCard
internal import RawFrames
public import WhiteBalance

extension CameraFrame {
  /// Measures the gray card in the frame. The light is found without the gains that the device had applied.
  ///
  ///     let frame = try await camera.nextFrame()
  ///     let measurement = try frame.cardMeasurement(on: camera.profile)
  ///
  /// A black level that is not known counts as 0, and has a warning.
  ///
  /// - Parameters:
  ///   - device: The device that took the frame; `nil` where it is not known.
  ///   - area: The part of the frame that shows the card.
  ///   - limits: The limits beyond which the card is refused or has a warning.
  /// - Throws: ``/GrayCard/GrayCardError`` for a frame without colours, for a spot whose middle is outside of the frame,
  ///   and for applied gains that are not all positive and finite.
  public func cardMeasurement(
    on device: (any CalibratedDevice)? = nil, in area: CardArea = .center, limits: GrayCardLimits = GrayCardLimits()
  ) throws(GrayCardError) -> CardMeasurement {
    try CardMeasurement(
      of: SourceFrame(frame), on: device, in: area, appliedGains: appliedGains, limits: limits,
      unknownBlack: .assumeZero)
  }
}

extension [CameraFrame] {
  /// Measures the gray card in each frame of a bracket, and returns the best measurement.
  ///
  /// The best measurement has the fewest refusals, none where it can be. Among equal ones it is of a trusted frame, and
  /// among these it has the smallest error of its gains. A frame whose black level is not known is measured with black
  /// at 0, and warned about.
  ///
  /// - Parameters:
  ///   - device: The device that took the frames; `nil` where it is not known.
  ///   - area: The part of the frames that shows the card.
  ///   - limits: The limits beyond which the card is refused or has a warning.
  /// - Returns: The measurement and the frame's index; `nil` where there are no frames.
  /// - Throws: ``/GrayCard/GrayCardError`` for a frame without colours, for a spot whose middle is outside of a frame,
  ///   and for applied gains that are not all positive and finite.
  public func bestCardMeasurement(
    on device: (any CalibratedDevice)? = nil, in area: CardArea = .center, limits: GrayCardLimits = GrayCardLimits()
  ) throws(GrayCardError) -> (index: Int, measurement: CardMeasurement)? {
    var best: (index: Int, measurement: CardMeasurement, badness: (Int, Int, Double))?
    for (index, frame) in enumerated() {
      let measurement = try frame.cardMeasurement(on: device, in: area, limits: limits)
      let badness = (measurement.refusalCount, frame.isTrusted ? 0 : 1, measurement.errorOfGains)
      if best.map({ badness < $0.badness }) ?? true { best = (index, measurement, badness) }
    }
    return best.map { ($0.index, $0.measurement) }
  }
}

extension CardMeasurement {
  /// The number of reasons why the card cannot be trusted.
  fileprivate var refusalCount: Int { if case .refused(let refusals) = verdict { refusals.count } else { 0 } }

  /// The largest error of a gain, as a share of it; 0 for a card that is refused.
  ///
  /// The gain that is 1 by definition has no error. It is red's under a lamp of tungsten.
  fileprivate var errorOfGains: Double {
    guard case .ok(let card) = verdict else { return 0 }
    let (gains, error) = (card.gains.value, card.gains.standardError)
    return Swift.max(error.red / gains.red, error.green / gains.green, error.blue / gains.blue)
  }
}
