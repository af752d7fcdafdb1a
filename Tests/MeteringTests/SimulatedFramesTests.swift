import Colorimetry
import GrayCard
import Metering
import RawFrames
import RealModule
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// From raw frames of a simulated sensor through the gray card's estimator and the meter, to gains.
@Suite struct SimulatedFramesTests {
  private static let (width, height) = (160, 120)

  private static func sensor() throws -> SimulatedSensor {
    try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG10"), levels: SampleLevels(black: 64, white: 1023), fullWell: 5000,
      readNoise: 3)
  }

  @Test(arguments: zip(MeteringMode.allCases, [CIEIlluminant.a, .d65, .a]))
  func `a card that clips is exposed, read and locked at the light's gains`(
    mode: MeteringMode, light: CIEIlluminant
  ) throws {
    let sensor = try Self.sensor()
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    let scene = SimulatedScene(card: card, under: light.distribution)
    var exposure = 3.0
    var untrusted = 0
    var meter = Meter()
    try meter.scan([.exposure, .whiteBalance])
    // A few frames of each exposure, again and again: making and reading them takes long.
    var readings: [Double: [GrayCardReading]] = [:]
    var truth: WhiteBalanceGains?
    for index in 0..<200 where meter.isScanning {
      let known =
        try readings[exposure]
        ?? {
          let shot = try SimulatedShot(
            of: scene, by: sensor, width: Self.width, height: Self.height, exposure: exposure)
          truth = shot.truth?.gains
          let region = mode.region(about: .center, width: Self.width, height: Self.height)
          return try (0..<Self.framesPerShot).map {
            try GrayCardEstimator().reading(
              of: shot.frame(seed: UInt64($0) + UInt64(exposure * 1000)), in: region, weighting: mode.weighting)
          }
        }()
      readings[exposure] = known
      untrusted = max(untrusted - 1, 0)
      let actions = meter.update(
        with: MeteringFrame(
          known[index % known.count], levels: sensor.levels, time: Double(index) / 30, sequence: UInt32(index),
          isTrusted: untrusted == 0))
      exposure *= Double.exp2(actions.exposureChange ?? 0)
      if !actions.isEmpty { untrusted = 3 }
    }
    #expect(meter.scene.exposure.status == .locked)
    #expect(meter.scene.whiteBalance.status == .locked)
    let gains = try #require(meter.scene.whiteBalance.value)
    let expected = try #require(truth)
    // The least of the others is 1 by definition.
    #expect([expected.red, expected.green, expected.blue].count { $0 > 1 } == 2)
    for (found, right, error) in [
      (gains.value.red, expected.red, gains.standardError.red),
      (gains.value.green, expected.green, gains.standardError.green),
      (gains.value.blue, expected.blue, gains.standardError.blue),
    ] where right > 1 {
      #expect(Tolerance.lockedGains.allows(abs(found / right - 1)), "\(found) for \(right)")
      #expect(Tolerance.fourStandardErrors.allows(abs(found - right) / error), "\(found) ± \(error) for \(right)")
    }
  }

  private static let framesPerShot = 5
}
