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
}

extension Tolerance {
  public static let literal = Tolerance(
    1, "ulp", cause: "Swift on x86-64 rounds a literal to 80 bits before it rounds it to 64")

  /// The error of `value` in units of the last place of `expected`; not finite where either is not.
  public static func ulps(_ value: Double, from expected: Double) -> Double {
    value == expected ? 0 : abs(value - expected) / expected.ulp
  }
}

// MARK: - Published figures

extension Tolerance {
  public static let publishedChromaticity = Tolerance(
    6e-5, "x, y", cause: "CIE 15 prints four decimals, LED-V1 and FL3.13 rounded from sums on another grid")
  public static let equalEnergy = Tolerance(
    5e-5, "x, y", cause: "the sums of the CIE's colour-matching functions agree to four digits")
  public static let publishedDaylightX = Tolerance(
    1.5e-5, "x", cause: "CIE 15 prints five decimals, summed from spectra with rounded factors")
  public static let daylightHalves = Tolerance(2e-6, "x", cause: "CIE 15 prints xD's cubics with five digits")
  public static let publishedIlluminantTable = Tolerance(
    1e-3, "of 100 at 560 nm", cause: "CIE's tables of A, D50 and D65 print six digits, at 5 nm and again at 1 nm")
  public static let roundedDaylightFactors = Tolerance(
    0.02, "of 100 at 560 nm", cause: "CIE's tables of D50 and D65 take M1 and M2 rounded to three decimals")
  public static let daylightComponents = Tolerance(
    2.5e-4, "x, y", cause: "S0, S1, S2 print two decimals, xD a cubic of six digits")
}

// MARK: - Arithmetic

extension Tolerance {
  public static let spectralSum = Tolerance(
    1e-14, "x, y", cause: "471 products summed in double precision")
}
