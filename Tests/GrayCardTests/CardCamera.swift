import Colorimetry
import RawFrames
import RealModule
import SensorSimulation
import TestSupport
import WhiteBalance

/// A simulated camera in front of cards.
struct CardCamera: CustomStringConvertible {
  let description: String
  let sensor: SimulatedSensor
  let characterization: MatrixCharacterization

  init(
    _ name: String, _ sensitivities: SpectralSensitivities, format: String, levels: SampleLevels, fullWell: Double,
    readNoise: Double
  ) throws {
    description = name
    sensor = try SimulatedSensor(
      sensitivities, format: PixelFormat(format), levels: levels, fullWell: fullWell, readNoise: readNoise)
    characterization = try MatrixCharacterization(lights: [
      .init(CIEIlluminant.a.distribution, on: sensitivities), .init(CIEIlluminant.d65.distribution, on: sensitivities),
    ])
  }

  /// One with large pixels and measured sensitivities, and one with small pixels and simple ones.
  static let all = [large, small]

  private static let large = Result {
    try CardCamera(
      "large pixels", .canon5DMarkII(), format: "RG12", levels: SampleLevels(black: 256, white: 4095),
      fullWell: 30_000, readNoise: 5)
  }
  private static let small = Result {
    try CardCamera(
      "small pixels", .bells(), format: "GB10", levels: SampleLevels(black: 64, white: 1023), fullWell: 3000,
      readNoise: 2)
  }

  func shot(
    of scene: SimulatedScene, side: Int = BadCard.side, exposure: Double = 0.5
  ) throws -> SimulatedShot {
    try SimulatedShot(of: scene, by: sensor, width: side, height: side, exposure: exposure)
  }
}

extension SpectralSensitivities {
  /// Three bell curves, as filters of pigment and silicon behind an infrared filter nearly are.
  static func bells() throws -> SpectralSensitivities {
    func bell(_ middle: Double, _ width: Double, _ height: Double) throws -> SpectralDistribution {
      try SpectralDistribution(
        firstWavelength: 380, step: 5,
        values: (0...80).map { index in
          let offset = (380 + 5 * Double(index) - middle) / width
          return height * Double.exp(-offset * offset / 2)
        })
    }
    return try SpectralSensitivities(red: bell(605, 32, 0.7), green: bell(535, 38, 1), blue: bell(460, 28, 0.8))
  }
}

extension SpectralDistribution {
  /// The same reflectance at all wavelengths.
  static func gray(_ reflectance: Double) throws -> SpectralDistribution {
    try SpectralDistribution(wavelengths: [360, 830], values: [reflectance, reflectance])
  }

  /// A band of light, 4 nm wide at its foot.
  static func line(_ wavelength: Double) throws -> SpectralDistribution {
    try SpectralDistribution(
      wavelengths: [360, wavelength - 2, wavelength, wavelength + 2, 830], values: [0, 0, 1, 0, 0])
  }
}
