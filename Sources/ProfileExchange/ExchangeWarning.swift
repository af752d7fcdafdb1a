package import DeviceProfiles
public import WhiteBalance

/// A difference between two formats: one cannot hold a fact of the other, or interprets it differently.
public struct ExchangeWarning: FindingSource {
  /// The kinds of warnings.
  public enum Code: String, FindingCode {
    // MARK: In
    /// The file has tables and curves that render colours, which white balance does not need.
    case rendering
    /// The file has further profiles of its camera, which are not read.
    case furtherProfiles = "further-profiles"
    /// DNG weights three lights differently than this library.
    case threeLights = "three-lights"
    /// A light has no temperature, or two lights have the same, so that one matrix holds for all lights.
    case unknownLight = "unknown-light"
    /// CameraCalibration is not one factor for each channel, the same under all lights.
    case calibrationFolded = "calibration-folded"
    /// The file's AnalogBalance, the gains that its own samples were multiplied by, is not in the profile.
    case analogBalance = "analog-balance"
    /// CameraCalibration was made for another profile.
    case calibrationIgnored = "calibration-ignored"
    /// The tuning file has or lacks sections about other things than white, or sections about white were added to it.
    case sections
    /// The tuning file has parameters of libcamera's search for the light, which a profile cannot hold.
    case steering
    /// The tuning file has a second curve.
    case secondCurve = "second-curve"
    /// The RGB is already balanced.
    case balancedRGB = "balanced-rgb"
    /// The rows of a colour matrix do not add up to 1.
    case rowSums = "row-sums"

    // MARK: Both ways
    /// A part of the device's identity is not kept.
    case identity
    /// The two sides find different lights within their common range.
    case drift
    /// The other side has no place or no scale for the black and white levels.
    case levels

    // MARK: Out
    /// The white map is not kept.
    case whiteMap = "white-map"
    /// The uncertainty is not kept.
    case uncertainty
    /// The largest gain is not kept.
    case gainRange = "gain-range"
    /// The provenance is not kept.
    case provenance
    /// The unit's own response is multiplied into the matrices.
    case unitResponse = "unit-response"
    /// A light was replaced by another.
    case lightMoved = "light-moved"
    /// The profile has more lights than the format holds.
    case lightsLeftOut = "lights-left-out"
    /// The curve covers temperatures beyond those that the device was calibrated at.
    case extrapolated
    /// Modes of the file go beyond the curve.
    case modesBeyondCurve = "modes-beyond-curve"
    /// There are no matrices of colours.
    case noColors = "no-colors"
    /// Programs that read only the standard part of the file see one light, and RGB that is balanced for it.
    case oneLight = "one-light"
    /// The frame is the mean of several.
    case average
    /// The source states facts about its picture that the frame does not hold.
    case picture
    /// The exposure has more digits than the format holds, or a value that it has no tag for.
    case exposure
  }

  /// The kind of the warning.
  public let code: Code
  /// The difference, as a sentence.
  public let text: String

  package init(code: Code, text: String) {
    (self.code, self.text) = (code, text)
  }
}

extension ExchangeWarning.Code {
  /// The limit that would change the warning. There is none.
  package var setting: LimitSetting<NoLimits>? { nil }
}

extension ExchangeWarning {
  /// Creates the warning about a profile whose RGB is not raw; `nil` for another profile.
  package init?(balanceOf profile: DeviceProfile) {
    guard let text = profile.balanceWarning else { return nil }
    self.init(code: .balancedRGB, text: text)
  }

  /// The warning in the shape that all findings share.
  package var finding: Finding { Finding(code: code.rawValue, message: text) }

  /// The difference, as a sentence.
  public var description: String { text }
}
