import Colorimetry
import Foundation
import WhiteBalance

/// A camera with measured sensitivities, and its matrices under A and D65.
struct Camera {
  let sensitivities: SpectralSensitivities
  let characterization: MatrixCharacterization

  init(_ sensitivities: SpectralSensitivities) throws {
    self.sensitivities = sensitivities
    characterization = try MatrixCharacterization(lights: [
      Self.calibratedLight(CIEIlluminant.a.distribution, on: sensitivities),
      Self.calibratedLight(CIEIlluminant.d65.distribution, on: sensitivities),
    ])
  }

  /// Returns the matrix that is exact for surfaces whose reflectance is a polynomial of degree 2 in wavelength. Three
  /// such surfaces give three equations for each channel.
  private static func calibratedLight(
    _ light: SpectralDistribution, on sensitivities: SpectralSensitivities
  ) throws -> MatrixCharacterization.CalibratedLight {
    let surfaces = try (0..<3).map { degree in
      try SpectralDistribution(
        firstWavelength: 360, step: 1, values: (360...830).map { pow((Double($0) - 560) / 200, Double(degree)) })
    }
    let colors = surfaces.map { surface in
      let values = TristimulusValues(of: surface, under: light)
      return SIMD3(values.x, values.y, values.z)
    }
    let responses = surfaces.map { surface in
      let response = sensitivities.response(to: light, reflectance: surface)
      return SIMD3(response.red, response.green, response.blue)
    }
    let matrix =
      Matrix3x3(columns: responses[0], responses[1], responses[2])
      * Matrix3x3(columns: colors[0], colors[1], colors[2]).inverse
    // Scaled to a largest entry near 1: the matrix of a simulated response has the scale of its spectra.
    let scale = 1 / (matrix.entries.map(abs).max() ?? 1)
    return .init(temperature: try TemperatureAndTint(Chromaticity(light)).temperature, matrix: matrix * scale)
  }
}
