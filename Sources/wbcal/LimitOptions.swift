import ArgumentParser
import Calibration
import GrayCard

/// When a card, a calibration or a check is refused, and when a warning stands beside it.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Refuse at another limit than usual: the code of a reason and a number, such as clipped=0.01. Repeats.",
      valueName: "code=value"))
  var refusals: [LimitArgument] = []

  @Option(
    name: .customLong("warn"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Warn at another limit than usual: the code of a warning and a number, such as strong-shading=2. Repeats.",
      valueName: "code=value"))
  var warnings: [LimitArgument] = []

  /// Of a calibration by charts, or of a check.
  func calibrationLimits() throws -> CalibrationLimits {
    var limits = CalibrationLimits()
    for one in refusals {
      limits[keyPath: try Self.path(one, in: Self.calibrationRefusals, option: "--limit")] = one.value
    }
    for one in warnings {
      limits[keyPath: try Self.path(one, in: Self.calibrationWarnings, option: "--warn")] = one.value
    }
    return limits
  }

  private static var calibrationRefusals: [String: WritableKeyPath<CalibrationLimits, Double>] {
    [
      CalibrationRefusal.Code.difference.rawValue: \.difference,
      CalibrationRefusal.Code.leftOut.rawValue: \.leftOutShare,
      CalibrationRefusal.Code.illConditioned.rawValue: \.conditionNumber,
      CalibrationRefusal.Code.offBlack.rawValue: \.blackShare,
      CalibrationRefusal.Code.unusualWhite.rawValue: \.unusualWhite,
      CalibrationRefusal.Code.lightsDisagree.rawValue: \.lightsDisagree,
      CalibrationRefusal.Code.mired.rawValue: \.mired, CalibrationRefusal.Code.duv.rawValue: \.duv,
    ]
  }

  private static var calibrationWarnings: [String: WritableKeyPath<CalibrationLimits, Double>] {
    [
      CalibrationWarning.Code.largeDifference.rawValue: \.differenceWarning,
      CalibrationWarning.Code.leftOut.rawValue: \.leftOutShareWarning,
      CalibrationWarning.Code.illConditioned.rawValue: \.conditionNumberWarning,
      CalibrationWarning.Code.offBlack.rawValue: \.blackShareWarning,
      CalibrationWarning.Code.unusualWhite.rawValue: \.unusualWhiteWarning,
      CalibrationWarning.Code.lightsDisagree.rawValue: \.lightsDisagreeWarning,
      CalibrationWarning.Code.beyondUncertainty.rawValue: \.statedErrors,
    ]
  }

  /// Of gray cards.
  func limits() throws -> GrayCardLimits {
    var limits = GrayCardLimits()
    for one in refusals {
      if one.code == Refusal.Code.tooSmall.rawValue {
        guard let count = Int(exactly: one.value) else {
          throw ValidationError("--limit \(one.code)=\(one.value) is not valid; it must be a whole number of samples")
        }
        limits.sampleCount = count
      } else {
        limits[keyPath: try Self.path(one, in: Self.refusalLimits, option: "--limit", extra: ["too-small"])] = one.value
      }
    }
    for one in warnings {
      limits[keyPath: try Self.path(one, in: Self.warningLimits, option: "--warn")] = one.value
    }
    return limits
  }

  private typealias Path = WritableKeyPath<GrayCardLimits, Double>

  private static func path<Limits>(
    _ limit: LimitArgument, in paths: [String: WritableKeyPath<Limits, Double>], option: String, extra: [String] = []
  ) throws -> WritableKeyPath<Limits, Double> {
    guard let path = paths[limit.code] else {
      let known = (paths.keys + extra).sorted().joined(separator: ", ")
      throw ValidationError("\(option) \(limit.code)=… is not known; the codes are \(known)")
    }
    return path
  }

  private static var refusalLimits: [String: Path] {
    [
      Refusal.Code.clipped.rawValue: \.clippedShare, Refusal.Code.tooDark.rawValue: \.signalShare,
      Refusal.Code.tooNoisy.rawValue: \.relativeStandardError,
      Refusal.Code.greensDiffer.rawValue: \.greenDifferenceShare,
      Refusal.Code.notUniform.rawValue: \.leftOutShare, Refusal.Code.textured.rawValue: \.textureShare,
      Refusal.Code.colorVaries.rawValue: \.colorDifference, Refusal.Code.notALight.rawValue: \.duv,
      Refusal.Code.blackLevel.rawValue: \.blackGainShare,
    ]
  }

  private static var warningLimits: [String: Path] {
    [
      Warning.Code.nearClipping.rawValue: \.brightShare, Warning.Code.strongShading.rawValue: \.shading,
      Warning.Code.colorVaries.rawValue: \.colorDifferenceWarning,
      Warning.Code.partlyLeftOut.rawValue: \.leftOutShareWarning,
      Warning.Code.belowBlack.rawValue: \.belowBlackShare,
      Warning.Code.farFromCalibration.rawValue: \.calibrationDistance,
    ]
  }
}

/// A code and a number: `clipped=0.01`.
struct LimitArgument: ExpressibleByArgument {
  let code: String
  let value: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let value = Double(parts[1]), value.isFinite, value >= 0 else { return nil }
    (code, self.value) = (String(parts[0]), value)
  }
}
