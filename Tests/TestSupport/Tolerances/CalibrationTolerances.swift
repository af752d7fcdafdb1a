// MARK: - Calibration

extension Tolerance {
  public static let learntReferences = Tolerance(
    4e-5, "Duv", cause: "a map is smooth, and keeps to what it learnt within hundredths of its steps of 0.004")
  public static let tabledMired = Tolerance(1e-4, "mired", cause: "errors by kind of light are rounded to 1e-4 mired")
  public static let correctedWithinOneError = Tolerance(
    0.21, "of the lamps", cause: "two of ten LEDs have a violet LED, and nine of 27 tubes are of good colour")
  public static let correctedTubes = Tolerance(
    0.75, "of the error of Duv without a kind", cause: "the scatter of lamps, and a typical camera's matrices")
  public static let correctedLEDs = Tolerance(
    0.9, "of the error of Duv without a kind", cause: "the scatter of LEDs, two of which have a violet LED")
  public static let correctedDuv = Tolerance(
    0.65, "of the error of Duv without a kind", cause: "what fluorescent lamps do not have in common")
  public static let statedOfAnyLamp = Tolerance(
    3, "stated standard errors", cause: "chance exceeds it once in 370 values, and twelve are compared")
  public static let statedOfPart = Tolerance(
    1.3, "root mean square in stated errors",
    cause: "lights of a camera have one common error, and its size is estimated from one table")
  public static let tabledDuv = Tolerance(1e-7, "Duv", cause: "errors by kind of light are rounded to a Duv of 1e-7")
  public static let whitePreserved = Tolerance(1e-13, "of the neutral", cause: "a matrix and its inverse, condition 8")
  public static let chartNeutral = Tolerance(
    0.004, "of a channel", cause: "a device sees the grays differ from white almost, not exactly, as the observer does")
  public static let matrixRecovered = Tolerance(
    1e-5, "of entries up to 1", cause: "the search ends where a step gains less than 1e-9 of what is left")
  public static let refitted = Tolerance(
    1e-3, "ΔE", cause: "the search ends within the square root of its least gain, in another order of patches")
  public static let refinedFactor = Tolerance(
    1e-9, "of 1", cause: "weights that differ by 1e6 between temperature and tint, and an inverse of them")
  public static let residualMired = Tolerance(
    1e-6, "mired",
    cause: "factors to 1e-9, of which a hundredth moves a light by some mired, and the temperature to 1e-8")
  public static let residualDuv = Tolerance(
    1e-9, "Duv", cause: "factors to 1e-9, of which a hundredth moves Duv by 0.002")
  public static let unitShare = Tolerance(
    1e-6, "of a channel", cause: "the difference of two ratios near 1, refined to 1e-9")
  public static let meanOfCards = Tolerance(
    1e-5, "of 1", cause: "two cards whose errors differ by 0.2 % weigh 0.4 % apart, which moves a mean of 0.001 by 4e-6"
  )
  public static let negligibleChannelError = Tolerance(
    1e-9, "of the error", cause: "two channels have errors of 1e-8, a millionth of the third's: 1e-12 of its square")
  public static let meanChiSquare = Tolerance(
    0.3, "of a mean of 2", cause: "400 draws with two degrees of freedom determine it to 0.1; this is three times that")
  public static let shiftOfWhite = Tolerance(
    0.4, "of the shift",
    cause: "the stated shift is that of a linear fit, and the fit itself weighs patches by CIEDE2000")
  public static let cancelledCovariance = Tolerance(
    1e-4, "of the variance",
    cause: "a shared variance of 1e-4 cancels to 1e-10, and leaves its last six digits' roundings")
  public static let sumBetweenNodes = Tolerance(
    0.05, "of the error", cause: "a root of squares is linear between two nodes in the table, and not in itself")
  public static let chiSquareLimit = Tolerance(
    0.03, "of the limit", cause: "Wilson and Hilferty's cube is 2.3 % above the table for 2 degrees of freedom")
}

// MARK: - Charts

