import ArgumentParser
import Calibration
import GrayCard
import WhiteBalance

/// The limits that a command applies.
protocol LimitScope: Sendable {
  associatedtype Refusal: FindingCode
  associatedtype Warning: FindingCode where Warning.Limits == Refusal.Limits
  static var refusals: [Refusal] { get }
  static var warnings: [Warning] { get }
}

/// The options with the limits for refusals and warnings of a measurement, a calibration or a check.
struct LimitOptions<Scope: LimitScope>: ParsableArguments {
  typealias Refusal = Scope.Refusal
  typealias Warning = Scope.Warning

  @Option(
    name: .customLong("limit"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Refuse at another limit than the usual one. Can be given more than once. The codes, each with its usual limit and "
        + "what that limits:",
      discussion: Refusal.limitList(of: Scope.refusals), valueName: "code=value"))
  var refusals: [String] = []

  @Option(
    name: .customLong("warn"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Warn at another limit than the usual one. Can be given more than once. The codes, each with its usual limit and "
        + "what that limits:",
      discussion: Warning.limitList(of: Scope.warnings), valueName: "code=value"))
  var warnings: [String] = []

  /// Whether no limit is given.
  var isEmpty: Bool { refusals.isEmpty && warnings.isEmpty }

  /// Returns the standard limits, changed by those of the options.
  func limits() throws -> Refusal.Limits {
    var limits = Refusal.Limits()
    for text in refusals {
      try Self.set(
        text, Refusal.self, Scope.refusals, &limits, "--limit", other: Warning.self, "a warning; give it to --warn")
    }
    for text in warnings {
      try Self.set(
        text, Warning.self, Scope.warnings, &limits, "--warn", other: Refusal.self,
        "a reason to refuse; give it to --limit")
    }
    return limits
  }

  /// Sets the limits of one option.
  ///
  /// - Parameters:
  ///   - applied: The codes that the command applies, for a message.
  ///   - other: The codes of the other option.
  ///   - are: A word for those codes, for a message.
  private static func set<Code: FindingCode, Other: FindingCode>(
    _ text: String, _ codes: Code.Type, _ applied: [Code], _ limits: inout Code.Limits, _ option: String,
    other: Other.Type, _ are: String
  ) throws {
    do throws(LimitTextError) { try Code.set(text, in: &limits, naming: applied) } catch {
      let isOther = Other.settable.contains { $0.code.rawValue == error.unknownCode }
      throw ValidationError("\(option) \(text): \(isOther ? "'\(error.unknownCode ?? "")' is \(are)" : "\(error)")")
    }
  }
}

/// The limits of gray cards.
typealias CardLimitOptions = LimitOptions<CardScope>
/// The limits of calibrations by charts.
typealias CalibrationLimitOptions = LimitOptions<CalibrationScope>
/// The limits of checks.
typealias CheckLimitOptions = LimitOptions<CheckScope>

enum CardScope: LimitScope {
  static let refusals = CardRefusal.Code.allCases
  static let warnings = CardWarning.Code.allCases
}

enum CalibrationScope: LimitScope {
  static let refusals = CalibrationRefusal.Code.allCases.filter { !CardCheckScope.refusals.contains($0) }
  static let warnings = CalibrationWarning.Code.allCases.filter { !CardCheckScope.warnings.contains($0) }
}

/// The limits of checks by cards. They concern the difference between the light that a profile finds and the true
/// light. All limits of cards apply as well.
enum CardCheckScope: LimitScope {
  static let refusals: [CalibrationRefusal.Code] = [.mired, .duv]
  static let warnings: [CalibrationWarning.Code] = [.beyondUncertainty]
}

/// The limits of checks by charts, which also judge colours, the black level and linearity.
enum CheckScope: LimitScope {
  static let refusals: [CalibrationRefusal.Code] = CardCheckScope.refusals + [.difference, .offBlack, .notLinear]
  static let warnings: [CalibrationWarning.Code] = CardCheckScope.warnings + [.largeDifference, .offBlack]
}

extension CalibrationLimitOptions {
  /// Throws for a limit that only a check applies.
  func checkCodes() throws {
    let reason = "is a limit of checks, and calibrations do not apply it; give it to 'wbcal profile check'"
    try Self.refuse(refusals, all: Refusal.allCases, but: Scope.refusals, "--limit", reason)
    try Self.refuse(warnings, all: Warning.allCases, but: Scope.warnings, "--warn", reason)
  }
}

extension CheckLimitOptions {
  /// Throws for a limit that a check by charts does not apply.
  func checkCodes() throws { try checkCodes(of: Scope.self, by: "charts", others: "") }

  /// - Parameter others: The end of a message's list of limits: those beside the codes of `applied`.
  private func checkCodes<Applied: LimitScope>(of applied: Applied.Type, by source: String, others: String) throws
  where Applied.Refusal == Refusal, Applied.Warning == Warning {
    func reason(_ limits: String) -> String {
      "is not a limit of checks by \(source); their limits are \(limits)\(others)"
    }
    try Self.refuse(
      refusals, all: Refusal.allCases, but: applied.refusals, "--limit", reason(Self.list(applied.refusals)))
    try Self.refuse(
      warnings, all: Warning.allCases, but: applied.warnings, "--warn", reason(Self.list(applied.warnings)))
  }

  private static func list<Code: FindingCode>(_ codes: [Code]) -> String {
    codes.map(\.rawValue).joined(separator: ", ")
  }

  /// Returns the limits of checks by cards: those of the checks, and those of the cards.
  func limitsOfCards() throws -> (checks: CalibrationLimits, cards: GrayCardLimits) {
    var (checks, cards) = (Self(), CardLimitOptions())
    let isRefusal = { text in CardRefusal.Code.settable.contains { $0.code.rawValue == limitCode(text) } }
    let isWarning = { text in CardWarning.Code.settable.contains { $0.code.rawValue == limitCode(text) } }
    (checks.refusals, cards.refusals) = (refusals.filter { !isRefusal($0) }, refusals.filter(isRefusal))
    (checks.warnings, cards.warnings) = (warnings.filter { !isWarning($0) }, warnings.filter(isWarning))
    try checks.checkCodes(of: CardCheckScope.self, by: "cards", others: " and those of 'wbcal measure'")
    return (try checks.limits(), try cards.limits())
  }
}

extension LimitOptions {
  /// Throws for a limit whose code is none of those that the command applies.
  fileprivate static func refuse<Code: FindingCode>(
    _ texts: [String], all codes: [Code], but applied: [Code], _ option: String, _ reason: String
  ) throws {
    for text in texts {
      guard let code = codes.first(where: { $0.rawValue == limitCode(text) }), !applied.contains(code) else { continue }
      throw ValidationError("\(option) \(text): '\(code.rawValue)' \(reason)")
    }
  }
}

/// Returns the code in a text such as `clipped=0.001`.
private func limitCode(_ text: String) -> Substring { text.prefix { $0 != "=" } }
