import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// A black level that nobody told, out of the frame.
@Suite struct EstimatedBlackTests {
  /// A card before a surround of some reflectance, in levels of a format with a pedestal.
  private static func frame(
    of camera: SpectralSensitivities, under light: SpectralDistribution, surround: Double?, black: Double, bits: Int,
    seed: UInt64
  ) throws -> RawFrame {
    let levels = try SampleLevels(black: black, white: Double(1 << bits) - 1)
    let sensor = try SimulatedSensor(
      camera, format: PixelFormat("RG\(bits)"), levels: levels, fullWell: 20_000, readNoise: 3)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    var scene = SimulatedScene(card: card, under: light)
    if let surround {
      scene = scene.surrounding(
        Region(x: 40, y: 30, width: 80, height: 60),
        by: try SpectralDistribution(wavelengths: [360, 830], values: [surround, surround * 1.3]))
    }
    let shot = try SimulatedShot(of: scene, by: sensor, width: 160, height: 120, exposure: 0.5)
    let frame = shot.frame(seed: seed)
    return try frame.replacingLevels(SampleLevels(fullRangeOf: frame.format))
  }

  private static let lamps: [CIEIlluminant] = [.a, .d65, .ledB3, .fl2, .ledB5]

  @Test func `a pedestal that nobody told is estimated within its error, or the card is refused`() throws {
    var (accepted, errors) = (0, [Double]())
    for (index, camera) in try SpectralSensitivities.measured().enumerated() {
      let (bits, black) =
        index % 2 == 0 ? (10, [16.0, 64, 120][index / 2 % 3]) : (12, [64.0, 256, 800][index / 2 % 3])
      let light = Self.lamps[index % Self.lamps.count].distribution
      for surround in [0.001, 0.02, 0.3, nil] {
        let frame = try Self.frame(
          of: camera, under: light, surround: surround, black: black, bits: bits, seed: UInt64(index))
        let measurement = try CardMeasurement(of: SourceFrame(frame, blackOrigin: .assumed), unknownBlack: .estimate)
        let levels = measurement.source.levels
        guard case .ok(let card) = measurement.verdict else { continue }
        accepted += 1
        #expect(measurement.source.blackOrigin == .estimated)
        #expect(measurement.warnings.contains { $0.code == "black-estimated" })
        errors.append(abs(levels.black.red - black) / levels.blackError.red)
        let truth = try WhiteBalanceGains(neutralizing: camera.response(to: light))
        for channel in 0..<3 where truth.vector[channel] != 1 && card.gains.value.vector[channel] != 1 {
          errors.append(
            abs(card.gains.value.vector[channel] - truth.vector[channel]) / card.gains.standardError.vector[channel])
        }
      }
    }
    #expect(accepted > 18, "\(accepted)")
    #expect(errors.allSatisfy { Tolerance.estimatedBlack.allows($0) }, "\(errors.max() ?? 0)")
  }

  @Test func `a card that fills the frame, with black that nobody told, is refused with the way out`() throws {
    let frame = try Self.frame(
      of: .canon5DMarkII(), under: CIEIlluminant.d65.distribution, surround: nil, black: 64, bits: 10, seed: 3)
    let source = SourceFrame(frame, blackOrigin: .assumed)
    let measurement = try CardMeasurement(of: source, unknownBlack: .estimate)
    guard case .refused(let reasons) = measurement.verdict else {
      Issue.record("\(measurement.verdict)")
      return
    }
    #expect(reasons.first?.code == .blackUnknown)
    #expect(reasons.first?.description.contains("dark frames") == true)
    // Black that was given is believed, 0 among it.
    let given = try CardMeasurement(of: SourceFrame(frame, blackOrigin: .option), unknownBlack: .estimate)
    #expect(given.source.blackOrigin == .option)
  }
}
