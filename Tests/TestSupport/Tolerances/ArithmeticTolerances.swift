extension Tolerance {
  public static let spectralSum = Tolerance(
    1e-14, "x, y", cause: "471 products summed in double precision")
  public static let rounding = Tolerance(4e-15, "of the value", cause: "a few roundings in double precision")
  public static let projectedChromaticity = Tolerance(
    1e-13, "x, y", cause: "a division by up to 0.001 between x, y and u, v")
  public static let matrixInverse = Tolerance(
    1e-12, "of the matrix", cause: "cofactors in double precision, condition up to 100")
  public static let daylightSum = Tolerance(1e-12, "of 100 at 560 nm", cause: "a few roundings of numbers up to 200")
  public static let conditionNumber = Tolerance(
    1e-11, "of the number", cause: "the least eigenvalue of a square is off by roundings of one 400 times as large")
}
