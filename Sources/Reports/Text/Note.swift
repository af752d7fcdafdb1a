import Calibration
package import Colorimetry
package import DeviceProfiles
import GrayCard
import ProfileExchange
package import WhiteBalance

/// Every command prints its warnings in this one shape: Docs/Warnings.md.
package typealias Note = Finding

extension Note {
  package init(_ code: Code, value: Double? = nil, limit: Double? = nil, _ message: String) {
    self.init(code: code.rawValue, value: value, limit: limit, message: message)
  }

  /// The codes of the tool's own warnings. Those of a card, a calibration and an exchange are their rooms'.
  package enum Code: String, FindingCode {
    /// The light has no temperature.
    case noTemperature = "no-temperature"
    /// No light has the chromaticity.
    case notReal = "not-real"
    /// The spectrum does not reach over the visible wavelengths.
    case shortSpectrum = "short-spectrum"
    /// The light's file states another light than its spectrum is; mired.
    case meterDiffers = "meter-differs"
    /// The card has another colour than the light; the share of a channel.
    case coloredCard = "colored-card"
    /// The white map is of few lamps, or of the CIE's alone.
    case fewLamps = "few-lamps"
    /// The white map finds lamps worse than the matrix alone; Duv.
    case mapWorse = "map-worse"
    /// The sensor makes the picture by itself.
    case testPattern = "test-pattern"
    /// Some lamps were not learnt.
    case lampLeftOut = "lamp-left-out"

    /// No such warning has a limit to set.
    package var setting: LimitSetting<NoLimits>? { nil }
  }

  /// Creates the warning about a profile whose RGB is not raw; `nil` for another profile.
  package init?(balanceOf profile: DeviceProfile) {
    guard let text = profile.balanceWarning else { return nil }
    self.init(.balancedRGB, text)
  }

  /// Creates the warning about a light far from those that a profile was calibrated for, as `measure` has it; `nil` for another light.
  package init?(_ light: TemperatureAndTint?, beyond profile: DeviceProfile) {
    let limit = GrayCardLimits().calibrationDistance
    guard let light, let distance = profile.characterization.miredOutside(light), distance > limit else { return nil }
    self = CardWarning(code: .farFromCalibration, value: distance, limit: limit).finding
  }

  /// Creates the warning about an estimate that is no light with a temperature; `nil` for another estimate.
  package init?(_ estimate: LightEstimate) {
    switch estimate.status {
    case .converged: return nil
    case .beyondLocus(let error): self.init(.noTemperature, error.description)
    case .notReal: self.init(.notReal, ColorimetryError.notReal(estimate.chromaticity).description)
    }
  }
}
