extension Tolerance {
  public static let developerGains = Tolerance(
    1e-3, "of a gain", cause: "whole kelvin, an output of 16 bits, and the fixed pattern of the sensor it is of")
  public static let developerMired = Tolerance(
    1, "mired", cause: "a thousandth of a gain is less than a mired")
  public static let transverse = Tolerance(
    1e-4, "of a ratio", cause: "curve and limits of a tuning file have five decimals")
  public static let otherObserver = Tolerance(
    15, "mired", cause: "RawTherapee's observer and green, which takes a part of what temperature is elsewhere")
  public static let developerGreen = Tolerance(
    2e-3, "of the factor", cause: "two gains, each to a thousandth")
  public static let fraction32 = Tolerance(
    5e-10, "of 1", cause: "a fraction of two integers of 32 bits, at worst 2^-31 off")
  public static let singlePrecision = Tolerance(
    2.5e-7, "of 1 to 2", cause: "LibRaw holds matrices and gains in single precision, as we hold the means of frames")
  public static let fractionOfExposure = Tolerance(
    1e-9, "of the value", cause: "the nearest of such fractions to what has no short one, down to 1e-3")
  public static let forwardWhite = Tolerance(1.5e-9, "of XYZ", cause: "three such fractions in a row")
  public static let roundedD50 = Tolerance(
    1e-4, "of XYZ", cause: "DNG's D50 has four decimals of XYZ, CIE's five of x, y")
  public static let curveGain = Tolerance(1e-12, "of the ratio", cause: "a matrix and its inverse, condition up to 100")
  public static let publishedSRGB = Tolerance(
    5e-4, "of white", cause: "sRGB's standard prints its matrix with four decimals")
  public static let scaledMatrices = Tolerance(
    1e-8, "of a gain", cause: "fractions of two integers of 32 bits, after a scale of 1e-90 to 1e90 is taken out")
  public static let exiftoolSum = Tolerance(1e-9, "stops", cause: "exiftool adds up logarithms in double precision")
  public static let colorsOfSensitivities = Tolerance(
    1.1, "CIEDE2000, mean",
    cause: "what a matrix of each light leaves of a ColorChecker, noise of the readings included")
}
