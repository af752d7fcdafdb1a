extension Tolerance {
  public static let drawnPlace = Tolerance(
    0.03, "units of the drawing", cause: "two decimals of a place, and of the lines of the grid that it is measured by")
  public static let drawnPublishedPlace = Tolerance(
    0.2, "units of the drawing",
    cause: "published to four decimals of x, y: up to 0.13 units in the widest window of u, v")
  public static let drawnMired = Tolerance(
    1.5, "mired",
    cause: "two decimals of the ends of a line, where 1 mired is as little as 0.02 units, at 25 000 K and 1000 K")
  public static let publishedPatchColor = Tolerance(
    10, "of 255", cause: "the maker's colours are of another measurement, adapted from D50")
  public static let drawnGain = Tolerance(0.01, "of a gain", cause: "straight lines between samples 4 mired apart")
  public static let drawnChromaticity = Tolerance(
    1e-4, "x, y", cause: "two decimals of a place are 2e-5 in the widest window, and the published u, v have four")
  public static let drawnLegalGain = Tolerance(
    0.03, "of the largest gain", cause: "two decimals of a place near the purples, where a gain changes fast")
  public static let drawnScale = Tolerance(
    1e-3, "of the scale", cause: "two decimals of the first and the last line of a grid of 150 units")
  public static let drawnDuv = Tolerance(
    1e-4, "Duv", cause: "two decimals of a place are 1e-5 of x, y in the widest window, up to four times that in u, v")
}
