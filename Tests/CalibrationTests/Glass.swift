import Colorimetry
import RealModule

extension SpectralDistribution {
  /// Returns the light behind glass that passes more green for a density above 0, and less below: a smooth light beside
  /// the line of black bodies and daylight. The glass is a gaussian about 540 nm with a deviation of 60 nm.
  func behindGlass(_ density: Double) throws -> SpectralDistribution {
    let wavelengths = Array(stride(from: 380.0, through: 780, by: 5))
    let values = wavelengths.map { wavelength -> Double in
      let distance = (wavelength - 540) / 60
      return value(at: wavelength) * .exp(density * .exp(-distance * distance / 2))
    }
    return try SpectralDistribution(wavelengths: wavelengths, values: values)
  }
}
