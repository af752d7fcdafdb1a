// MARK: - Numerical methods

extension Tolerance {
  public static let bandedSolution = Tolerance(1e-14, "", cause: "sums of up to 23 products of numbers up to 1")
  public static let normalEquations = Tolerance(
    1e-12, "of unknowns up to 3", cause: "normal equations square a condition of up to ten")
  public static let boundedLeastSquares = Tolerance(
    0.03, "of 1", cause: "the steps end where each difference is within 0.01 of its bound; scaling removes the rest")
  public static let valleyEnd = Tolerance(
    1e-6, "of 1", cause: "derivatives are differences over 1e-7, and the last step gains less than 1e-9 of the sum")
  public static let leastPlace = Tolerance(
    3e-8, "of a bracket of 2", cause: "near its least a parabola is flat to the root of a double's precision")
  public static let medianDeviation = Tolerance(
    0.15, "of the standard deviation", cause: "4000 draws determine it to 2 %, and 100 outliers of 4100 add 4 %")
}
