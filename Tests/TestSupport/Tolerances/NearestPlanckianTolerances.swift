/// The errors that the nearest Planckian may have. The stated domain is 1000 to 100 000 K and |Duv| up to 0.05.
extension Tolerance {
  public static let nearestTemperature = Tolerance(
    4e-15, "of T", cause: "roundings of numbers relative to infinite temperature, which are small where T is high")
  public static let miredAbove100000K = Tolerance(
    1e-13, "mired", cause: "the same, where the locus moves by 6e-5 in a mired")
  public static let temperatureBelow1000K = Tolerance(
    4e-14, "of T", cause: "the same, where the locus moves by 7e-5 in a mired and 2000 mired are one T")
  public static let temperatureAside = Tolerance(
    8e-15, "of T", cause: "the same, for Duv from -0.089 to 0.09: beside the evolute an error is ten times as large")
  public static let nearestDuv = Tolerance(4e-16, "Duv", cause: "roundings of sums of numbers up to 0.4")
  public static let chromaticityOfTemperature = Tolerance(
    1e-15, "u, v, x, y", cause: "roundings of numbers up to 1, and a division by 2u - 8v + 4, which falls to 1.3")
  public static let chromaticityAround = Tolerance(
    4e-15, "u, v, x, y", cause: "the same, where x and y grow: a division by a small denominator far above the locus")
  public static let uniformChromaticityRounding = Tolerance(
    4e-14, "of T", cause: "half a unit of the last place of u and v, 3e-17, where the locus moves by 6e-5 in a mired")
  public static let pointOfDefinition = Tolerance(
    5e-15, "u, v", cause: "the definition's 471 terms summed in double precision")
  public static let tangentOfDefinition = Tolerance(
    5e-13, "", cause: "the definition's derivatives are small differences, at 500 K of numbers 1e4 times as large")
  public static let seam = Tolerance(
    1e-15, "u, v", cause: "two polynomials of degree 7, each within a few units of the last place")
  public static let residualAlong = Tolerance(
    2.5e-15, "u, v", cause: "beside the evolute, a step's square times the bend's neglected terms: 5e-13 of T")
}
