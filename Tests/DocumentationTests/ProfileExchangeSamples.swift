import Colorimetry
import DeviceProfiles
import ProfileExchange
import TestSupport
import Testing
import WhiteBalance

/// The Swift of ProfileExchange's page.
@Suite struct ProfileExchangeSamples {
  @Test func `the landing page`() throws {
    let profile = try DeviceProfile(
      identity: DeviceIdentity(model: "Bench camera"),
      characterization: .matrices(
        MatrixCharacterization(lights: [.init(temperature: 5000, matrix: TypicalCamera.matrix)])))
    let exported = try ExportedProfile(profile, as: .dcp)
    let imported = try ImportedProfile(exported.bytes)
    print(imported.format, imported.profile.identity)
    for warning in exported.warnings + imported.warnings { print(warning) }
    #expect(imported.format == .dcp)
  }

  @Test func `tags from numbers`() throws {
    let tags = DNGColorTags(
      model: "Bench camera",
      lights: [
        .init(
          illuminant: .standardLightA,
          colorMatrix: Matrix3x3(
            0.7284, -0.1569, -0.0425, -0.6726, 1.4016, 0.2993, -0.0926,
            0.1258, 0.7774)),
        .init(
          illuminant: .d65,
          colorMatrix: Matrix3x3(
            0.6347, -0.0479, -0.0972, -0.8297, 1.5954, 0.2480, -0.1967,
            0.2132, 0.7649)),
      ])
    let camera = try tags.characterization().0
    print(try camera.gains(for: .d65))
    #expect(Set(camera.lights.map(\.temperature)) == [2850, 6500])
  }

  @Test func `white balance for raw developers`() throws {
    let tags = DNGColorTags(
      model: "Bench camera",
      lights: [.init(illuminant: .d65, colorMatrix: TypicalCamera.matrix)])
    let profile = try DeviceProfile(
      identity: DeviceIdentity(manufacturer: "Bench", model: "camera"),
      characterization: .matrices(tags.characterization().0))
    let light = TemperatureAndTint(temperature: 4300, tint: 8)
    let gains = try profile.characterization.gains(for: light)
    print(try DeveloperBalance(gains: gains, light: light).xmp)
    if let numbers = try RawTherapeeBalance(
      gains: gains, matrix: tags.rawTherapeeMatrix)
    {
      print(numbers.processingProfile)
    }
    print(try WhiteBalancePresets(profile).darktableJSON())
    let again = try #require(try RawTherapeeBalance(gains: gains, matrix: tags.rawTherapeeMatrix))
    let made = try again.gains(matrix: tags.rawTherapeeMatrix)
    #expect(Tolerance.developerGains.allows(abs(made.red / made.green / (gains.red / gains.green) - 1)))
  }
}
