import Colorimetry
import DeviceProfiles
import DigitalNegatives
import ProfileExchange
import RawFrames
import Testing
import WhiteBalance

/// The Swift of DigitalNegatives' page.
@Suite struct DigitalNegativesSamples {
  @Test func `the landing page`() throws {
    let frame = try RawFrame(format: .rg10, width: 8, height: 6, samples: [UInt16](repeating: 512, count: 48))
    let profile = try DeviceProfile(
      identity: DeviceIdentity(model: "Bench camera"),
      characterization: .matrices(
        MatrixCharacterization(lights: [.init(temperature: 5000, matrix: TypicalCamera.matrix)])))
    let (negative, warnings) = try DigitalNegative.made(
      of: frame, by: profile, asShotNeutral: LinearRGB(red: 0.45, green: 1, blue: 0.63),
      exposure: ExposureMetadata(duration: 0.01, iso: 200))
    let bytes = try negative.dngBytes()
    let again = try DigitalNegative(dngBytes: bytes)
    print(bytes.count, again.asShotNeutral as Any, warnings.map(\.code))
    #expect(again.frame == frame)
  }
}
