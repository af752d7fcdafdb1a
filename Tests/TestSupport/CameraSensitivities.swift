public import Colorimetry
internal import Foundation
import SpectralData
public import WhiteBalance

extension SpectralSensitivities {
  /// The camera of `Data/cameras`.
  public static func canon5DMarkII() throws -> SpectralSensitivities {
    let file = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json")
    return try SpectralSensitivities(fileBytes: Array(Data(contentsOf: file)))
  }

  /// The 26 cameras of `Tests/ReferenceData/cameras`, in the order of their names.
  public static func measured() throws -> [SpectralSensitivities] {
    try ReferenceData.files(in: "cameras", withExtension: "json").map { file in
      try SpectralSensitivities(fileBytes: ReferenceData.bytes(file))
    }
  }
}

extension MatrixCharacterization.CalibratedLight {
  /// The matrix that is exact for surfaces whose reflectance is a polynomial of degree 2 in wavelength under `light`,
  /// the white one among them: three surfaces, three equations for each channel.
  public init(_ light: SpectralDistribution, on sensitivities: SpectralSensitivities) throws {
    let surfaces = try (0..<3).map { degree in
      try SpectralDistribution(
        firstWavelength: 360, step: 1,
        values: (360...830).map { wavelength in
          pow((Double(wavelength) - 560) / 200, Double(degree))
        })
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
    // Scaled to a largest entry near 1, for the eye.
    let scale = 1 / (matrix.entries.map(abs).max() ?? 1)
    let place = try TemperatureAndTint(Chromaticity(light))
    self.init(temperature: place.temperature, duv: place.duv, matrix: matrix * scale)
  }
}
