import Colorimetry
import DeviceProfiles
import Foundation
import FoundationXML
import ProfileExchange
import TestSupport
import Testing
import WhiteBalance

/// What raw developers are told. Tests/OtherPrograms/run asks the programs themselves.
@Suite struct DeveloperBalanceTests {
  private static let light = TemperatureAndTint(temperature: 5200.4, duv: 0.0034)

  @Test func `darktable's parameters are the gains over green's, in single precision`() throws {
    let balance = try DeveloperBalance(gains: WhiteBalanceGains(red: 4, green: 2, blue: 3), light: Self.light)
    // IEEE 754: 2, 1, 1.5 and 1, the least byte first.
    #expect(balance.xmp.contains("darktable:params=\"000000400000803f0000c03f0000803f\""))
    #expect(balance.gains == WhiteBalanceGains(red: 2, green: 1, blue: 1.5))
  }

  @Test func `Camera Raw has whole kelvin, and the tint with its sign`() throws {
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1.5)
    let green = try DeveloperBalance(gains: gains, light: Self.light).xmp
    #expect(green.contains("crs:Temperature=\"5200\"") && green.contains("crs:Tint=\"+10\""))
    let magenta = try DeveloperBalance(gains: gains, light: TemperatureAndTint(temperature: 2999.6, duv: -0.002)).xmp
    #expect(magenta.contains("crs:Temperature=\"3000\"") && magenta.contains("crs:Tint=\"-6\""))
    let unknown = try DeveloperBalance(gains: gains).xmp
    #expect(!unknown.contains("crs:Temperature") && unknown.contains("darktable:params"))
    for text in [green, magenta, unknown] {
      #expect(XMLParser(data: Data(text.utf8)).parse())
    }
  }

  @Test func `gains that are none are refused`() {
    #expect(throws: WhiteBalanceError.self) {
      try DeveloperBalance(gains: WhiteBalanceGains(red: 0, green: 1, blue: 1))
    }
  }

  @Test func `a preset has the gains of its black body, by the camera's name`() throws {
    let profile = try ImportedProfile(ReferenceData.bytes("dcp/NIKON_D850.dcp")).profile
    var named = profile
    named.identity = DeviceIdentity(manufacturer: "Ma\"ker", model: "Mo\\del\u{1}")
    let presets = try WhiteBalancePresets(named, temperatures: [6000, 3000])
    #expect(presets.presets.map(\.name) == ["3000K", "6000K"])
    struct File: Decodable {
      struct Maker: Decodable { let maker: String, models: [Model] }
      struct Model: Decodable { let model: String, presets: [Preset] }
      struct Preset: Decodable { let name: String, channels: [Double] }
      let version: Int, makers: [Maker]

      enum CodingKeys: String, CodingKey {
        case version
        case makers = "wb_presets"
      }
    }
    let file = try JSONDecoder().decode(File.self, from: Data(presets.darktableJSON().utf8))
    #expect(file.version == 1 && file.makers.map(\.maker) == ["Ma\"ker"])
    #expect(file.makers[0].models.map(\.model) == ["Mo\\del\u{1}"])
    for (preset, written) in zip(presets.presets, file.makers[0].models[0].presets) {
      let light = try Chromaticity(TemperatureAndTint(temperature: preset.temperature, duv: 0))
      let neutral = try profile.characterization.response(to: light)
      #expect(written.name == preset.name && written.channels[1] == 1 && written.channels[3] == 0)
      #expect(Tolerance.rounding.allows(abs(written.channels[0] * neutral.red / neutral.green - 1)))
      #expect(Tolerance.rounding.allows(abs(written.channels[2] * neutral.blue / neutral.green - 1)))
    }
  }

  @Test func `presets outside of the calibrated lights have a warning, and a camera without a maker is no entry`()
    throws
  {
    var profile = try ImportedProfile(ReferenceData.bytes("dcp/NIKON_D850.dcp")).profile
    #expect(try WhiteBalancePresets(profile, temperatures: [5000]).warnings == [])
    let warnings = try WhiteBalancePresets(profile, temperatures: [2000, 5000, 9000]).warnings
    #expect(warnings.map(\.code) == [.extrapolated])
    #expect(warnings.first?.description.contains("2000 K, 9000 K") == true)
    profile.identity = DeviceIdentity(model: "x")
    #expect(throws: ExchangeError.noModel) { try WhiteBalancePresets(profile).darktableJSON() }
  }
}
