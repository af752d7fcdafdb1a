import Calibration
import Colorimetry
import DeviceProfiles
import GrayCard
import ProfileExchange
import WhiteBalance

/// What a person should know beside a result. Every command prints its warnings in this one shape: Docs/Warnings.md.
struct Note: Encodable, Hashable {
  var code: String
  /// What was found, and the limit that it passed; absent where the warning is not about a number.
  var value, limit: Double?
  var message: String

  init(_ code: Code, value: Double? = nil, limit: Double? = nil, _ message: String) {
    (self.code, self.value, self.limit, self.message) = (code.rawValue, value, limit, message)
  }

  /// The tool's own; those of a card, a calibration and an exchange are their rooms'.
  enum Code: String, CaseIterable {
    /// Nobody told the black level.
    case blackAssumed = "black-assumed"
    /// No card was found, and the middle of the frame was read.
    case noCardFound = "no-card-found"
    /// A profile that does not say how far off it is.
    case noProfileUncertainty = "no-profile-uncertainty"
    /// A profile of RGB that is balanced already, which no raw frame has.
    case balancedRGB = "balanced-rgb"
    /// A light that has no temperature.
    case noTemperature = "no-temperature"
    /// No light has the chromaticity.
    case notReal = "not-real"
    /// A spectrum that does not reach over the visible wavelengths.
    case shortSpectrum = "short-spectrum"
    /// A card whose colour is not that of the light; the share of a channel.
    case coloredCard = "colored-card"
    /// A white map of few lamps, or of the CIE's alone.
    case fewLamps = "few-lamps"
    /// A white map that finds lamps worse than the matrix alone; Duv.
    case mapWorse = "map-worse"
    /// Lamps that were not learnt.
    case lampLeftOut = "lamp-left-out"
  }

  init(_ warning: Warning) {
    (code, value, limit, message) = (warning.code.rawValue, warning.value, warning.limit, warning.description)
  }

  init(_ warning: CalibrationWarning) {
    (code, value, limit, message) = (warning.code.rawValue, warning.value, warning.limit, warning.description)
  }

  init(_ warning: ExchangeWarning) {
    (code, message) = (warning.code.rawValue, warning.text)
  }

  /// Of a profile whose RGB is not raw.
  init?(balanceOf profile: DeviceProfile) {
    guard let text = profile.balanceWarning else { return nil }
    self.init(.balancedRGB, text)
  }

  /// Of an estimate that is no light with a temperature.
  init?(_ estimate: LightEstimate) {
    switch estimate.status {
    case .converged: return nil
    case .beyondLocus(let error): self.init(.noTemperature, error.description)
    case .notReal: self.init(.notReal, ColorimetryError.notReal(estimate.chromaticity).description)
    }
  }
}
