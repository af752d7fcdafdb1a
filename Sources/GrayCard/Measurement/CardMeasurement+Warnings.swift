package import RawFrames
public import WhiteBalance

extension CardMeasurement {
  /// The warnings that a measurement has beside those of the reading.
  public enum WarningCode: String, FindingCode {
    /// The device's RGB is balanced already, which no raw frame is.
    case balancedRGB = "balanced-rgb"
    /// Nobody told the black level.
    case blackAssumed = "black-assumed"
    /// No card was found, and the middle of the frame was read.
    case noCardFound = "no-card-found"
    /// The device states no uncertainty of its lights.
    case noProfileUncertainty = "no-profile-uncertainty"

    /// No such warning has a limit to set.
    public var setting: LimitSetting<NoLimits>? { nil }
  }

  /// Returns the warnings about the device, the frame and the region, and, where the card is trusted, the reading's and
  /// that about the errors.
  static func warnings(
    about source: SourceFrame, _ place: CardPlace, _ reading: GrayCardReading, _ verdict: Verdict,
    on device: (any CalibratedDevice)?
  ) -> [Finding] {
    var warnings: [Finding] = []
    if let text = device?.balanceWarning { warnings.append(Finding(.balancedRGB, text)) }
    if let warning = source.blackOrigin.warning { warnings.append(warning) }
    if let absence = place.absence {
      warnings.append(
        Finding(.noCardFound, "no card was found (\(absence)), so the middle half of the frame was read"))
    }
    guard case .ok(let card) = verdict else { return warnings }
    warnings += reading.warnings.map(\.finding)
    if device?.uncertainty == nil, card.light?.uncertainty != nil {
      warnings.append(
        Finding(
          .noProfileUncertainty,
          "the profile states no uncertainty, so the errors of temperature and tint are those of the frame alone"))
    }
    return warnings
  }
}

extension BlackOrigin {
  /// The warning about a black level that nobody told; `nil` for another.
  package var warning: Finding? {
    guard self == .assumed else { return nil }
    return Finding(.blackAssumed, "black level assumed to be 0; give --black, --dark or a --profile that has one")
  }
}

extension Finding {
  /// Creates a finding of a measurement.
  package init(_ code: CardMeasurement.WarningCode, _ message: String) {
    self.init(code: code.rawValue, message: message)
  }
}
