import ArgumentParser
import Calibration
import GrayCard
import WhiteBalance

/// When a measurement, a calibration or a check is refused, and when a warning stands beside it.
struct LimitOptions<Refusal: FindingCode, Warning: FindingCode>: ParsableArguments
where Refusal.Limits == Warning.Limits {
  @Option(
    name: .customLong("limit"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Refuse at another limit than usual. Repeats. The codes, their usual limits, and of what:",
      discussion: Refusal.limitList, valueName: "code=value"))
  var refusals: [String] = []

  @Option(
    name: .customLong("warn"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Warn at another limit than usual. Repeats. The codes, their usual limits, and of what:",
      discussion: Warning.limitList, valueName: "code=value"))
  var warnings: [String] = []

  /// The usual limits with those of the options.
  func limits() throws -> Refusal.Limits {
    var limits = Refusal.Limits()
    for text in refusals {
      try Refusal.set(text, in: &limits, option: "--limit", other: Warning.self, "a warning; give it to --warn")
    }
    for text in warnings {
      try Warning.set(
        text, in: &limits, option: "--warn", other: Refusal.self, "a reason to refuse; give it to --limit")
    }
    return limits
  }
}

/// The limits of gray cards.
typealias CardLimitOptions = LimitOptions<Refusal.Code, Warning.Code>
/// The limits of calibrations by charts, and of checks.
typealias ChartLimitOptions = LimitOptions<CalibrationRefusal.Code, CalibrationWarning.Code>

extension FindingCode {
  /// The codes whose limit can be set.
  private static var settable: [(code: Self, setting: LimitSetting<Limits>)] {
    allCases.compactMap { code in code.setting.map { (code, $0) } }
  }

  /// The code with its usual limit.
  private func example(_ setting: LimitSetting<Limits>) -> String {
    "\(rawValue)=\(Int(exactly: setting.standard).map(String.init) ?? "\(setting.standard)")"
  }

  /// A line for each code whose limit can be set.
  static var limitList: String {
    let lines = settable.map { (example: $0.code.example($0.setting), quantity: $0.setting.quantity) }
    let width = (lines.map(\.example.count).max() ?? 0) + 2
    return lines.map { $0.example + String(repeating: " ", count: width - $0.example.count) + $0.quantity }
      .joined(separator: "\n")
  }

  /// Sets the limit that a text such as `clipped=0.001` asks for.
  ///
  /// - Parameters:
  ///   - other: the codes of the other option.
  ///   - are: what those are, for a message.
  static func set<Other: FindingCode>(
    _ text: String, in limits: inout Limits, option: String, other: Other.Type, _ are: String
  ) throws {
    func wrong(_ reason: String) -> ValidationError { ValidationError("\(option) \(text): \(reason)") }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      let example = settable.first.map { ", as in \($0.code.example($0.setting))" } ?? ""
      throw wrong("it must be a code, '=' and a number\(example)")
    }
    guard let (code, setting) = settable.first(where: { $0.code.rawValue == parts[0] }) else {
      guard !Other.settable.contains(where: { $0.code.rawValue == parts[0] }) else {
        throw wrong("'\(parts[0])' is \(are)")
      }
      let codes = settable.map(\.code.rawValue).joined(separator: ", ")
      throw wrong("there is no code '\(parts[0])'; the codes are \(codes)")
    }
    guard let value = Double(parts[1]), setting.set(value, in: &limits) else {
      let number = if case .count = setting.place { "whole number" } else { "number" }
      throw wrong("'\(parts[1])' is not a \(number) of at least 0, as in \(code.example(setting))")
    }
  }
}
