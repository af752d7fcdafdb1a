/// How far chance alone carries a reading, where the seed is fixed and the reading states its standard error.
extension Tolerance {
  public static let twoStandardErrors = Tolerance(
    2, "standard errors", cause: "chance is beyond it once in 22 readings")
  public static let threeStandardErrors = Tolerance(
    3, "standard errors", cause: "chance is beyond it once in 370 readings")
  public static let fourStandardErrors = Tolerance(
    4, "standard errors", cause: "chance is beyond it once in 16 000 readings")
  public static let fiveStandardErrors = Tolerance(
    5, "standard errors", cause: "chance is beyond it once in 1.7 million readings")
  public static let spreadOf200 = Tolerance(
    0.15, "of the standard error", cause: "200 readings know their own spread to 5 %: three times that")
  public static let spreadOf400 = Tolerance(
    0.11, "of the standard error", cause: "400 readings know their own spread to 3.5 %: three times that")
  public static let covarianceOfHalves = Tolerance(
    0.1, "of the covariance", cause: "noise of a tenth of the variation in 16 parts, and shading inside of them")
  public static let covarianceOf60 = Tolerance(
    0.5, "of the noise's own", cause: "60 cards of 16 parts know it to 13 %: four times that")
}
