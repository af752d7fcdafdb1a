internal import NumericalMethods
package import RawFrames
package import WhiteBalance

extension CardMeasurement {
  /// The warnings of a measurement in addition to those of its reading.
  package enum WarningCode: String, FindingCode {
    /// The device's RGB is already balanced, but a raw frame is not.
    case balancedRGB = "balanced-rgb"
    /// The black level is not known, and was assumed to be 0.
    case blackAssumed = "black-assumed"
    /// The black level is not known, and was estimated from the frame.
    case blackEstimated = "black-estimated"
    /// The stated error of the black level is a large share of a channel's signal.
    case uncertainBlack = "uncertain-black"
    /// No card was found, and the middle of the frame was read.
    case noCardFound = "no-card-found"
    /// The patch that was found reaches some of the frame's sides and not all of them, like a wall.
    case atFrameEdge = "at-frame-edge"
    /// The device does not state the uncertainty of its lights.
    case noProfileUncertainty = "no-profile-uncertainty"
    /// The device does not state for which lights its errors hold.
    case unknownPopulation = "unknown-population"
    /// The device states no errors for the given kind of light.
    case unknownLightKind = "unknown-light-kind"
    /// Few lights near this one were learnt, so that its errors may be larger than stated.
    case unfamiliarLight = "unfamiliar-light"
    /// The file asks for corrections of its samples that are not made.
    case uncorrected
    /// The source names another camera than the profile.
    case otherCamera = "other-camera"
    /// The black level is far from the one that the source states. The value is the distance, as a share of the range.
    case otherBlack = "other-black"

    /// The limit that would change the warning. There is none.
    package var setting: LimitSetting<NoLimits>? { nil }
  }

  /// Returns the warning about a device that states no error.
  ///
  /// - Parameter isOfFile: Whether the device is known from the frame's file alone, and not from a profile.
  package static func errorsOfFrameAlone(onColorsOfFile isOfFile: Bool) -> Finding {
    Finding(
      .noProfileUncertainty,
      isOfFile
        ? "the file's own colours state no error, so the errors of temperature and tint are those of the frame alone; for the "
          + "whole errors, give the camera's profile"
        : "the profile states no uncertainty, so the errors of temperature and tint are those of the frame alone")
  }

  /// Returns the warnings about the device, the frame and the region.
  ///
  /// For a trusted card, those of the reading and about the errors are included.
  static func warnings(
    about source: SourceFrame, _ place: CardPlace, _ reading: GrayCardReading, _ verdict: Verdict,
    on device: (any CalibratedDevice)?, _ kind: LightKind, _ limits: GrayCardLimits
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
    let share = zip(source.frame.levels.blackError.all, reading.channels.all).map { $0 / $1.signal }.max() ?? 0
    if share > limits.relativeStandardError {
      warnings.append(
        Finding(
          code: WarningCode.uncertainBlack.rawValue, value: share, limit: limits.relativeStandardError,
          message:
            "the error of the black level is \(share.percent) of a channel's signal (limit "
            + "\(limits.relativeStandardError.percent)), and the errors of the gains include it; for smaller ones, give "
            + (source.blackOrigin == .darkFrames ? "more dark frames, or more light" : "dark frames")))
    }
    if device?.uncertainty == nil, card.light?.uncertainty != nil {
      warnings.append(Self.errorsOfFrameAlone(onColorsOfFile: false))
    }
    if let light = card.light { warnings += Self.warnings(about: light, on: device, kind) }
    return warnings
  }

  /// Returns the warnings about the lights for which the errors of temperature and Duv hold.
  private static func warnings(
    about light: MeasuredLight, on device: (any CalibratedDevice)?, _ kind: LightKind
  ) -> [Finding] {
    guard let own = device?.uncertainty, let stated = light.uncertainty else {
      return kind == .any
        ? []
        : [Finding(.unknownLightKind, "no errors on \(kind.plural) are known, because the camera's colours state none")]
    }
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
          "few lights like this one are known\(population == .any ? "" : " (\(population.plural))"), so temperature and tint may be "
            + "farther off than stated; if it is a usual light, check that the profile is of this camera, and the order of colours"
        ))
    }
    return warnings
  }
}

extension Finding {
  /// Creates the warning about corrections that a file asks for and that are not made; `nil` where it asks for none.
  package init?(corrections: [String]) {
    guard !corrections.isEmpty else { return nil }
    self.init(
      CardMeasurement.WarningCode.uncorrected,
      "\(corrections.joined(separator: ", ")) of the file: these corrections of its samples are not made, and the result is "
        + "that of the samples as they are")
  }
}

extension Finding {
  /// Creates the warning about a black level that is far from the source's own; `nil` where it is near.
  ///
  /// - Parameters:
  ///   - black: The level that is used.
  ///   - own: The levels that the source states.
  ///   - name: The name of the source.
  package init?(black: BayerValues<Double>, unlike own: SampleLevels, of name: String) {
    let channels = BayerChannel.allCases.map { (channel: $0, share: own.share(of: black[$0], in: $0)) }
    guard let (channel, share) = channels.max(by: { abs($0.share) < abs($1.share) }), abs(share) > farBlack else {
      return nil
    }
    self.init(
      code: CardMeasurement.WarningCode.otherBlack.rawValue, value: abs(share), limit: farBlack,
      message: "the black level is \(black[channel].tenths), and \(name) states \(own.black[channel].tenths), which is "
        + "\(abs(share).percent) of the range away (limit \(farBlack.percent)); if its samples have another scale than the "
        + "frames that the level is of, as a mean of frames has, give no other level")
  }
}

/// The largest distance of a black level from the one that the source states, as a share of the range. It was chosen
/// above the limits within which dark frames may differ among themselves (``DarkFrameLimits``).
private let farBlack = 0.01

extension BlackOrigin {
  /// The warning about an unknown black level; `nil` for a known one.
  package var warning: Finding? {
    switch self {
    case .assumed:
      Finding(.blackAssumed, "black level assumed to be 0; give it, dark frames, or a profile that has it")
    case .estimated:
      Finding(
        .blackEstimated,
        "the black level was estimated from the frame's own noise and dark places; give it, or dark frames, for smaller errors"
      )
    case .darkFrames, .maskedSamples, .option, .profile, .file, .device: nil
    }
  }
}

extension Finding {
  /// Creates a finding of a measurement.
  package init(_ code: CardMeasurement.WarningCode, _ message: String) {
    self.init(code: code.rawValue, message: message)
  }
}
