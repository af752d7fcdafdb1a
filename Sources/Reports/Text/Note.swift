import Calibration
package import Colorimetry
package import DeviceProfiles
package import GrayCard
import ProfileExchange
package import WhiteBalance

/// A warning. Every command prints its warnings in this form; see Docs/Warnings.md.
package typealias Note = Finding

extension Note {
  package init(_ code: Code, value: Double? = nil, limit: Double? = nil, _ message: String) {
    self.init(code: code.rawValue, value: value, limit: limit, message: message)
  }

  /// The codes of the tool's own warnings. Modules below define those of cards, calibrations and exchanges.
  package enum Code: String, FindingCode {
    /// The light has no temperature.
    case noTemperature = "no-temperature"
    /// No light has the chromaticity.
    case notReal = "not-real"
    /// The spectrum does not cover the visible wavelengths.
    case shortSpectrum = "short-spectrum"
    /// The spectrum has long steps. The value is the longest, in nanometres.
    case coarseSpectrum = "coarse-spectrum"
    /// Few lights are as far from the Planckian locus as the one that was typed. The value is its Duv.
    case unlikelyLight = "unlikely-light"
    /// The light's file states another light than its spectrum has. The value is the difference in mired, or in Duv where
    /// only that differs.
    case meterDiffers = "meter-differs"
    /// No raw developer reads a sidecar of this name beside the file.
    case unreadSidecar = "unread-sidecar"
    /// The card has another colour than the light. The value is the difference of a channel, as a share.
    case coloredCard = "colored-card"
    /// The white map was learnt from few lamps, or only from the CIE's.
    case fewLamps = "few-lamps"
    /// The white map finds lamps worse than the matrix alone. The value is in Duv.
    case mapWorse = "map-worse"
    /// The sensor sends a test pattern.
    case testPattern = "test-pattern"
    /// Some lamps were left out of the map.
    case lampLeftOut = "lamp-left-out"

    /// The limit that would change the warning. There is none.
    package var setting: LimitSetting<NoLimits>? { nil }
  }

  /// Creates the warning about a profile whose RGB is not raw; `nil` for another profile.
  package init?(balanceOf profile: DeviceProfile) {
    guard let text = profile.balanceWarning else { return nil }
    self.init(.balancedRGB, text)
  }

  /// Creates the warning about a light far from a profile's calibration, as `measure` has it; `nil` for another light.
  package init?(
    _ light: TemperatureAndTint?, beyond profile: DeviceProfile, limits: GrayCardLimits = GrayCardLimits()
  ) {
    let limit = limits.calibrationDistance
    guard let light, let distance = profile.characterization.miredOutside(light), distance > limit else { return nil }
    self = CardWarning(code: .farFromCalibration, value: distance, limit: limit).finding
  }

  /// Creates the warning about an estimate without a temperature or of no real light; `nil` for another estimate.
  package init?(_ estimate: LightEstimate) {
    switch estimate.status {
    case .converged: return nil
    case .beyondLocus(let error): self.init(.noTemperature, error.description)
    case .notReal: self.init(.notReal, ColorimetryError.notReal(estimate.chromaticity).description)
    }
  }
}
