/// How large an error a test allows, in which unit, and what causes it.
public struct Tolerance: Hashable, Sendable {
  public let limit: Double
  public let unit: String
  public let cause: String

  public init(_ limit: Double, _ unit: String, cause: String) {
    self.limit = limit
    self.unit = unit
    self.cause = cause
  }

  public func allows(_ error: Double) -> Bool { error <= limit }
}

// MARK: - Exactness

extension Tolerance {
  public static let exact = Tolerance(0, "", cause: "the same operations on the same numbers")
}

extension Tolerance {
  public static let literal = Tolerance(
    1, "ulp", cause: "Swift on x86-64 rounds a literal to 80 bits before it rounds it to 64")

  /// The error of `value` in units of the last place of `expected`; not finite where either is not.
  public static func ulps(_ value: Double, from expected: Double) -> Double {
    value == expected ? 0 : abs(value - expected) / expected.ulp
  }
}

// MARK: - Published figures

extension Tolerance {
  public static let publishedChromaticity = Tolerance(
    6e-5, "x, y", cause: "CIE 15 prints four decimals, LED-V1 and FL3.13 rounded from sums on another grid")
  public static let equalEnergy = Tolerance(
    5e-5, "x, y", cause: "the sums of the CIE's colour-matching functions agree to four digits")
  public static let publishedDaylightX = Tolerance(
    1.5e-5, "x", cause: "CIE 15 prints five decimals, summed from spectra with rounded factors")
  public static let daylightHalves = Tolerance(2e-6, "x", cause: "CIE 15 prints xD's cubics with five digits")
  public static let publishedIlluminantTable = Tolerance(
    1e-3, "of 100 at 560 nm", cause: "CIE's tables of A, D50 and D65 print six digits, at 5 nm and again at 1 nm")
  public static let roundedDaylightFactors = Tolerance(
    0.02, "of 100 at 560 nm", cause: "CIE's tables of D50 and D65 take M1 and M2 rounded to three decimals")
  public static let daylightComponents = Tolerance(
    2.5e-4, "x, y", cause: "S0, S1, S2 print two decimals, xD a cubic of six digits")
}

// MARK: - Arithmetic

extension Tolerance {
  public static let spectralSum = Tolerance(
    1e-14, "x, y", cause: "471 products summed in double precision")
}

extension Tolerance {
  public static let rounding = Tolerance(4e-15, "of the value", cause: "a few roundings in double precision")
  public static let projectedChromaticity = Tolerance(
    1e-13, "x, y", cause: "a division by up to 0.001 between x, y and u, v")
  public static let conditionNumber = Tolerance(
    1e-11, "of the number", cause: "the least eigenvalue of a square is off by roundings of one 400 times as large")
  public static let matrixInverse = Tolerance(
    1e-12, "of the matrix", cause: "cofactors in double precision, condition up to 100")
}

// MARK: - Temperature and Duv

extension Tolerance {
  public static let publishedTemperature = Tolerance(1e-9, "K", cause: "the table prints 15 digits")
  public static let publishedDuv = Tolerance(5e-15, "Duv", cause: "the table prints 12 digits of a Duv up to 0.005")
  public static let oracleTemperature = Tolerance(
    5e-14, "of the temperature", cause: "rounding of u and v to double, 5e-15 of T, grows beside the evolute")
  public static let oracleDuv = Tolerance(4e-16, "Duv", cause: "roundings of sums of numbers up to 0.4")
  public static let oracleUniform = Tolerance(4e-16, "u, v", cause: "roundings of sums of numbers up to 0.5")
  public static let oracleChromaticity = Tolerance(
    4e-15, "of x, y", cause: "the projection from u, v to x, y has a small denominator far above the locus")
  public static let mired = Tolerance(
    1e-10, "mired", cause: "sums to 1e-15 of u, v, where the locus moves by 1e-4 in a mired, doubled beside the evolute"
  )
  public static let duv = Tolerance(2e-15, "Duv", cause: "471 products summed in double precision")
}

// MARK: - Characterization

