extension Tolerance {
  public static let asShotTemperature = Tolerance(
    5, "K", cause: "the specification's iteration stops at 1e-7 of x, y, and LibRaw's neutral has single precision")
  public static let asShotTint = Tolerance(0.5, "tint", cause: "the same")
  public static let cardInNoise = Tolerance(
    5, "standard errors", cause: "a card of 100 x 80 samples with noise; beyond it once in two million")
  public static let spreadOfBlack = Tolerance(
    0.01, "of the spread", cause: "80 columns are not a whole number of 7, and both vary by channel")
  public static let wholeBlack = Tolerance(1, "raw values", cause: "LibRaw drops the fractions of levels")
  public static let maskedBlack = Tolerance(
    5, "standard errors", cause: "the mean of 288 masked samples or more of each channel with noise")
  public static let maskedScatter = Tolerance(
    0.35, "of a standard error", cause: "the scatter of 60 levels is off by 9 %, and the pattern of 8 columns by 25 %")
}
