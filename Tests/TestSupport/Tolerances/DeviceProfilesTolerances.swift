// MARK: - ICC's numbers

extension Tolerance {
  public static let fixedPoint = Tolerance(0.5 / 65536, "of 1", cause: "ICC's s15Fixed16 has 16 bits behind the point")
  public static let fixedColorants = Tolerance(1.5 / 65536, "of XYZ", cause: "three such numbers are added up")
  public static let fixedAdaptation = Tolerance(
    4.0 / 65536, "of XYZ", cause: "three rounded factors of whites up to 4, and rounding")
  public static let taggedLight = Tolerance(
    2e-5, "x, y", cause: "nine rounded colorants, and the inverse of nine rounded factors")
  public static let taggedTemperature = Tolerance(3, "K", cause: "a white rounded to 1.5e-5 of x and y, near 6500 K")
  public static let taggedDuv = Tolerance(3e-5, "Duv", cause: "a white rounded to 2e-5 of x and y")
  public static let taggedNeutral = Tolerance(2e-4, "of a ratio", cause: "colorants of 16 bits, and their inverse")
  public static let transicc = Tolerance(
    2e-4, "per cent", cause: "transicc prints four decimals, out of a computation of single precision")
  public static let transiccWhite = Tolerance(
    2e-4 + 150.0 / 65536, "per cent", cause: "the same, and three rounded colorants in per cent")
}

// MARK: - Profiles of other programs

extension Tolerance {
  public static let publishedColorants = Tolerance(2e-4, "of XYZ", cause: "published colorants have four decimals")
  public static let publishedNeutral = Tolerance(
    1e-3, "of a ratio", cause: "colorants of four decimals, of which the inverse makes up to five times as much")
  public static let sRGBTemperature = Tolerance(0.1, "mired", cause: "D65 of four decimals, about a published 6504 K")
  public static let connectionWhite = Tolerance(1e-6, "K", cause: "the same white, by way of XYZ and back")
}

// MARK: - Tables

extension Tolerance {
  public static let encodedXYZ = Tolerance(2e-5, "x, y", cause: "half a step of XYZ in 16 bits, at a point of the grid")
  public static let encodedLab = Tolerance(2e-4, "x, y", cause: "half a step of Lab in 16 bits, at a point of the grid")
  public static let encodedLab8 = Tolerance(1e-2, "x, y", cause: "half a step of Lab in 8 bits, at a point of the grid")
  public static let encodedGray = Tolerance(1e-4, "x, y", cause: "every encoding holds a* = b* = 0 without rounding")
  public static let tableLight = Tolerance(
    2e-7, "x, y", cause: "LittleCMS evaluates in single precision, and the way back is solved to 1e-7 in u, v")
  public static let solvedTable = Tolerance(3e-7, "x, y", cause: "the way back is solved to 1e-7 in u, v")
  public static let tableNeutral = Tolerance(
    2e-6, "of a ratio", cause: "the same, where a neutral moves by up to ten times what x and y do")
}