extension Tolerance {
  public static let characterizedChromaticity = Tolerance(
    1e-12, "x, y", cause: "a matrix and its inverse, condition up to 100, and its temperature to 1e-10 mired")
  public static let characterizedNeutral = Tolerance(
    1e-12, "of the sum of channels", cause: "a matrix and its inverse, and its temperature to 1e-10 mired")
  public static let characterizedMired = Tolerance(
    1e-8, "mired", cause: "chromaticity to 1e-12, where the locus moves by 1e-4 in a mired")
  public static let heldTint = Tolerance(1e-8, "tint", cause: "3000 times a Duv to 1e-12")
  public static let nearestLegalLight = Tolerance(
    1e-9, "u, v", cause: "golden section finds a place to the square root of a distance's rounding")
}

// MARK: - Gray cards

extension Tolerance {
  public static let refinedFactor = Tolerance(
    1e-9, "of 1", cause: "weights that differ by 1e6 between temperature and tint, and an inverse of them")
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
  public static let bandedSolution = Tolerance(1e-14, "", cause: "sums of up to 23 products of numbers up to 1")
}

// MARK: - Statistics

extension Tolerance {
  public static let spreadOf200 = Tolerance(
    0.15, "of the standard error", cause: "200 readings know their own spread to 5 %: three times that")
  public static let spreadOf400 = Tolerance(
    0.11, "of the standard error", cause: "400 readings know their own spread to 3.5 %: three times that")
}

extension Tolerance {
  public static let spreadOf3072 = Tolerance(
    0.04, "of the standard deviation", cause: "3072 samples know their own spread to 1.3 %: three times that")
  public static let varianceOf768 = Tolerance(
    0.1, "of the variance",
    cause: "four differences of 768 samples, each sharing a frame with the next, know it to 3.1 %: three times that")
}

extension Tolerance {
  public static let efficiencyOf800 = Tolerance(
    0.1, "of the Cramér-Rao bound", cause: "800 ratios of 400 cards know their spread to 3 %: three times that")
  public static let biasOf800 = Tolerance(
    0.15, "of the Cramér-Rao bound",
    cause: "400 pairs of ratios that share a green know their mean to 0.05: three times")
  public static let coverage68Of400 = Tolerance(
    0.07, "of the cards", cause: "400 trials at 68 % vary by 2.3 %: three times that")
  public static let coverage95Of400 = Tolerance(
    0.033, "of the cards", cause: "400 trials at 95 % vary by 1.1 %: three times that")
}

// MARK: - Dark frames

extension Tolerance {
  public static let coverageOfOne = Tolerance(
    0.06, "of the frames",
    cause: "1000 trials at 68.3 % vary by 1.5 %: four times that, as rows and parts are estimated")
  public static let coverageOfTwo = Tolerance(
    0.03, "of the frames",
    cause: "1000 trials at 95.4 % vary by 0.7 %: four times that, as rows and parts are estimated")
  public static let varianceOf384 = Tolerance(
    0.14, "of the variance",
    cause: "four differences of 384 samples, each sharing a frame with the next, know it to 4.2 %: three times that")
  public static let varianceOf160 = Tolerance(
    0.28, "of the variance", cause: "160 numbers know their variance to 11 %: 2.5 times that")
  public static let seenBlackLevel = Tolerance(
    1.5, "raw values of 10 bits",
    cause:
      "a dark place of a thirtieth of the card, in noise of up to 2, and lights in which channels differ by a fifth")
  public static let errorWithShading = Tolerance(
    2.5, "of the squared standard error",
    cause: "shading of twice the level's own noise is told by 60 numbers of like noise: 2 by theory, and chance")
  public static let errorOfError = Tolerance(
    0.3, "of the standard error", cause: "32 columns know their own spread to 12 %: 2.5 times that")
  public static let correlationOf400 = Tolerance(
    0.2, "of 1", cause: "400 readings know the variance of a sum, up to 4, to 7 %: half of that, and three times")
  public static let covarianceOfHalves = Tolerance(
    0.1, "of the covariance", cause: "noise of a tenth of the variation in 16 parts, and shading inside of them")
  public static let covarianceOf60 = Tolerance(
    0.5, "of the noise's own", cause: "60 cards of 16 parts know it to 13 %: four times that")
}

