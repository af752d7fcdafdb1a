public import WhiteBalance

/// Limits beyond which a calibration by charts, or the check of a profile, is refused or has a warning.
///
/// The figures come from simulated ColorCheckers under eight lights on the 26 cameras of rawtoaces-data, and from the
/// lamps of IES TM-30 and others. See Docs/Accuracy.md.
public struct CalibrationLimits: FindingLimits {
  /// The largest mean CIEDE2000 difference: cross-validated for a calibration, over all patches for a check.
  ///
  /// Real charts have up to 2.5 (Docs/Accuracy.md). The difference is not an error of the white, but readings that fit
  /// no better are of something else.
  public var difference = 6.0

  /// The largest mean CIEDE2000 difference with white balance alone. Charts that are read correctly have 5 to 20.
  public var balanceAlone = 30.0

  /// The least surplus, in the matrix from balanced RGB to XYZ relative to white, of the channel that should dominate a
  /// row: red in X, green in Y and blue in Z. The surplus is its entry minus the larger of the other two.
  ///
  /// Over 26 cameras and 17 lights it is at least 0.09; exchanged channels or columns have at most -0.37.
  public var channelSurplus = -0.1

  /// The luminances, as shares of white, between which a reference's lightest patch lies. A white patch has 0.8 to
  /// 0.95. With values on half of the right scale it would have at most 0.48.
  public var referenceLuminance = 0.5...1.2

  /// The largest share of the usable patches that may be rejected because they do not fit the others. In the simulated
  /// charts none was rejected.
  public var leftOutShare = 0.25

  /// The largest factor by which noise may grow on its way to XYZ. Cameras have 2 to 5.
  public var conditionNumber = 50.0

  /// The largest response to black, as determined by the grays, as a share of that to white. 3 % shifts the white by 17
  /// mired.
  public var blackShare = 0.03

  /// The largest difference from 1 of the exponent of the grays' response in their luminance, with black taken off.
  ///
  /// Cameras have up to 0.03, with light that falls off by a fifth along the grays 0.08. A gamma of 1.2 has at least
  /// 0.12.
  public var grayBend = 0.1

  /// The largest distance, in mired, between the stated light and the one under which cameras have such a white.
  /// Cameras scatter by 34, and the worst of 208 charts has 63. Charts under A named D50, or the other way round, have
  /// 89 or more.
  public var unusualWhite = 85.0

  /// The largest distance, in mired, between a light and where the matrices of the other lights find it. The worst of
  /// 1456 pairs of correct lights has 43.
  public var lightsDisagree = 50.0

  /// The largest error, in mired, of the light that a checked profile finds. With matrices, 19 of 20 lamps are closer.
  public var mired = 30.0
  /// The largest error, in Duv, of the light that a checked profile finds.
  public var duv = 0.01

  // MARK: - Warnings

  /// The limit of ``difference`` for a warning. Simulated charts have 0.5 to 1.6.
  public var differenceWarning = 4.0
  /// The limit of ``leftOutShare`` for a warning: more than two patches of 24.
  public var leftOutShareWarning = 0.1
  /// The limit of ``conditionNumber`` for a warning.
  public var conditionNumberWarning = 20.0
  /// The limit of ``blackShare`` for a warning. It shifts the white by 5 mired.
  public var blackShareWarning = 0.005
  /// The limit of ``unusualWhite`` for a warning, which one camera of twelve exceeds.
  public var unusualWhiteWarning = 60.0
  /// The limit of ``lightsDisagree`` for a warning, which one pair of a hundred exceeds. For charts under lamps, whose
  /// stated errors are larger, it is two of these errors.
  public var lightsDisagreeWarning = 25.0
  /// The least number of fitted patches that needs no warning: half a ColorChecker.
  public var patchCountWarning = 12
  /// The largest error of a checked profile that needs no warning, in the standard errors that the profile states.
  public var statedErrors = 3.0

  /// Creates the standard limits.
  public init() {}
}
