import Calibration
import Colorimetry
import WhiteBalance

/// A light of the CIE as a calibration takes it.
func light(_ illuminant: CIEIlluminant) throws -> CalibrationLight {
  try CalibrationLight(name: illuminant.rawValue, spectrum: illuminant.distribution)
}

/// The readings of a ColorChecker by a camera, without noise.
///
/// - Parameter pedestal: added to every channel, as a share of white's largest.
func readings(
  of camera: SpectralSensitivities, under illuminant: CIEIlluminant, pedestal: Double = 0
) -> [ChartReading] {
  let spectrum = illuminant.distribution
  let white = camera.response(to: spectrum)
  let added = pedestal * max(white.red, white.green, white.blue)
  return ChartReference.colorChecker24.patches.map { patch in
    guard case .reflectance(let reflectance) = patch.color else {
      preconditionFailure("the ColorChecker of 24 patches is spectral")
    }
    let own = camera.response(to: spectrum, reflectance: reflectance)
    return ChartReading(
      patch: patch.name,
      response: LinearRGB(red: own.red + added, green: own.green + added, blue: own.blue + added))
  }
}

/// - Parameter given: The light that the fit takes for the chart's light; `nil` for the light that the chart is
/// under.
func fit(
  _ camera: SpectralSensitivities, _ illuminant: CIEIlluminant, given: CIEIlluminant? = nil, pedestal: Double = 0
) throws -> ChartFit {
  try ChartFit(
    readings: readings(of: camera, under: illuminant, pedestal: pedestal), reference: .colorChecker24,
    light: light(given ?? illuminant))
}