extension Tolerance {
  public static let robustMean = Tolerance(
    0.25, "of the standard error", cause: "the slope of shading is fitted, and known to a tenth of it on each axis")
}

extension Tolerance {
  public static let shadedStrip = Tolerance(
    1e-4, "of a ratio", cause: "rounding of 8 x 4 samples; with the shading left in it is 1e-3 to 5e-3")
  public static let noiseOfFrame = Tolerance(
    0.06, "of the variance",
    cause: "half of 16 384 samples know a variance to 1.6 %, and shading leaves 1 %: three times")
}

// MARK: - Metering

extension Tolerance {
  public static let lockedGains = Tolerance(
    0.3e-2, "of a ratio", cause: "24 frames of 0.2 % a channel know it to 0.07 %: four times that, the worst of 7000")
  public static let sharedMeterError = Tolerance(
    5e-4, "of the readings' error", cause: "no block's mean is taken to be better than 1e-4, beside readings of 0.4 %")
  public static let lockedGainsInNoise = Tolerance(
    0.7e-2, "of a ratio", cause: "a scan ends where a ratio is known to a sixth of a percent: four times that")
  public static let lockedGainsInChange = Tolerance(
    1e-2, "of a ratio", cause: "noise, and a light that changes by half a percent a second while it is measured")
  public static let followedGains = Tolerance(
    1.2e-2, "of a ratio", cause: "light that changes by 1.5 % a second, and blocks that agree upon its mean of a second"
  )
  public static let standardErrors = Tolerance(
    4, "standard errors", cause: "of 120 ratios the worst is beyond it once in 130 runs")
  public static let neutralAfterLock = Tolerance(
    0.5e-2, "of a ratio", cause: "three times the sixth of a percent to which a ratio is known when it is locked")
  public static let focusPosition = Tolerance(
    0.01, "of the lens's way", cause: "a third of the fine search's steps, and noise of 1 %")
}

// MARK: - Real frames

extension Tolerance {
  public static let chartGrays = Tolerance(
    0.06, "of the ratio", cause: "a black level known to half a step, on patches whose blue is 4 steps above it")
}

// MARK: - Finding a card

extension Tolerance {
  public static let missedCards = Tolerance(
    0.05, "of the scenes", cause: "of a small turned card, tiles and margins leave less than half")
  public static let mistakenCards = Tolerance(
    0.005, "of the scenes", cause: "a large blue wall that has the colour of a likelier light than the card's")
  public static let noiseOfTiles = Tolerance(
    0.3, "of the variance",
    cause: "16 samples of a tile know their variance to 37 %, and the least of ten bands is taken")
  public static let implausibleNeutrals = Tolerance(
    0.01, "of the neutrals", cause: "the range leaves out 1 in 200 of the neutrals that it was made from")
  public static let paintedWall = Tolerance(
    0.1, "of the ratio", cause: "paint is not quite neutral, and two lamps light the room")
}

// MARK: - Published methods, against the definition

extension Tolerance {
  public static let robertsonTemperature = Tolerance(
    5e-3, "of the temperature", cause: "isotherms 10 mired apart, printed with five digits, at 50 000 K")
  public static let robertsonDuv = Tolerance(
    1.1e-4, "Duv", cause: "the chord between isotherms up to 25 mired apart lies below the locus")
  public static let robertsonRoundTrip = Tolerance(
    1e-3, "mired", cause: "there a blend of directions, back a blend of distances")
  public static let ohnoTemperature = Tolerance(2.5, "K", cause: "steps of 1 %, at 20 000 K")
  public static let ohnoTriangle = Tolerance(
    5.5e-5, "of the temperature", cause: "the triangle's bias of 4e-5 to 1.1e-4 is corrected by a constant")
  public static let ohnoDuv = Tolerance(4e-5, "Duv", cause: "a parabola over steps of 1 %, just off the locus")
  public static let mcCamyFromAToD65 = Tolerance(10.5, "K", cause: "a cubic, at 3600 K")
  public static let mcCamyRange = Tolerance(0.03, "of the temperature", cause: "a cubic, at 12 000 K")
  public static let hernandezAndresDaylight = Tolerance(
    3e-3, "of the temperature", cause: "a sum of exponentials, fitted to measured skies, at 25 000 K")
  public static let hernandezAndresLocus = Tolerance(
    0.02, "of the temperature", cause: "the fit's end at 3000 K and its second set of constants, at 100 000 K")
  public static let kangChromaticity = Tolerance(6e-4, "x, y", cause: "cubics, at 2600 K")
  public static let kangJoints = Tolerance(7e-5, "x, y", cause: "the jump of x at 4000 K in the published cubics")
  public static let krystekUniform = Tolerance(1.1e-4, "u, v", cause: "quotients of quadratics")
}

