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
  public static let seam = Tolerance(
    1e-15, "u, v", cause: "two polynomials of degree 7 from 1000 K up, each within a few units of the last place")
  public static let tableBelow1000K = Tolerance(
    5e-13, "u, v", cause: "the same degree, where a segment spans up to 130 mired; 1e-13 of T")
}
