import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// The noise that is told from one frame, against that of the sensor that made it.
@Suite struct NoiseModelTests {
  private static func reading(
    fullWell: Double, readNoise: Double, nonUniformity: Double, seed: UInt64
  ) throws -> (noise: NoiseModel, gain: Double) {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG14"), levels: SampleLevels(black: 1024, white: 16383),
      fullWell: fullWell, readNoise: readNoise,
      fixedPattern: FixedPattern(responseNonUniformity: nonUniformity))
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    let shot = try SimulatedShot(
      of: SimulatedScene(card: card, under: CIEIlluminant.a.distribution), by: sensor, width: 256, height: 256,
      exposure: 0.7, vignetting: Vignetting(cornerLoss: 0.2))
    let frame = shot.frame(seed: seed)
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 256, height: 256))
    return (try #require(reading.noise), sensor.gain)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the variance at each signal is the sensor's`(seed: UInt64) throws {
    for (fullWell, readNoise, nonUniformity) in [(3000.0, 5.0, 0.0), (30_000, 20, 0), (30_000, 20, 0.01)] {
      let (noise, gain) = try Self.reading(
        fullWell: fullWell, readNoise: readNoise, nonUniformity: nonUniformity, seed: seed)
      // Under A this camera's channels lie between a fifth and seven tenths of the range.
      for signal in stride(from: 4000.0, through: 10_000, by: 1000) {
        let truth =
          readNoise * readNoise * gain * gain + 1.0 / 12 + gain * signal
          + nonUniformity * nonUniformity * signal * signal
        #expect(Tolerance.noiseOfFrame.allows(abs(noise.variance(atSignal: signal) / truth - 1)), "\(signal)")
      }
    }
  }

  @Test func `a pattern that does not average over frames is told from shot noise`() throws {
    let plain = try Self.reading(fullWell: 100_000, readNoise: 10, nonUniformity: 0, seed: 4).noise
    let patterned = try Self.reading(fullWell: 100_000, readNoise: 10, nonUniformity: 0.01, seed: 4).noise
    #expect(plain.patternVariance.squareRoot() < 0.003)
    #expect(Tolerance.patternOfFrame.allows(abs(patterned.patternVariance.squareRoot() - 0.01)))
  }
}
