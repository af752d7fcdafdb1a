package import RawFrames
package import WhiteBalance

extension CardMeasurement {
  /// The warnings that a measurement has beside those of the reading.
  package enum WarningCode: String, FindingCode {
    /// The device's RGB is balanced already, which no raw frame is.
    case balancedRGB = "balanced-rgb"
    /// Nobody told the black level.
    case blackAssumed = "black-assumed"
    /// Nobody told the black level, and it was estimated from the frame.
    case blackEstimated = "black-estimated"
    /// No card was found, and the middle of the frame was read.
    case noCardFound = "no-card-found"
    /// The patch that was found reaches some of the frame's sides and not all, as a wall does.
    case atFrameEdge = "at-frame-edge"
    /// The device states no uncertainty of its lights.
    case noProfileUncertainty = "no-profile-uncertainty"
    /// The device does not say of which lights its errors hold.
    case unknownPopulation = "unknown-population"
    /// The device says nothing of lights of the kind that was told.
    case unknownLightKind = "unknown-light-kind"
    /// Few lights near this one were learnt, so that its errors may be larger than stated.
    case unfamiliarLight = "unfamiliar-light"

    /// No such warning has a limit to set.
    package var setting: LimitSetting<NoLimits>? { nil }
  }

  /// Returns the warnings about the device, the frame and the region, and, where the card is trusted, the reading's and
  /// that about the errors.
  static func warnings(
    about source: SourceFrame, _ place: CardPlace, _ reading: GrayCardReading, _ verdict: Verdict,
    on device: (any CalibratedDevice)?, _ kind: LightKind
  ) -> [Finding] {
    var warnings: [Finding] = []
    if let text = device?.balanceWarning { warnings.append(Finding(.balancedRGB, text)) }
    if let warning = source.blackOrigin.warning { warnings.append(warning) }
    if let absence = place.absence {
      warnings.append(
        Finding(.noCardFound, "no card was found (\(absence)), so the middle half of the frame was read"))
    }
    guard case .ok(let card) = verdict else { return warnings }
    if place.isCutOff {
      warnings.append(
        Finding(
          .atFrameEdge,
          "the patch that was found ends at the frame's edge, as a wall does; if it is not the card, give the card's region"
        ))
    }
    warnings += reading.warnings.map(\.finding)
    if device?.uncertainty == nil, card.light?.uncertainty != nil {
      warnings.append(
        Finding(
          .noProfileUncertainty,
          "the profile states no uncertainty, so the errors of temperature and tint are those of the frame alone"))
    }
    if let light = card.light { warnings += Self.warnings(about: light, on: device, kind) }
    return warnings
  }

  /// Returns the warnings about the lights that the errors of temperature and Duv hold of.
  private static func warnings(
    about light: MeasuredLight, on device: (any CalibratedDevice)?, _ kind: LightKind
  ) -> [Finding] {
    guard let own = device?.uncertainty, let stated = light.uncertainty else { return [] }
    guard let population = stated.kind else {
      return [
        Finding(
          .unknownPopulation,
          "the profile does not say of which lights its errors hold; of others, such as LEDs, they may be many times larger. "
            + "Calibrate again")
      ]
    }
    var warnings: [Finding] = []
    if own.lights?.known(kind) != kind {
      warnings.append(
        Finding(.unknownLightKind, "the profile says nothing of \(kind.plural), so the errors are those of any light"))
    }
    if !stated.isFamiliar {
      warnings.append(
        Finding(
          .unfamiliarLight,
          "few lights like this one are known (\(population.plural)), so temperature and tint may be farther off than stated"
        ))
    }
    return warnings
  }
}

extension BlackOrigin {
  /// The warning about a black level that nobody told; `nil` for another.
  package var warning: Finding? {
    switch self {
    case .assumed:
      Finding(.blackAssumed, "black level assumed to be 0; give it, dark frames, or a profile that has it")
    case .estimated:
      Finding(
        .blackEstimated,
        "the black level was estimated from the frame's own noise and dark places; give it, or dark frames, for smaller errors"
      )
    case .darkFrames, .option, .profile, .file, .device: nil
    }
  }
}

extension Finding {
  /// Creates a finding of a measurement.
  package init(_ code: CardMeasurement.WarningCode, _ message: String) {
    self.init(code: code.rawValue, message: message)
  }
}
