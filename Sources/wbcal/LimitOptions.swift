import ArgumentParser
import GrayCard

/// When a card is refused, and when a warning stands beside it.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Refuse a card at another limit than usual. Repeats. The codes, their usual limits, and of what:",
      discussion: CardLimit.list(CardLimit.refusals), valueName: "code=value"))
  var refusals: [String] = []

  @Option(
    name: .customLong("warn"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Warn at another limit than usual. Repeats. The codes, their usual limits, and of what:",
      discussion: CardLimit.list(CardLimit.warnings), valueName: "code=value"))
  var warnings: [String] = []

  func validate() throws { _ = try limits() }

  func limits() throws -> GrayCardLimits {
    var limits = GrayCardLimits()
    for text in refusals {
      try Self.set(
        text, of: CardLimit.refusals, in: &limits, option: "--limit",
        others: (CardLimit.warnings, "a warning; give it to --warn"))
    }
    for text in warnings {
      try Self.set(
        text, of: CardLimit.warnings, in: &limits, option: "--warn",
        others: (CardLimit.refusals, "a reason to refuse; give it to --limit"))
    }
    return limits
  }

  private static func set(
    _ text: String, of known: [CardLimit], in limits: inout GrayCardLimits, option: String,
    others: (known: [CardLimit], are: String)
  ) throws {
    func wrong(_ reason: String) -> ValidationError { ValidationError("\(option) \(text): \(reason)") }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw wrong("it must be a code, '=' and a number, as in \(known[0].example)")
    }
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

/// A limit that an option sets.
private struct CardLimit {
  let code: String
  /// What it is a limit of, for the help.
  let quantity: String
  let isWhole: Bool
  private let value: (GrayCardLimits) -> Double
  /// Whether the value can be a limit of this kind.
  let set: (inout GrayCardLimits, Double) -> Bool

  /// With the usual limit.
  var example: String {
    let usual = value(GrayCardLimits())
    return "\(code)=\(Int(exactly: usual).map(String.init) ?? "\(usual)")"
  }

  static func list(_ limits: [CardLimit]) -> String {
    let width = (limits.map(\.example.count).max() ?? 0) + 2
    return limits.map { $0.example + String(repeating: " ", count: width - $0.example.count) + $0.quantity }
      .joined(separator: "\n")
  }

  private init(_ code: String, _ path: WritableKeyPath<GrayCardLimits, Double>, _ quantity: String) {
    (self.code, self.quantity, isWhole) = (code, quantity, false)
    value = { $0[keyPath: path] }
    set = { limits, value in
      limits[keyPath: path] = value
      return true
    }
  }

  private init(_ code: String, _ path: WritableKeyPath<GrayCardLimits, Int>, _ quantity: String) {
    (self.code, self.quantity, isWhole) = (code, quantity, true)
    value = { Double($0[keyPath: path]) }
    set = { limits, value in
      guard let count = Int(exactly: value) else { return false }
      limits[keyPath: path] = count
      return true
    }
  }

  private init(_ code: Refusal.Code, _ path: WritableKeyPath<GrayCardLimits, Double>, _ quantity: String) {
    self.init(code.rawValue, path, quantity)
  }

  private init(_ code: Warning.Code, _ path: WritableKeyPath<GrayCardLimits, Double>, _ quantity: String) {
    self.init(code.rawValue, path, quantity)
  }

  static var refusals: [CardLimit] {
    [
      CardLimit(.clipped, \.clippedShare, "share of a channel's samples"),
      CardLimit(.tooDark, \.signalShare, "the weakest signal, of the range"),
      CardLimit(.tooNoisy, \.relativeStandardError, "a channel's error, of its signal"),
      CardLimit(Refusal.Code.tooSmall.rawValue, \.sampleCount, "samples in a channel"),
      CardLimit(.greensDiffer, \.greenDifferenceShare, "share of the greens' mean"),
      CardLimit(.notUniform, \.leftOutShare, "share of the region left out"),
      CardLimit(.textured, \.textureShare, "deviation from cell to cell, share"),
      CardLimit(.colorVaries as Refusal.Code, \.colorDifference, "of R/G or B/G, share"),
      CardLimit(.notALight, \.duv, "Duv of the light"),
      CardLimit(.tooWarm, \.temperature, "kelvin of the light"),
      CardLimit(.blackLevel, \.blackGainShare, "change of a gain, share"),
    ]
  }

  static var warnings: [CardLimit] {
    [
      CardLimit(.nearClipping, \.brightShare, "the brightest signal, of the range"),
      CardLimit(.strongShading, \.shading, "brightest part to darkest, ratio"),
      CardLimit(.colorVaries as Warning.Code, \.colorDifferenceWarning, "of R/G or B/G, share"),
      CardLimit(.partlyLeftOut, \.leftOutShareWarning, "share of the region"),
      CardLimit(.belowBlack, \.belowBlackShare, "share of the frame's samples"),
      CardLimit(.farFromCalibration, \.calibrationDistance, "mired outside"),
    ]
  }
}
