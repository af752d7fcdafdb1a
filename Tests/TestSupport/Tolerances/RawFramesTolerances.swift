extension Tolerance {
  public static let spreadOf3072 = Tolerance(
    0.04, "of the standard deviation", cause: "3072 samples know their own spread to 1.3 %: three times that")
  public static let varianceOf768 = Tolerance(
    0.1, "of the variance",
    cause: "four differences of 768 samples, each sharing a frame with the next, know it to 3.1 %: three times that")
  public static let varianceOf384 = Tolerance(
    0.14, "of the variance",
    cause: "four differences of 384 samples, each sharing a frame with the next, know it to 4.2 %: three times that")
  public static let varianceOf160 = Tolerance(
    0.28, "of the variance", cause: "160 numbers know their variance to 11 %: 2.5 times that")
}
