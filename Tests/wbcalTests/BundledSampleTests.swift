import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import GrayCard
import ICCProfiles
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

@testable import Reports
@testable import wbcal

/// Makes the sample of `Data/sample`, and holds it to what it says.
///
/// `WHITEBALANCE_RECORD=1 swift test --filter BundledSample` writes the files anew.
@Suite struct BundledSampleTests {
  static let size = (width: 160, height: 120)
  static let levels = Result { try SampleLevels(black: 64, white: 1023) }
  /// Daylight that the camera is not calibrated for: between the calibrated A and D65.
  static let lampTemperature = 5200.0

  /// A gray card of 18 % in front of wood.
  static func frame() throws -> [UInt8] {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG10"), levels: levels.get(), fullWell: 20_000, readNoise: 30)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    let wood = try SpectralDistribution(wavelengths: [360, 450, 650, 830], values: [0.05, 0.08, 0.35, 0.45])
    let scene = SimulatedScene(card: card, under: try .daylight(temperature: lampTemperature))
      .surrounding(Region(x: 24, y: 18, width: 112, height: 84), by: wood)
    return try SimulatedShot(of: scene, by: sensor, width: size.width, height: size.height, exposure: 0.45)
      .frame(seed: 20_261_121).bytes
  }

  /// The camera under A and D65.
  static func profile() throws -> DeviceProfile {
    let sensitivities = try SpectralSensitivities.canon5DMarkII()
    let characterization = try MatrixCharacterization(lights: [
      .init(CIEIlluminant.a.distribution, on: sensitivities), .init(CIEIlluminant.d65.distribution, on: sensitivities),
    ])
    return DeviceProfile(
      identity: DeviceIdentity(manufacturer: "Canon", model: "EOS 5D Mark II", unit: "simulated"),
      characterization: .matrices(characterization), gainRange: .standard, levels: try levels.get(),
      uncertainty: try ChartCalibration.uncertaintyOfMatrices(),
      provenance:
        "Matrices from measured spectral sensitivities (rawtoaces-data, Apache-2.0) under CIE illuminants A and "
        + "D65. Uncertainty by kind of light: what some 25 cameras with such matrices reach.")
  }

  static func description() throws -> Data {
    let light = try SpectralDistribution.daylight(temperature: lampTemperature)
    let chromaticity = Chromaticity(light)
    let temperature = try TemperatureAndTint(chromaticity)
    let gains = try WhiteBalanceGains(neutralizing: SpectralSensitivities.canon5DMarkII().response(to: light))
    struct File: Encodable {
      var description = "bundled sample: a gray card under CIE daylight of 5200 K, simulated Canon EOS 5D Mark II"
      var format = "RG10"
      var width = BundledSampleTests.size.width
      var height = BundledSampleTests.size.height
      var truth: Report.Truth
    }
    let file = File(
      truth: Report.Truth(
        chromaticity: .init(chromaticity), temperature: temperature.temperature, duv: temperature.duv,
        tint: temperature.tint, gains: .init(gains)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(file) + Data("\n".utf8)
  }

  @Test func `the sample can be made again, byte for byte`() throws {
    let made: [(name: String, bytes: Data)] = [
      ("sample.raw", Data(try Self.frame())), ("sample.icc", Data(try Self.profile().iccBytes())),
      ("sample.json", try Self.description()),
    ]
    try expectRecorded(made, in: "Data/sample")
  }

  @Test func `the CIE's lamps are found within two stated errors by the sample's profile, or warned of`() throws {
    let (profile, camera) = (try Self.profile(), try SpectralSensitivities.canon5DMarkII())
    for illuminant in CIEIlluminant.allCases {
      let truth = try TemperatureAndTint(Chromaticity(illuminant.distribution))
      let response = camera.response(to: illuminant.distribution)
      let neutral = MeasuredNeutral(
        value: LinearRGB(response.vector / (2 * response.vector.max())), standardError: LinearRGB(.zero))
      let light = try MeasuredLight(
        forNeutral: neutral, on: profile.characterization, uncertainty: profile.uncertainty)
      let (found, stated) = (try #require(light.estimate.temperatureAndTint), try #require(light.uncertainty))
      let mired = abs(found.mired - truth.mired) / (stated.temperature * 1e6 / (found.temperature * found.temperature))
      let duv = abs(found.duv - truth.duv) / stated.duv
      #expect(!stated.isFamiliar || (mired <= 2 && duv <= 2), "\(illuminant): \(mired), \(duv) stated errors")
      #expect(stated.kind == .any)
    }
  }
}
