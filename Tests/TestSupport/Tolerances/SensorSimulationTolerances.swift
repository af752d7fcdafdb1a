extension Tolerance {
  public static let portableLogarithm = Tolerance(
    4e-16, "of the larger of the logarithm and 1", cause: "some ten roundings of terms that sum to the logarithm")
  public static let stirling = Tolerance(
    3e-12, "of n log n", cause: "the series of log n! without its fourth term, from n = 10 on")
  public static let falloff = Tolerance(1e-12, "of the value", cause: "a few roundings, beside those of the angle")
  public static let namedLight = Tolerance(
    6e-5, "x, y", cause: "CIE 15 prints four or five decimals; D55 and D75 are computed, not tabulated")
  public static let kolmogorov = Tolerance(
    2.69, "of 1 / √n", cause: "the largest distance of n draws from their law is beyond it once in a million cases")
  public static let poissonSum = Tolerance(
    1e-12, "of the samples", cause: "2000 terms of Poisson's law are summed in double precision")
  public static let twoPatterns = Tolerance(
    0.15, "of the variance", cause: "9216 samples know twice a variance to 0.03: five times that")
  public static let lampTemperature = Tolerance(1, "K", cause: "CIE's A is 2855.5 K by the c2 of CIE 15")
}