// MARK: - Appearance

extension Tolerance {
  public static let publishedDifference = Tolerance(5e-5, "ΔE", cause: "the table prints four decimals")
  public static let difference = Tolerance(1e-12, "ΔE", cause: "rounding, of coordinates up to 500")
  public static let labRoundTrip = Tolerance(1e-12, "of a white of 100", cause: "a cube root and a cube")
  public static let adaptation = Tolerance(1e-13, "of Y", cause: "a matrix and its inverse, condition below 10")
}

// MARK: - Known differences from others

extension Tolerance {
  public static let statedDifference = Tolerance(
    0.02, "of the difference", cause: "known-differences.csv states a difference in two or three digits")
  public static let recordedAnswer = Tolerance(
    1e-9, "of the answer", cause: "known-differences.csv records an answer in ten digits")
}

// MARK: - Tints of other programs

extension Tolerance {
  public static let programTemperature = Tolerance(
    1e-12, "of the temperature", cause: "blue against red to 1e-14, which hardly rises with temperature at the hot end")
  public static let programTint = Tolerance(
    1e-12, "of the tint", cause: "x and y to 1e-16, in which little is green at the far end of the tints")
  public static let programChromaticity = Tolerance(
    1e-13, "x, y", cause: "temperature to the last bits, a matrix and its inverse")
  public static let baseLightSums = Tolerance(
    1e-13, "of the ratio", cause: "471 products summed in double precision, and a small Z as 1 - x - y")
  public static let darktableSums = Tolerance(
    2.2e-4, "of the temperature", cause: "darktable sums from 380 to 780 nm at 5 nm, at 25 000 K")
  public static let darktableSumsTint = Tolerance(
    6e-5, "of the tint", cause: "darktable sums from 380 to 780 nm at 5 nm, at 4000 K")
  public static let rawTherapeeMatrix = Tolerance(
    2e-7, "of the ratio", cause: "RawTherapee's matrix has seven decimals")
}

// MARK: - Calibration

extension Tolerance {
  public static let whitePreserved = Tolerance(1e-13, "of the neutral", cause: "a matrix and its inverse, condition 8")
  public static let chartNeutral = Tolerance(
    0.004, "of a channel", cause: "a device sees the grays differ from white almost, not exactly, as the observer does")
  public static let matrixRecovered = Tolerance(
    1e-5, "of entries up to 1", cause: "the search ends where a step gains less than 1e-9 of what is left")
  public static let refitted = Tolerance(
    1e-3, "ΔE", cause: "the search ends within the square root of its least gain, in another order of patches")
}

// MARK: - Measured spectra

extension Tolerance {
  public static let statedLampTemperature = Tolerance(
    6e-3, "mired", cause: "the program that wrote the lamps' files takes c2 of the SI, smaller by 1.6e-5")
  public static let statedLampDuv = Tolerance(
    2e-7, "u, v", cause: "the lamps' files have it from another program's table of the locus")
  public static let lampFrom5Nanometers = Tolerance(
    3e-4, "x, y", cause: "RIT has illuminant A at 5 nm, drawn out to 1 nm in straight lines")
}

// MARK: - Simulated sensors