extension Tolerance {
  public static let lampsWithinOneError = Tolerance(
    0.17, "of the lamps", cause: "one stated error for all cameras, whose own are half to one and a half times it")
  public static let lampsBeyondOneError = Tolerance(
    0.27, "of the lamps",
    cause: "a curve states errors of any light, and the CIE's lamps are found better: 92 % at most")
  public static let lampsWithinTwoErrors = Tolerance(
    0.12, "of the lamps", cause: "lamps with lines are off by more than a normal distribution has")
  public static let kindStatedErrors = Tolerance(
    0.4, "of the errors' root mean square",
    cause: "1.3 is asked over many lamps; here are as few as twelve of a kind, on four cameras")
  public static let studiedErrors = Tolerance(
    0.08, "of the study's errors",
    cause: "the study had 24 to 25 of the 26 cameras; with the mean error in them, the errors are larger by a tenth")
  public static let anyStatedErrors = Tolerance(
    0.25, "of the errors' root mean square",
    cause: "errors of any light are stated for lamps that differ more than these; they are 1.14 of those found")
  public static let kindWithinOneError = Tolerance(
    0.15, "of the lamps",
    cause: "few lamps of a kind, each of them alike on all cameras, and other lamps than those of the study")
  public static let skiesWithinOneError = Tolerance(
    0.06, "of the skies", cause: "47 skies of one place, each of them alike on all cameras")
  public static let unusualCameras = Tolerance(
    1.7, "stated errors", cause: "two of six cameras, of one maker, find fluorescent lamps three times as far off")
  public static let kindWithinTwoErrors = Tolerance(
    0.1, "of the lamps", cause: "twelve discharge lamps, of which one is odd, alike on all cameras")
  public static let anyWithinTwoErrors = Tolerance(
    0.03, "of the lamps", cause: "55 lamps of all kinds, on four cameras that see each of them alike")
  public static let errorOfCurves = Tolerance(
    0.05, "of the stated error", cause: "one growth for all temperatures, while a tint's is larger for blue skies")
  public static let errorOfCurvesUnderLamps = Tolerance(
    0.15, "of the stated error",
    cause: "each lamp's own distance from daylight and black bodies, beside that of its kind")
  public static let excessOfCurves = Tolerance(
    0.3, "of the stated error", cause: "one growth for all temperatures, and for colder lights it is a fifth less")
  public static let outsideWithinOneError = Tolerance(
    0.12, "of the lights", cause: "few lamps are outside, and all cameras see each of them alike")
  public static let errorOfCopies = Tolerance(
    0.01, "of the stated error", cause: "the copies differ from the lamps by 0.1 % at each wavelength")
  public static let outsideBeyondOneError = Tolerance(
    0.18, "of the lights", cause: "one growth for all kinds of light and all charts: 86 % at most, of black bodies")
  public static let outsideWithinTwoErrors = Tolerance(
    0.1, "of the lights", cause: "lamps with lines are off by more than a normal distribution has")
  public static let largestOutside = Tolerance(
    6.5, "stated errors", cause: "one growth for all cameras, of which one finds 1000 K 6.1 stated errors off")
  public static let ofChartsWithinOneError = Tolerance(
    0.15, "of the lights", cause: "few lamps of a kind, each of them alike on all cameras, by charts under one lamp")
  public static let ofChartsWithinTwoErrors = Tolerance(
    0.1, "of the lights", cause: "few lamps of a kind, of which one is odd, alike on all cameras")
  public static let ofChartsStatedErrors = Tolerance(
    1.7, "of the errors' root mean square",
    cause:
      "one error for all lights of a kind: the CIE's daylight is found better than skies, and the whitest lamps are nearly smooth"
  )
  public static let whiteOfCameras = Tolerance(
    34, "mired", cause: "over 314 cameras the whites under one light scatter by as much")
  public static let lightBetweenCharts = Tolerance(
    10, "mired", cause: "a matrix of one light finds the other one off by some mired")
  public static let copiedChart = Tolerance(
    0.1, "CIEDE2000", cause: "one patch of many is wrong, and a group of patches is left out at a time")
  public static let blackOfGrays = Tolerance(
    0.1, "of the black added", cause: "the grays of the chart are not quite gray, and white has the black in it")
  public static let blackOfChannels = Tolerance(
    0.2, "of the black added", cause: "a black of another colour moves white too, and the grays are not quite gray")
  public static let noBlack = Tolerance(1e-3, "of white", cause: "the grays of the chart are not quite gray")
  public static let checkedLight = Tolerance(
    5, "mired", cause: "matrices under A and D65 find daylight between them, off by some mired")
  public static let errorOfCloseLights = Tolerance(
    0.1, "of the error of one light",
    cause: "what an error of a light in mired does to the channels' ratios differs among them")
  public static let coldestLight = Tolerance(
    1e-3, "K", cause: "the light is brought just above the lowest temperature that is computed")
}
