import Colorimetry
import DeviceProfiles
import RawFrames
import Testing
import WhiteBalance

@Suite struct DeviceProfileTests {
  /// Canon EOS 5D, as DNG has it.
  static let canon = DeviceProfile(
    identity: DeviceIdentity(manufacturer: "Canon", model: "EOS 5D", unit: "0123"),
    characterization: .matrices(
      try! MatrixCharacterization(
        lights: [
          .init(
            temperature: 2850,
            matrix: Matrix3x3(
              rows: [0.7284, -0.1569, -0.0425], [-0.6726, 1.4015, 0.2993], [-0.0926, 0.1258, 0.7774])),
          .init(
            temperature: 6500,
            matrix: Matrix3x3(
              rows: [0.6347, -0.0479, -0.0972], [-0.8297, 1.5954, 0.248], [-0.1968, 0.2131, 0.7649])),
        ], unitResponse: LinearRGB(red: 1.01, green: 1, blue: 0.98))),
    gainRange: try! GainRange(maximum: 8), levels: try! SampleLevels(black: 129, white: 3692),
    uncertainty: try! CharacterizationUncertainty(mired: 2.5, duv: 0.001),
    creationDate: try! CreationDate(year: 2026, month: 11, day: 21), provenance: "by hand 😀 é\n\"x\"")

  @Test func `what is written reads back the same`() throws {
    let bytes = try Self.canon.iccBytes()
    #expect(try DeviceProfile(iccBytes: bytes) == Self.canon)
  }
}
