extension Tolerance {
  public static let exposedPixels = Tolerance(
    0.01, "of the signal", cause: "noise of 5000 samples, and UVC's exposure in steps of 100 µs")
  public static let restingLens = Tolerance(
    40, "of 1024", cause: "the device moves on by less than the contrast tells, and the lens keeps what it had")
  public static let measuredBalance = Tolerance(
    0.02, "of a gain", cause: "units of 1/256 from 0.25 on, noise, and straight lines between 5 points")
  public static let cardInStandardErrors = Tolerance(5, "standard errors", cause: "noise")
  public static let statedErrorsOfReading = Tolerance(
    3, "stated errors", cause: "what a reading says of its light holds in all but one of hundreds")
  public static let cardVariance = Tolerance(
    0.12, "of the variance", cause: "4800 samples know a variance to 2 %, and runs of them share a table: four times")
  public static let cardMean = Tolerance(
    0.005, "of the mean", cause: "4800 samples with noise of a tenth in the darkest frame: three standard errors")
  public static let roundedBalance = Tolerance(
    0.01, "of the signal", cause: "balances are multiples of 1/256, at least 0.3, and noise")
  public static let roundedLight = Tolerance(
    1e-3, "of a ratio", cause: "the board's light is in thousandths and its sums in whole numbers")
  public static let automaticBalance = Tolerance(
    8, "of 256", cause: "1 % of the way is left after 16 frames, and rounding")
  public static let printedLight = Tolerance(1e-7, "of green", cause: "the camera prints nine digits")
  public static let shownTemperature = Tolerance(
    40, "kelvin", cause: "1 % of the way from 5000 K is left after 16 frames, the step is 10, balances are rounded")
  public static let balancedCard = Tolerance(
    0.02, "of red over green", cause: "1 % of the way is left after 16 frames, and noise")
  public static let automaticExposure = Tolerance(
    0.005, "of the range above black", cause: "1 % of the way is left after 24 frames, and noise")
  public static let focusedLens = Tolerance(
    20, "of 1023 positions", cause: "the peak is 60 wide to where it is half, and the search ends in a third of that")
  public static let gainsOfSameCard = Tolerance(
    1e-9, "of a gain", cause: "the same frame without noise, in means over different numbers of frames")
  public static let intervalOfClocks = Tolerance(
    1e-6, "of the interval", cause: "terms of up to 64 bits are cut to 32")
}

// The simulated camera of the library.
extension Tolerance {
  public static let lightOfSimulation = Tolerance(
    1e-6, "of x and y", cause: "sums over the same wavelengths, and a light found by its gains")
  public static let neutralSimulation = Tolerance(
    0.01, "of a ratio", cause: "balances are multiples of 1/256, and noise of 5000 samples")
  public static let exposedSimulation = Tolerance(
    0.02, "of a ratio of signals", cause: "noise of 5000 samples, and the lens's fine structure in them")
  public static let focusOfSimulation = Tolerance(
    0.05, "of the lens's way", cause: "a fine structure of 3 %, seen in the noise of small frames")
  public static let temperatureOfSimulation = Tolerance(
    15, "kelvin", cause: "half a percent of a ratio is 10 K at 2856 K")
  public static let automaticSimulation = Tolerance(
    0.02, "of a ratio", cause: "the mode ends where gains move by less than half a percent, in halves of the way")
}

// MARK: - The driver of a sensor before a wall

