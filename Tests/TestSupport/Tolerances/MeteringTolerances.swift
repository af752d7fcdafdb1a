extension Tolerance {
  public static let lockedGains = Tolerance(
    0.3e-2, "of a ratio", cause: "24 frames of 0.2 % a channel know it to 0.07 %: four times that, the worst of 7000")
  public static let lockedGainsInNoise = Tolerance(
    0.7e-2, "of a ratio", cause: "a scan ends where a ratio is known to a sixth of a percent: four times that")
  public static let lockedGainsInChange = Tolerance(
    1e-2, "of a ratio", cause: "noise, and a light that changes by half a percent a second while it is measured")
  public static let followedGains = Tolerance(
    1.2e-2, "of a ratio", cause: "light that changes by 1.5 % a second, and blocks that agree upon its mean of a second"
  )
  public static let neutralAfterLock = Tolerance(
    0.5e-2, "of a ratio", cause: "three times the sixth of a percent to which a ratio is known when it is locked")
  public static let focusPosition = Tolerance(
    0.01, "of the lens's way", cause: "a third of the fine search's steps, and noise of 1 %")
  public static let endOfScan = Tolerance(
    1.0 / 30, "s", cause: "a scan ends with the first frame at or after its limit, of 30 a second")
  public static let frameTimes = Tolerance(1e-9, "s", cause: "the times of frames are sums of thirtieths of a second")
  public static let exposedCard = Tolerance(
    0.26, "stops", cause: "exposure converges within a quarter of a stop, told from frames of 0.2 % noise")
  public static let heldExposure = Tolerance(
    0.75, "stops", cause: "a converged exposure is left alone up to so far from its target")
  public static let exposureBeyondStep = Tolerance(
    0.01, "stops", cause: "the card's level is told from frames of 0.2 % noise")
  public static let windowSums = Tolerance(1e-12, "of the amplitude", cause: "a sum of two dozen products of cosines")
  public static let beatOfFiveFrames = Tolerance(
    0.03, "of the amplitude", cause: "the window has its zeros at beats of two, three, four and six frames")
  public static let beatOfMains = Tolerance(
    1e-3, "of the amplitude",
    cause: "100 Hz at 29.97 frames a second is a beat of 2.98 frames, beside a zero of the window")
  public static let meanOfBlocks = Tolerance(
    1e-4, "of ln R/G", cause: "noise of 1e-6 in each frame, and a mean of neutrals whose ratios differ by 4 %")
  public static let ratiosOfGains = Tolerance(
    1e-12, "of a gain", cause: "a logarithm, its exponential and a square root")
  public static let variancesOfRatios = Tolerance(
    1e-15, "of ln R/G, squared", cause: "roundings of variances of 1e-5, whose frames are scaled")
  public static let sharpnessOfStripes = Tolerance(
    0.02, "of the squared contrast", cause: "tiles of 16 samples see most, not all, of a stripe of 20")
  public static let sharpnessInNoise = Tolerance(
    0.05, "of the sharpness", cause: "shot noise of a fifth of the light adds to the contrast")
  public static let sharedMeterError = Tolerance(
    5e-4, "of the readings' error", cause: "no block's mean is taken to be better than 1e-4, beside readings of 0.4 %")
}
