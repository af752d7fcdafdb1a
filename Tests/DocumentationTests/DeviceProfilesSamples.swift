import Colorimetry
import DeviceProfiles
import RawFrames
import Testing
import WhiteBalance

/// The Swift of DeviceProfiles' page.
@Suite struct DeviceProfilesSamples {
  @Test func `the landing page`() throws {
    let profile = try DeviceProfile(
      identity: DeviceIdentity(manufacturer: "Example", model: "Bench camera", unit: "1234"),
      characterization: .matrices(
        MatrixCharacterization(lights: [.init(temperature: 5000, matrix: TypicalCamera.matrix)])),
      gainRange: GainRange(maximum: 8), levels: SampleLevels(black: 64, white: 1023))
    print(profile.identity, try profile.characterization.gains(for: .d65))
    #expect(profile.provenance.isEmpty)
  }
}
