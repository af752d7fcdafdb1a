import ArgumentParser
import Calibration
import GrayCard

/// When a measurement, a calibration or a check is refused, and when a warning stands beside it.
struct LimitOptions<Help: LimitHelp>: ParsableArguments {
  @Option(
    name: .customLong("limit"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Refuse at another limit than usual. Repeats. The codes, their usual limits, and of what:",
      discussion: Help.refusals, valueName: "code=value"))
  var refusals: [String] = []

  @Option(
    name: .customLong("warn"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Warn at another limit than usual. Repeats. The codes, their usual limits, and of what:",
      discussion: Help.warnings, valueName: "code=value"))
  var warnings: [String] = []

  /// Of gray cards.
  func limits() throws -> GrayCardLimits {
    try limits(GrayCardLimits(), refusals: Limit.cardRefusals, warnings: Limit.cardWarnings)
  }

  /// Of a calibration by charts, or of a check.
  func calibrationLimits() throws -> CalibrationLimits {
    try limits(CalibrationLimits(), refusals: Limit.chartRefusals, warnings: Limit.chartWarnings)
  }

  private func limits<Limits>(
    _ usual: Limits, refusals: [Limit<Limits>], warnings: [Limit<Limits>]
  ) throws -> Limits {
    var limits = usual
    for text in self.refusals {
      let others = (warnings, "a warning; give it to --warn")
      try Limit.set(text, of: refusals, in: &limits, option: "--limit", others: others)
    }
    for text in self.warnings {
      let others = (refusals, "a reason to refuse; give it to --limit")
      try Limit.set(text, of: warnings, in: &limits, option: "--warn", others: others)
    }
    return limits
  }
}

/// What the help of the options lists.
protocol LimitHelp {
  static var refusals: String { get }
  static var warnings: String { get }
}

enum CardLimitHelp: LimitHelp {
  static var refusals: String { Limit.list(Limit.cardRefusals) }
  static var warnings: String { Limit.list(Limit.cardWarnings) }
}

enum ChartLimitHelp: LimitHelp {
  static var refusals: String { Limit.list(Limit.chartRefusals) }
  static var warnings: String { Limit.list(Limit.chartWarnings) }
}

/// A limit that an option sets.
struct Limit<Limits> {
  let code: String
  /// What it is a limit of, for the help.
  let quantity: String
  let isWhole: Bool
  private let usual: Double
  /// Whether the value can be a limit of this kind.
  private let set: (inout Limits, Double) -> Bool

  fileprivate init(_ code: String, _ path: WritableKeyPath<Limits, Double>, _ quantity: String, in usual: Limits) {
    (self.code, self.quantity, isWhole, self.usual) = (code, quantity, false, usual[keyPath: path])
    set = { limits, value in
      limits[keyPath: path] = value
      return true
    }
  }

  fileprivate init(_ code: String, _ path: WritableKeyPath<Limits, Int>, _ quantity: String, in usual: Limits) {
    (self.code, self.quantity, isWhole, self.usual) = (code, quantity, true, Double(usual[keyPath: path]))
    set = { limits, value in
      guard let count = Int(exactly: value) else { return false }
      limits[keyPath: path] = count
      return true
    }
  }

  /// With the usual limit.
  private var example: String { "\(code)=\(Int(exactly: usual).map(String.init) ?? "\(usual)")" }

  static func list(_ limits: [Limit]) -> String {
    let width = (limits.map(\.example.count).max() ?? 0) + 2
    return limits.map { $0.example + String(repeating: " ", count: width - $0.example.count) + $0.quantity }
      .joined(separator: "\n")
  }

  /// - Parameter others: the codes of the other option, and what they are.
  static func set(
    _ text: String, of known: [Limit], in limits: inout Limits, option: String, others: (known: [Limit], are: String)
  ) throws {
    func wrong(_ reason: String) -> ValidationError { ValidationError("\(option) \(text): \(reason)") }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw wrong("it must be a code, '=' and a number, as in \(known[0].example)") }
    guard let limit = known.first(where: { $0.code == parts[0] }) else {
      guard !others.known.contains(where: { $0.code == parts[0] }) else {
        throw wrong("'\(parts[0])' is \(others.are)")
      }
      throw wrong("there is no code '\(parts[0])'; the codes are \(known.map(\.code).joined(separator: ", "))")
    }
    guard let value = Double(parts[1]), value.isFinite, value >= 0, limit.set(&limits, value) else {
      let number = limit.isWhole ? "whole number" : "number"
      throw wrong("'\(parts[1])' is not a \(number) of at least 0, as in \(limit.example)")
    }
  }
}

