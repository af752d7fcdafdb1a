/// The kinds of findings whose values are beyond a limit.
public protocol LimitCode: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Returns the value, the limit, and what to do, as a sentence.
  ///
  /// - Parameters:
  ///   - value: The value found, in the unit of the code.
  ///   - limit: The limit that it passed, in the same unit.
  func message(value: Double, limit: Double) -> String
}

/// A value beyond a limit: a reason not to trust a result, or something that a person should know about it.
public struct LimitBreach<Code: LimitCode>: Hashable, Sendable, CustomStringConvertible {
  /// The kind of finding.
  public let code: Code
  /// The value found, in the unit of its `code`.
  public let value: Double
  /// The limit that the value passed, in the same unit.
  public let limit: Double

  /// Creates a finding from its kind, the value found, and the limit that it passed.
  public init(code: Code, value: Double, limit: Double) {
    self.code = code
    self.value = value
    self.limit = limit
  }

  /// The value, the limit, and what to do, as a sentence.
  public var description: String { code.message(value: value, limit: limit) }

  /// The finding in the form that all findings share.
  public var finding: Finding {
    Finding(code: code.rawValue, value: value, limit: limit, message: description)
  }
}

extension LimitBreach: FindingSource where Code: FindingCode {}
