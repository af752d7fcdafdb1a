/// When a calibration by charts, or the check of a profile, is refused, and when a warning stands beside it.
///
/// The figures are of simulated ColorCheckers under eight lights on the 26 cameras of rawtoaces-data, and of the lamps of
/// IES TM-30 and others: Docs/Accuracy.md.
public struct CalibrationLimits: Hashable, Sendable {
  /// Largest mean CIEDE2000 difference of patches that the matrix was not fitted to; of a check, of all patches. Real
  /// charts have up to 3.7; it is not an error of the white, but readings that fit no better are of something else.
  public var difference = 6.0

  /// Largest share of the usable patches that may be left out because they are off the others. No camera has one.
  public var leftOutShare = 0.25

  /// How many times noise may grow on its way to XYZ. Cameras have 2 to 5.
  public var conditionNumber = 50.0

  /// Largest response to black by the grays, as a share of that to white. 3 % makes the white wrong by 17 mired.
  public var blackShare = 0.03

  /// How far the light given may be from the one under which cameras have such a white, in mired. Cameras scatter by 34.
  public var unusualWhite = 120.0

  /// How far a light may be from where the matrices of the other lights find it, in mired. The worst of 1456 pairs of
  /// right lights is off by 43.
  public var lightsDisagree = 50.0

  /// Of a check: how far off the light may be found, in mired and Duv. By matrices, 19 of 20 lamps are nearer.
  public var mired = 30.0
  public var duv = 0.01

  // MARK: - Warnings

  /// As ``difference``. Cameras have 0.5 to 1.6, and real charts about twice that.
  public var differenceWarning = 4.0
  /// As ``leftOutShare``: more than two patches of 24.
  public var leftOutShareWarning = 0.1
  public var conditionNumberWarning = 20.0
  /// As ``blackShare``: makes the white wrong by 5 mired.
  public var blackShareWarning = 0.005
  /// As ``unusualWhite``: one camera of a hundred.
  public var unusualWhiteWarning = 80.0
  /// As ``lightsDisagree``: one pair of a hundred.
  public var lightsDisagreeWarning = 25.0
  /// Fewest patches that are fitted without a word: half a ColorChecker.
  public var patchCountWarning = 12
  /// Of a check: standard errors that the profile states for itself.
  public var statedErrors = 3.0

  public init() {}
}