// MARK: - Gray cards

extension Limit where Limits == GrayCardLimits {
  private init(_ code: Refusal.Code, _ path: WritableKeyPath<Limits, Double>, _ quantity: String) {
    self.init(code.rawValue, path, quantity, in: GrayCardLimits())
  }

  private init(_ code: Warning.Code, _ path: WritableKeyPath<Limits, Double>, _ quantity: String) {
    self.init(code.rawValue, path, quantity, in: GrayCardLimits())
  }

  fileprivate static var cardRefusals: [Limit] {
    [
      Limit(.clipped, \.clippedShare, "share of a channel's samples"),
      Limit(.tooDark, \.signalShare, "the weakest signal, of the range"),
      Limit(.tooNoisy, \.relativeStandardError, "a channel's error, of its signal"),
      Limit(Refusal.Code.tooSmall.rawValue, \.sampleCount, "samples in a channel", in: GrayCardLimits()),
      Limit(.greensDiffer, \.greenDifferenceShare, "share of the greens' mean"),
      Limit(.notUniform, \.leftOutShare, "share of the region left out"),
      Limit(.textured, \.textureShare, "deviation from cell to cell, share"),
      Limit(.colorVaries as Refusal.Code, \.colorDifference, "of R/G or B/G, share"),
      Limit(.notALight, \.duv, "Duv of the light"),
      Limit(.tooWarm, \.temperature, "kelvin of the light"),
      Limit(.blackLevel, \.blackGainShare, "change of a gain, share"),
    ]
  }

  fileprivate static var cardWarnings: [Limit] {
    [
      Limit(.nearClipping, \.brightShare, "the brightest signal, of the range"),
      Limit(.strongShading, \.shading, "brightest part to darkest, ratio"),
      Limit(.colorVaries as Warning.Code, \.colorDifferenceWarning, "of R/G or B/G, share"),
      Limit(.partlyLeftOut, \.leftOutShareWarning, "share of the region"),
      Limit(.belowBlack, \.belowBlackShare, "share of the frame's samples"),
      Limit(.farFromCalibration, \.calibrationDistance, "mired outside"),
    ]
  }
}

// MARK: - Charts

extension Limit where Limits == CalibrationLimits {
  private init(_ code: CalibrationRefusal.Code, _ path: WritableKeyPath<Limits, Double>, _ quantity: String) {
    self.init(code.rawValue, path, quantity, in: CalibrationLimits())
  }

  private init(_ code: CalibrationWarning.Code, _ path: WritableKeyPath<Limits, Double>, _ quantity: String) {
    self.init(code.rawValue, path, quantity, in: CalibrationLimits())
  }

  fileprivate static var chartRefusals: [Limit] {
    [
      Limit(.difference, \.difference, "mean CIEDE2000"),
      Limit(.leftOut as CalibrationRefusal.Code, \.leftOutShare, "share of the patches"),
      Limit(.illConditioned as CalibrationRefusal.Code, \.conditionNumber, "times that noise grows"),
      Limit(.offBlack as CalibrationRefusal.Code, \.blackShare, "black's response, of white's"),
      Limit(.unusualWhite as CalibrationRefusal.Code, \.unusualWhite, "mired off other cameras"),
      Limit(.lightsDisagree as CalibrationRefusal.Code, \.lightsDisagree, "mired off the other lights"),
      Limit(.mired, \.mired, "mired off, of a check"),
      Limit(.duv, \.duv, "Duv off, of a check"),
    ]
  }

  fileprivate static var chartWarnings: [Limit] {
    [
      Limit(.largeDifference, \.differenceWarning, "mean CIEDE2000"),
      Limit(.leftOut as CalibrationWarning.Code, \.leftOutShareWarning, "share of the patches"),
      Limit(.illConditioned as CalibrationWarning.Code, \.conditionNumberWarning, "times that noise grows"),
      Limit(.offBlack as CalibrationWarning.Code, \.blackShareWarning, "black's response, of white's"),
      Limit(.unusualWhite as CalibrationWarning.Code, \.unusualWhiteWarning, "mired off other cameras"),
      Limit(.lightsDisagree as CalibrationWarning.Code, \.lightsDisagreeWarning, "mired off the other lights"),
      Limit(.beyondUncertainty, \.statedErrors, "stated errors, of a check"),
    ]
  }
}
