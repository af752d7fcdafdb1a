/// How large an error a test allows, in which unit, and what causes it.
public struct Tolerance: Hashable, Sendable {
  public let limit: Double
  public let unit: String
  public let cause: String

  public init(_ limit: Double, _ unit: String, cause: String) {
    self.limit = limit
    self.unit = unit
    self.cause = cause
  }

  public func allows(_ error: Double) -> Bool { error <= limit }
}

// MARK: - Exactness

extension Tolerance {
  public static let exact = Tolerance(0, "", cause: "the same operations on the same numbers")
  public static let literal = Tolerance(
    1, "ulp", cause: "Swift on x86-64 rounds a literal to 80 bits before it rounds it to 64")

  /// The error of `value` in units of the last place of `expected`; not finite where either is not.
  public static func ulps(_ value: Double, from expected: Double) -> Double {
    value == expected ? 0 : abs(value - expected) / expected.ulp
  }
}
