extension Tolerance {
  public static let statedDifference = Tolerance(
    0.02, "of the difference", cause: "known-differences.csv states a difference in two or three digits")
  public static let recordedAnswer = Tolerance(
    1e-9, "of the answer", cause: "known-differences.csv records an answer in ten digits")
}
