// MARK: - What the tool measures

extension Tolerance {
  public static let farRoundTrip = Tolerance(
    1e-9, "K, tint", cause: "x and y to 1e-16, at a tint so far out that no light has it")
  public static let noisyGains = Tolerance(
    0.01, "of a gain", cause: "noise of 2 over 192 samples is 0.14 % of red's 100, and black adds a thousandth at most")
  public static let errorsOf192 = Tolerance(
    0.2, "of the standard error", cause: "192 samples know their spread to 5 %, and two such are divided: three times")
  public static let seenBlackAround = Tolerance(
    1, "raw values of 10 bits", cause: "noise of 1 around the card, and the limit above which a place is not dark")
  public static let meanOfRamp = Tolerance(
    1e-3, "of the range",
    cause: "samples of a pattern of three values, in a region whose sides are no multiple of three")
  public static let lightOfSample = Tolerance(50, "K", cause: "the light of the sample's card is known to 20 K")
  public static let cloudySample = Tolerance(
    2, "mired", cause: "noise of a frame's patches, and two matrices blended where neither was measured")
  public static let unlearntLamp = Tolerance(20, "mired", cause: "matrices of A and D65 blended for an LED lamp")
  public static let calibratedRange = Tolerance(
    0.01, "mired", cause: "a profile keeps the light of each chart with the digits of its tags")
  public static let foreignWhite = Tolerance(2, "K", cause: "colorants with five decimals, in tags of 1/65536")
}

// MARK: - What the tool makes

extension Tolerance {
  public static let daylightsName = Tolerance(
    5, "K", cause: "the chromaticity of a daylight is a cubic of its name, and the nearest black body a few kelvin off")
  public static let litSample = Tolerance(
    1e-3, "of the range", cause: "shot noise of 1e9 electrons, and values in 65 535 steps")
  public static let meanOfDark = Tolerance(
    0.1, "raw values", cause: "1024 samples with noise of 1 know their mean to 0.03: three times")
  public static let meanOfPicture = Tolerance(
    2, "of 255", cause: "the curve of sRGB over 384 pixels with noise, and values in whole steps")
  public static let shownSurface = Tolerance(
    4, "of 255", cause: "the camera's matrix is not exact for wood, and values are in whole steps")
  public static let movedLight = Tolerance(
    0.05, "mired", cause: "the profile's lights are moved to those that DNG knows")
  public static let exchangedGains = Tolerance(
    0.01, "of a gain", cause: "the lights of the matrices are moved to those that DNG knows")
  public static let drawnRange = Tolerance(
    0.1, "mired", cause: "places are drawn to a hundredth of a unit, and the lights are named to a kelvin")
}

// MARK: - The tool on the rig's camera

extension Tolerance {
  public static let stepOfBalance = Tolerance(
    0.5 / 256 + 1e-6, "of a gain", cause: "a balance is a multiple of 1/256, and printed with six digits")
  public static let lightOfNegative = Tolerance(
    3, "mired", cause: "noise of a tenth over the card, and lights moved to those that DNG knows")
  public static let bracketRatio = Tolerance(
    0.02, "of the ratio", cause: "noise of the darkest frame's card, and exposures in steps of 100 µs")
}

// MARK: - The tool on the simulated camera

extension Tolerance {
  public static let simulatedLight = Tolerance(
    4, "mired", cause: "noise of a card in one small frame, and a profile of matrices")
}