extension Tolerance {
  public static let samplesOfWall = Tolerance(
    1e-3, "of a ratio", cause: "whole samples of a wall of 3000 and more above black are each off by up to 2e-4")
  public static let samplesOfDarkWall = Tolerance(
    0.01, "of a ratio", cause: "whole samples of a wall of 160 above black are off by up to 0.003")
  public static let stepOfGain = Tolerance(
    0.09, "stops", cause: "the device's gain has steps of a sixteenth, 0.0875 stops where it is 1")
  public static let meteredStops = Tolerance(
    0.1, "stops", cause: "automatic exposure is done within a tenth of a stop of its target")
  public static let stepOfLens = Tolerance(
    1e-3, "of the lens's way", cause: "the lens has some thousand positions, and half of a step is 5e-4")
  public static let unitsOfBalance = Tolerance(
    0.5 / 256 + 1e-4, "of a gain", cause: "the device's unit is 1/256 of a gain, and samples are whole")
  public static let balanceTemperature = Tolerance(
    150, "K", cause: "a tint of 12 moves the temperature whose gains are nearest")
  public static let curveOfTemperatures = Tolerance(
    1e-3, "of a gain", cause: "straight lines between the temperatures at which the gains were computed")
  public static let settledBalance = Tolerance(
    0.01, "of a ratio", cause: "the mode ends where gains move by less than half a percent, in halves of the way")
  public static let balanceBetweenPoints = Tolerance(
    2e-3, "of a gain",
    cause: "straight lines between 17 points of a root, off by an eighth of the curvature and a step's square")
  public static let writtenResponse = Tolerance(
    1e-3, "of a ratio", cause: "a DNG's matrices have four decimals")
  public static let twoCardsInStandardErrors = Tolerance(
    6, "standard errors", cause: "each of two cards is within three of its own in all but one of hundreds")
}

// MARK: - Gains in Float, as AVFoundation has them

extension Tolerance {
  public static let gainInFloat = Tolerance(1e-6, "of a gain", cause: "gains of a camera have 24 bits")
  public static let chromaticityOfGains = Tolerance(1e-6, "x, y", cause: "gains and chromaticity have 24 bits")
  public static let temperatureOfGains = Tolerance(
    1e-5, "of the temperature", cause: "gains have 24 bits, 6e-8, which the slope of temperature makes some 1e-6")
  public static let tintOfGains = Tolerance(
    1e-2, "tint", cause: "3000 times a Duv of gains that have 24 bits, 6e-8, and of a temperature's slope")
}

// MARK: - The gain laws of image sensors

extension Tolerance {
  public static let gainOfDataSheet = Tolerance(1e-5, "of the gain", cause: "the table's numbers have six digits")
  public static let codeOfGain = Tolerance(
    1e-12, "of a code", cause: "codes up to 200 are differences of numbers up to 1024 in double precision")
}

// MARK: - The camera's page

extension Tolerance {
  public static let grayOfPreview = Tolerance(
    1e-3, "of a channel", cause: "the picture's matrix has numbers of 24 bits, and sRGB's has four digits")
  public static let balanceOnPage = Tolerance(
    0.5e-2, "of a ratio", cause: "what a page asks for is in the next trusted frame within half a percent")
}

// MARK: - The image sensor on the board

extension Tolerance {
  public static let boardCard = Tolerance(
    0.005, "of the mean",
    cause: "19 200 samples with noise of a tenth, light in thousandths, and the board's whole numbers")
  public static let measuredGainLaw = Tolerance(
    0.01, "of the law's number", cause: "five gains in chains of signals that are known to a thousandth")
  public static let settableGain = Tolerance(0.04, "of the gain", cause: "steps of 0.3 dB are 3.5 %")
  public static let gainOfSensor = Tolerance(
    0.01, "of the gain", cause: "its law has steps of at most 1/232 of the gain at a gain of 1.5")
  public static let neutralOnBoard = Tolerance(
    0.005, "of a ratio", cause: "noise of 19 200 samples, and light in thousandths of which the least is 60")

  public static let linesOnBoard = Tolerance(
    RigBoard.lineLength / RigBoard.pixelRate / 2 * (1 + 1e-9), "s", cause: "exposures are whole lines of the sensor")
  public static let cardAtRest = Tolerance(
    10, "of 1023", cause: "noise of a mean, where a step of exposure or gain changes it by hundreds")

  /// The position of the lens that is found on the board.
  public static let lensOnBoard = Tolerance(
    10, "of 1023 positions", cause: "the search ends at steps of a hundredth of the range")
}
