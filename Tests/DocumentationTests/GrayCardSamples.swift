import Colorimetry
import DeviceProfiles
import Foundation
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// The Swift of GrayCard's pages.
@Suite struct GrayCardSamples {
  private let camera: SpectralSensitivities
  private let sensor: SimulatedSensor
  private let card: SimulatedShot
  private let profile: DeviceProfile

  init() throws {
    camera = try SpectralSensitivities.canon5DMarkII()
    sensor = try SimulatedSensor(
      camera, format: .rg10, levels: SampleLevels(black: 64, white: 1023), fullWell: 12_000, readNoise: 3)
    let gray = try SpectralDistribution(wavelengths: [380, 780], values: [0.18, 0.18])
    let scene = SimulatedScene(card: gray, under: CIEIlluminant.d65.distribution)
    card = try SimulatedShot(of: scene, by: sensor, width: 160, height: 120, exposure: 0.5)
    profile = try DeviceProfile(
      identity: DeviceIdentity(model: "simulated"),
      characterization: .matrices(
        MatrixCharacterization(lights: [.init(temperature: 6500, matrix: TypicalCamera.matrix)])))
  }

  @Test func `the landing page`() throws {
    let sensor = try SimulatedSensor(
      camera, format: .rg10, levels: SampleLevels(black: 64, white: 1023), fullWell: 12_000, readNoise: 3)
    let gray = try SpectralDistribution(wavelengths: [380, 780], values: [0.18, 0.18])
    let scene = SimulatedScene(card: gray, under: CIEIlluminant.d65.distribution)
    let frame = try SimulatedShot(of: scene, by: sensor, width: 160, height: 120, exposure: 0.5).frame(seed: 1)

    let measurement = try CardMeasurement(of: frame, in: .center)
    switch measurement.verdict {
    case .ok(let card): print(card.gains.value, card.gains.standardError)
    case .refused(let reasons): for reason in reasons { print(reason) }
    }
    #expect(measurement.record.verdict == "ok")
  }

  @Test func cards() throws {
    let covered = try SimulatedShot(inTheDark: sensor, width: 160, height: 120)
    var dark = FrameAverage(covered.frame(seed: 2))
    for seed in 3..<10 { try dark.add(covered.frame(seed: UInt64(seed))) }
    guard case .ok(let black) = try DarkFrameEstimator().verdict(on: dark) else { return }
    let frame = card.frame(seed: 1)
    let exact = try frame.replacingLevels(black.levels(for: frame))

    let measurement = try CardMeasurement(
      of: exact, on: profile, in: .region(Region(x: 40, y: 30, width: 80, height: 60)))
    guard case .ok(let measured) = measurement.verdict else { return }
    print(measured.gains.value, measured.gains.standardError)
    print(measured.light?.estimate.temperatureAndTint as Any, measured.light?.uncertainty as Any)
    print(measured.settable?.gains as Any)

    var limits = GrayCardLimits()
    limits.relativeStandardError = 1e-6
    if case .refused(let reasons) = try CardMeasurement(of: exact, in: .center, limits: limits).verdict {
      for reason in reasons { print(reason.code.rawValue, reason.value, reason.limit) }
    }

    let json = try JSONEncoder().encode(measurement)
    let record = try JSONDecoder().decode(MeasurementRecord.self, from: json)
    print(record.temperature ?? 0)
    #expect(record.verdict == "ok" && record.temperature != nil)
  }
}
