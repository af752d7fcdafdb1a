import Colorimetry
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// The Swift of SensorSimulation's page.
@Suite struct SensorSimulationSamples {
  @Test func `the landing page`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let sensor = try SimulatedSensor(
      camera, format: .rg10, levels: SampleLevels(black: 64, white: 1023),
      fullWell: 12_000, readNoise: 3)
    let gray = try SpectralDistribution(
      wavelengths: [380, 780], values: [0.18, 0.18])
    let scene = SimulatedScene(
      card: gray, under: CIEIlluminant.a.distribution)
    let shot = try SimulatedShot(
      of: scene, by: sensor, width: 64, height: 48, exposure: 0.5,
      vignetting: Vignetting(cornerLoss: 0.2))
    let frame = shot.frame(seed: 7)
    print(
      frame.bytes.count, shot.truth?.gains as Any,
      shot.truth?.temperatureAndTint as Any)
    #expect(shot.frame(seed: 7) == frame && shot.truth?.temperatureAndTint != nil)
  }
}
