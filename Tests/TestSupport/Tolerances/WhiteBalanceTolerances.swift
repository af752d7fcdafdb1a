// MARK: - Characterization

extension Tolerance {
  public static let characterizedChromaticity = Tolerance(
    1e-12, "x, y", cause: "a matrix and its inverse, condition up to 100, and its temperature to 1e-10 mired")
  public static let characterizedNeutral = Tolerance(
    1e-12, "of the sum of channels", cause: "a matrix and its inverse, and its temperature to 1e-10 mired")
  public static let characterizedMired = Tolerance(
    1e-8, "mired", cause: "chromaticity to 1e-12, where the locus moves by 1e-4 in a mired")
  public static let miredOutside = Tolerance(1e-10, "mired", cause: "a temperature is 1e6 over a mired, there and back")
  public static let refusedDistance = Tolerance(
    1.001e-6, "mired", cause: "lights closer than 1e-6 mired are refused, and temperatures round it")
  public static let mergedDistance = Tolerance(
    0.999e-6, "mired", cause: "no lights closer than 1e-6 mired are taken, and temperatures round it")
  public static let cancelledErrors = Tolerance(
    1e-7, "of a gain", cause: "the root of the rounding of sums that cancel, with errors as large as the channels")
  public static let fewMired = Tolerance(
    0.02, "of an error", cause: "the locus bends over the one mired of a million kelvin, and steps of 1e-5 are rounded")
  public static let heldTint = Tolerance(1e-8, "tint", cause: "3000 times a Duv to 1e-12")
  public static let nearestLegalLight = Tolerance(
    1e-9, "u, v", cause: "golden section finds a place to the square root of a distance's rounding")
  public static let stepOfEdge = Tolerance(1e-12, "of a gain", cause: "steps of a tenth of a range up to 3, added up")
  public static let readmeDigits = Tolerance(0.01, "K, tint", cause: "the README prints two decimals")
}

// MARK: - Gain curves

extension Tolerance {
  public static let typicalCamera = Tolerance(
    1e-3, "of entries up to 1.5", cause: "three decimals, and sums at 5 nm where these are at 1 nm")
  public static let curveBetweenCardsMired = Tolerance(
    6, "mired", cause: "cards under A and D65, and 26 cameras' mean between them: 4 mired over cameras")
  public static let curveBetweenCardsDuv = Tolerance(
    2e-3, "Duv", cause: "cards under A and D65, and 26 cameras' mean between them: 0.0009 over cameras")
}

// MARK: - White maps

extension Tolerance {
  public static let mappedNeutral = Tolerance(
    1e-11, "of the sum of channels",
    cause: "a matrix and its inverse, and a map that rises by a hundredth of a knot at least")
  public static let mappedChromaticity = Tolerance(
    1e-11, "x, y", cause: "a matrix and its inverse, and a map that rises by a hundredth of a knot at least")
  public static let makersTemperature = Tolerance(
    0.05, "of the temperature", cause: "the maker's table is of one unit, DNG's matrices of another")
  public static let unmovedLight = Tolerance(
    1e-3, "x", cause: "a map that moves lights by a hundredth of ln R/B moves x by more than this")
}
