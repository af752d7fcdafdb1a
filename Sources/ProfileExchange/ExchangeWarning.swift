/// What one of two formats holds and the other cannot, or takes otherwise.
public struct ExchangeWarning: Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    // MARK: In
    /// Tables and curves that render colours, which white balance does not need.
    case rendering
    /// DNG weighs three lights otherwise than this library.
    case threeLights = "three-lights"
    /// A light without a temperature.
    case unknownLight = "unknown-light"
    /// A CameraCalibration that is not one factor a channel, the same under all lights.
    case calibrationFolded = "calibration-folded"
    /// A CameraCalibration made for another profile.
    case calibrationIgnored = "calibration-ignored"
    /// Sections of a tuning file that are about other things than white.
    case sections
    /// RGB that is balanced already.
    case balancedRGB = "balanced-rgb"
    /// Rows of a colour matrix that do not add up to 1.
    case rowSums = "row-sums"

    // MARK: Both ways
    /// How far apart the lights are that the two sides find, between those that both have.
    case drift
    /// Black and white levels that the other side has no place or no scale for.
    case levels

    // MARK: Out
    case whiteMap = "white-map"
    case uncertainty
    case gainRange = "gain-range"
    case provenance
    case identity
    case unitResponse = "unit-response"
    /// A light was put in the place of another.
    case lightMoved = "light-moved"
    /// More lights than the format holds.
    case lightsLeftOut = "lights-left-out"
    /// Temperatures beyond those that the device was calibrated at.
    case extrapolated
    /// No matrices of colours.
    case noColors = "no-colors"
    /// What programs see that read the standard part of the file alone.
    case oneLight = "one-light"
    /// A frame that is the mean of several.
    case average
    /// An exposure in more digits than the format has.
    case exposure
  }

  public let code: Code
  public let text: String

  package init(code: Code, text: String) {
    (self.code, self.text) = (code, text)
  }
}

extension ExchangeWarning: CustomStringConvertible {
  public var description: String { text }
}

/// A figure for a message: to a tenth.
func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
