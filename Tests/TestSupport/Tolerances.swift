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

// MARK: - Nearest Planckian

extension Tolerance {
  public static let nearestTemperature = Tolerance(
    2e-14, "of T", cause: "x and y less the origin's are exact, what follows rounds; 1000 to 100 000 K, |Duv| to 0.05")
  public static let nearestMired = Tolerance(
    2e-11, "mired", cause: "above 100 000 K a rounding of u and v, 1e-17, is 1e-13 mired; below 1000 K the table's 1e-14 of T")
  public static let nearestDuv = Tolerance(4e-16, "Duv", cause: "rounding of x, y and Duv, each within 1")
  public static let chromaticityOfTemperature = Tolerance(
    2.5e-16, "x, y", cause: "two units of the last place of numbers from 0.25 to 1")
  public static let uniformChromaticityRounding = Tolerance(
    1e-12, "of T", cause: "half a unit of the last place of u and v, 3e-17, beside 5e-5 for a mired at 100 000 K")
  public static let tableAgainstDefinition = Tolerance(
    1e-14, "u, v", cause: "the definition's 471 terms summed in double precision")
}
