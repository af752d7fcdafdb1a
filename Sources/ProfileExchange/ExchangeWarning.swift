/// What one of two formats holds and the other cannot, or takes otherwise.
public struct ExchangeWarning: Hashable, Sendable {
  public enum Code: String, Hashable, Sendable {
    // MARK: In
    /// Tables and curves that render colours, which white balance does not need.
    case rendering
    /// DNG weighs three lights otherwise than this library.
    case threeLights
    /// A light without a temperature.
    case unknownLight
    /// A CameraCalibration that is not one factor a channel, the same under all lights.
    case calibrationFolded
    /// A CameraCalibration made for another profile.
    case calibrationIgnored
    /// Sections of a tuning file that are about other things than white.
    case sections
    /// Rows of a colour matrix that do not add up to 1.
    case rowSums

    // MARK: Both ways
    /// How far apart the lights are that the two sides find, between those that both have.
    case drift
    /// Black and white levels that the other side has no place or no scale for.
    case levels

    // MARK: Out
    case whiteMap
    case uncertainty
    case gainRange
    case provenance
    case identity
    case unitResponse
    /// A light was put in the place of another.
    case lightMoved
    /// More lights than the format holds.
    case lightsLeftOut
    /// Temperatures beyond those that the device was calibrated at.
    case extrapolated
    /// No matrices of colours.
    case noColors
    /// What programs see that read the standard part of the file alone.
    case oneLight
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