extension Tolerance {
  public static let portableLogarithm = Tolerance(
    4e-16, "of the larger of the logarithm and 1", cause: "some ten roundings of terms that sum to the logarithm")
  public static let stirling = Tolerance(
    3e-12, "of n log n", cause: "the series of log n! without its fourth term, from n = 10 on")
  public static let falloff = Tolerance(1e-12, "of the value", cause: "a few roundings, beside those of the angle")
  public static let namedLight = Tolerance(
    6e-5, "x, y", cause: "CIE 15 prints four or five decimals; D55 and D75 are computed, not tabulated")
}

// MARK: - Drawings

extension Tolerance {
  public static let drawnPlace = Tolerance(
    0.03, "units of the drawing", cause: "two decimals of a place, and of the lines of the grid that it is measured by")
  public static let drawnPublishedPlace = Tolerance(
    0.2, "units of the drawing",
    cause: "published to four decimals of x, y: up to 0.13 units in the widest window of u, v")
  public static let drawnScale = Tolerance(
    1e-3, "of the scale", cause: "two decimals of the first and the last line of a grid of 150 units")
  public static let drawnDuv = Tolerance(
    1e-4, "Duv", cause: "two decimals of a place are 1e-5 of x, y in the widest window, up to four times that in u, v")
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
}

// MARK: - Other programs' files

extension Tolerance {
  public static let fraction32 = Tolerance(
    5e-10, "of 1", cause: "a fraction of two integers of 32 bits, at worst 2^-31 off")
  public static let singlePrecision = Tolerance(
    2.5e-7, "of 1 to 2", cause: "LibRaw holds matrices and gains in single precision")
  public static let fractionOfExposure = Tolerance(
    1e-9, "of the value", cause: "the nearest of such fractions to what has no short one, down to 1e-3")
  public static let forwardWhite = Tolerance(1.5e-9, "of XYZ", cause: "three such fractions in a row")
  public static let roundedD50 = Tolerance(
    1e-4, "of XYZ", cause: "DNG's D50 has four decimals of XYZ, CIE's five of x, y")
  public static let curveGain = Tolerance(1e-12, "of the ratio", cause: "a matrix and its inverse, condition up to 100")
  public static let publishedSRGB = Tolerance(
    5e-4, "of white", cause: "sRGB's standard prints its matrix with four decimals")
  public static let tuningMatrix = Tolerance(
    2e-11, "of entries up to 4", cause: "a matrix, its inverse and back, condition up to 100")
}

// MARK: - The rig's camera

extension Tolerance {
  public static let exposedPixels = Tolerance(
    0.01, "of the signal", cause: "noise of 5000 samples, and UVC's exposure in steps of 100 µs")
  public static let restingLens = Tolerance(
    40, "of 1024", cause: "the device moves on by less than the contrast tells, and the lens keeps what it had")
  public static let measuredBalance = Tolerance(
    0.02, "of a gain", cause: "units of 1/256 from 0.25 on, noise, and straight lines between 5 points")
  public static let cardInStandardErrors = Tolerance(5, "standard errors", cause: "noise")
  public static let cardVariance = Tolerance(
    0.12, "of the variance", cause: "4800 samples know a variance to 2 %, and runs of them share a table: four times")
  public static let cardMean = Tolerance(
    0.005, "of the mean", cause: "4800 samples with noise of a tenth in the darkest frame: three standard errors")
  public static let roundedBalance = Tolerance(
    0.01, "of the signal", cause: "balances are multiples of 1/256, at least 0.3, and noise")
  public static let automaticBalance = Tolerance(
    8, "of 256", cause: "1 % of the way is left after 16 frames, and rounding")
  public static let printedLight = Tolerance(1e-7, "of green", cause: "the camera prints nine digits")
  public static let shownTemperature = Tolerance(
    40, "kelvin", cause: "1 % of the way from 5000 K is left after 16 frames, the step is 10, balances are rounded")
}

// MARK: - Charts

extension Tolerance {
  public static let lampsWithinOneError = Tolerance(
    0.17, "of the lamps", cause: "one stated error for all cameras, whose own are half to one and a half times it")
  public static let lampsWithinTwoErrors = Tolerance(
    0.12, "of the lamps", cause: "lamps with lines are off by more than a normal distribution has")
}
