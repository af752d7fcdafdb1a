import Colorimetry
import RawFrames
import SensorSimulation
import TestSupport
import WhiteBalance

/// Sensors and scenes of these tests.
enum Simulation {
  /// Equal energy, or a surface that reflects the same share of each wavelength.
  static func flat(_ value: Double) throws -> SpectralDistribution {
    try SpectralDistribution(wavelengths: [360, 830], values: [value, value])
  }

  /// Red, green and blue that respond alike, so that every sample of a flat card has the same mean.
  static func equalChannels() throws -> SpectralSensitivities {
    SpectralSensitivities(red: try flat(1), green: try flat(1), blue: try flat(1))
  }

  static func sensor(
    _ format: String = "RG12", black: Double = 256, white: Double = 4095, fullWell: Double = 1000,
    readNoise: Double = 2, fixedPattern: FixedPattern = .none
  ) throws -> SimulatedSensor {
    try SimulatedSensor(
      equalChannels(), format: PixelFormat(format), levels: SampleLevels(black: black, white: white),
      fullWell: fullWell, readNoise: readNoise, fixedPattern: fixedPattern)
  }

  static func card() throws -> SimulatedScene { SimulatedScene(card: try flat(0.18), under: try flat(1)) }

  static func samples(_ frame: RawFrame) -> [Double] {
    var samples: [UInt16] = []
    return (0..<frame.height).flatMap { row in
      frame.readSamples(row: row, columns: 0..<frame.width, into: &samples)
      return samples.map(Double.init)
    }
  }

  static func meanAndVariance(_ values: [Double]) -> (mean: Double, variance: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    return (mean, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1))
  }
}
