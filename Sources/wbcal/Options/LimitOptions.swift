import ArgumentParser
import Calibration
import GrayCard
import WhiteBalance

/// The options with the limits for refusals and warnings of a measurement, a calibration or a check.
struct LimitOptions<Refusal: FindingCode, Warning: FindingCode>: ParsableArguments
where Refusal.Limits == Warning.Limits {
  @Option(
    name: .customLong("limit"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Refuse at another limit than the usual one. Can be given more than once. The codes, each with its usual limit and "
        + "what that limits:",
      discussion: Refusal.limitList, valueName: "code=value"))
  var refusals: [String] = []

  @Option(
    name: .customLong("warn"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Warn at another limit than the usual one. Can be given more than once. The codes, each with its usual limit and "
        + "what that limits:",
      discussion: Warning.limitList, valueName: "code=value"))
  var warnings: [String] = []

  /// Whether no limit is given.
  var isEmpty: Bool { refusals.isEmpty && warnings.isEmpty }

  /// Returns the standard limits, changed by those of the options.
  func limits() throws -> Refusal.Limits {
    var limits = Refusal.Limits()
    for text in refusals {
      try Self.set(text, Refusal.self, &limits, "--limit", other: Warning.self, "a warning; give it to --warn")
    }
    for text in warnings {
      try Self.set(text, Warning.self, &limits, "--warn", other: Refusal.self, "a reason to refuse; give it to --limit")
    }
    return limits
  }

  /// Sets the limits of one option.
  ///
  /// - Parameters:
  ///   - other: The codes of the other option.
  ///   - are: A word for those codes, for a message.
  private static func set<Code: FindingCode, Other: FindingCode>(
    _ text: String, _ codes: Code.Type, _ limits: inout Code.Limits, _ option: String, other: Other.Type, _ are: String
  ) throws {
    do throws(LimitTextError) { try Code.set(text, in: &limits) } catch {
      let isOther = Other.settable.contains { $0.code.rawValue == error.unknownCode }
      throw ValidationError("\(option) \(text): \(isOther ? "'\(error.unknownCode ?? "")' is \(are)" : "\(error)")")
    }
  }
}

/// The limits of gray cards.
typealias CardLimitOptions = LimitOptions<CardRefusal.Code, CardWarning.Code>
/// The limits of calibrations by charts, and of checks.
typealias ChartLimitOptions = LimitOptions<CalibrationRefusal.Code, CalibrationWarning.Code>

extension ChartLimitOptions {
  /// Throws for a limit that only a check applies.
  func checkOfCalibration() throws {
    let reason = "is of a check, and no calibration applies it; give it to 'wbcal profile check'"
    try Self.refuse(refusals, [CalibrationRefusal.Code.mired, .duv], "--limit", reason)
    try Self.refuse(warnings, [CalibrationWarning.Code.beyondUncertainty], "--warn", reason)
  }

  /// Throws for a limit that a check does not apply.
  func checkOfCheck(byCharts: Bool) throws {
    let (refusing, warning): ([CalibrationRefusal.Code], [CalibrationWarning.Code]) =
      byCharts
      ? ([.mired, .duv, .difference, .offBlack, .notLinear], [.beyondUncertainty, .largeDifference, .offBlack])
      : ([.mired, .duv], [.beyondUncertainty])
    let reason = "is not of a check by \(byCharts ? "charts" : "cards"), which applies "
    try Self.refuse(
      refusals, CalibrationRefusal.Code.allCases.filter { !refusing.contains($0) }, "--limit",
      reason + Self.list(refusing))
    try Self.refuse(
      warnings, CalibrationWarning.Code.allCases.filter { !warning.contains($0) }, "--warn", reason + Self.list(warning)
    )
  }

  private static func list<Code: FindingCode>(_ codes: [Code]) -> String {
    codes.map(\.rawValue).joined(separator: ", ")
  }

  private static func refuse<Code: FindingCode>(
    _ texts: [String], _ codes: [Code], _ option: String, _ reason: String
  ) throws {
    for text in texts {
      guard let code = codes.first(where: { $0.rawValue == limitCode(text) }) else { continue }
      throw ValidationError("\(option) \(text): '\(code.rawValue)' \(reason)")
    }
  }

  /// Returns the limits of checks by cards: those of the checks, and those of the cards.
  func limitsOfCards() throws -> (checks: CalibrationLimits, cards: GrayCardLimits) {
    var (checks, cards) = (Self(), CardLimitOptions())
    let isRefusal = { text in CardRefusal.Code.settable.contains { $0.code.rawValue == limitCode(text) } }
    let isWarning = { text in CardWarning.Code.settable.contains { $0.code.rawValue == limitCode(text) } }
    (checks.refusals, cards.refusals) = (refusals.filter { !isRefusal($0) }, refusals.filter(isRefusal))
    (checks.warnings, cards.warnings) = (warnings.filter { !isWarning($0) }, warnings.filter(isWarning))
    try checks.checkOfCheck(byCharts: false)
    return (try checks.limits(), try cards.limits())
  }
}

/// Returns the code in a text such as `clipped=0.001`.
private func limitCode(_ text: String) -> Substring { text.prefix { $0 != "=" } }
