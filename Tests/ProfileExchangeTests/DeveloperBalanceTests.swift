import Colorimetry
import DeviceProfiles
import Foundation
import FoundationXML
import ProfileExchange
import TestSupport
import Testing
import WhiteBalance

/// The balance that raw developers are told. Tests/OtherPrograms/run asks the programs themselves.
@Suite struct DeveloperBalanceTests {
  private static let light = TemperatureAndTint(temperature: 5200.4, duv: 0.0034)

  @Test func `darktable's parameters are the gains over green's, in single precision`() throws {
    let balance = try DeveloperBalance(gains: WhiteBalanceGains(red: 4, green: 2, blue: 3), light: Self.light)
    // IEEE 754: 2, 1, 1.5 and 1, the least byte first.
    #expect(balance.xmp.contains("darktable:params=\"000000400000803f0000c03f0000803f\""))
    #expect(balance.gains == WhiteBalanceGains(red: 2, green: 1, blue: 1.5))
  }

  /// The temperatures are what `cmsTempFromWhitePoint` of LittleCMS 2.14 finds: 5199.3 and 2986.0 K. It has the DNG
  /// SDK's table.
  @Test func `Camera Raw has whole kelvin on the DNG SDK's scale, and the tint with its sign`() throws {
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1.5)
    let green = try DeveloperBalance(gains: gains, light: Self.light).xmp
    #expect(green.contains("crs:Temperature=\"5199\"") && green.contains("crs:Tint=\"+10\""))
    let magenta = try DeveloperBalance(gains: gains, light: TemperatureAndTint(temperature: 2999.6, duv: -0.002)).xmp
    #expect(magenta.contains("crs:Temperature=\"2986\"") && magenta.contains("crs:Tint=\"-6\""))
    let unknown = try DeveloperBalance(gains: gains).xmp
    #expect(!unknown.contains("crs:Temperature") && unknown.contains("darktable:params"))
    for text in [green, magenta, unknown] {
      #expect(XMLParser(data: Data(text.utf8)).parse())
    }
  }

  // MARK: - RawTherapee

  private static let matrix = Matrix3x3(
    rows: [0.42916531, -0.03540073, -0.06187181], [-0.42537008, 1, 0.14918687], [-0.13679139, 0.21478009, 0.42991904])

  /// RawTherapee 5.9 made these of a DNG with this ColorMatrix2: red and blue over green, by Tests/OtherPrograms/run's
  /// way of asking it. Its output has 16 bits, and the sensor's fixed pattern is in it.
  @Test(arguments: [
    (2000, 0.6, 1.27004245, 4.2529696), (2500, 1, 1.1940666, 3.12137332), (3000, 1, 1.43152393, 2.45002902),
    (4500, 1, 2.00167774, 1.72771879), (5000, 0.6, 2.64549143, 1.98318421),
    (6504, 1, 2.46020923, 1.34630127), (8000, 1.5, 2.34035744, 0.99966655), (12000, 1, 3.01615869, 1.07132556),
  ])
  func `the gains of a temperature and green are RawTherapee's own, and lead back to the two`(
    temperature: Int, green: Double, red: Double, blue: Double
  ) throws {
    let theirs = WhiteBalanceGains(red: red, green: 1, blue: blue)
    let found = try #require(RawTherapeeBalance(gains: theirs, matrix: Self.matrix))
    let made = found.gains(matrix: Self.matrix)
    #expect(Tolerance.developerGains.allows(largest(abs(made.red / red - 1), abs(made.blue / blue - 1))), "\(made)")
    // Both scales, and not the product alone: 0.1 % of a gain is 1 mired at most.
    #expect(Tolerance.developerMired.allows(abs(1e6 / Double(found.temperature) - 1e6 / Double(temperature))))
    #expect(Tolerance.developerGreen.allows(abs(found.green / green - 1)), "\(found)")
    #expect(
      found.processingProfile.contains("\nSetting=Custom\nTemperature=\(found.temperature)\nGreen=")
        && found.processingProfile.contains("\nStandardObserver=TEN_DEGREES\n"))
    let line = try #require(found.processingProfile.split(separator: "\n").first { $0.hasPrefix("Green=") })
    let written = try #require(Double(line.dropFirst("Green=".count)))
    #expect((written * 1e6).rounded() == (found.green * 1e6).rounded())
  }

  @Test func `what RawTherapee has no numbers for is none`() {
    for gains in [
      WhiteBalanceGains(red: 0.3, green: 1, blue: 30), WhiteBalanceGains(red: 20, green: 1, blue: 0.2),
      WhiteBalanceGains(red: 0, green: 1, blue: 1),
    ] { #expect(RawTherapeeBalance(gains: gains, matrix: Self.matrix) == nil, "\(gains)") }
  }

  /// It ends its list of matrices with the last light that is not illuminant A.
  @Test func `the matrix is that of the second light, or of the first beside illuminant A`() throws {
    func tags(_ illuminants: [Int]) -> DNGColorTags {
      DNGColorTags(
        model: nil,
        lights: illuminants.enumerated().map { index, code in
          DNGColorTags.CalibratedLight(
            illuminant: code == 17 ? .standardLightA : code == 23 ? .d50 : .d65,
            colorMatrix: Matrix3x3(diagonal: SIMD3(repeating: Double(index + 1))))
        })
    }
    for (codes, place) in [([17, 21], 2.0), ([17, 23, 21], 2), ([21, 17], 1), ([17], 1)] {
      #expect(try tags(codes).rawTherapeeMatrix[0, 0] == place, "\(codes)")
    }
    let none = try #require(throws: ExchangeError.self) { try tags([]).rawTherapeeMatrix }
    #expect(none == .missingTag("ColorMatrix1", needed: "colours need the matrix of one light at least"))
  }

  @Test func `RawTherapee's preset is that of the camera's DNG under the black body`() throws {
    let profile = try ImportedProfile(ReferenceData.bytes("dcp/NIKON_D850.dcp")).profile
    let (text, warnings) = try profile.rawTherapeeProfile(temperature: 5000)
    #expect(warnings == [])
    let light = try Chromaticity(TemperatureAndTint(temperature: 5000, duv: 0))
    let gains = try WhiteBalanceGains(neutralizing: profile.characterization.response(to: light))
    let matrix = try profile.colorTags(of: .dng).0.rawTherapeeMatrix
    let balance = try #require(RawTherapeeBalance(gains: gains, matrix: matrix))
    #expect(text == balance.processingProfile)
    let made = balance.gains(matrix: matrix)
    #expect(
      Tolerance.developerGains.allows(
        largest(abs(made.red / gains.red - 1), abs(made.blue * gains.green / gains.blue - 1)))
    )
    #expect(try profile.rawTherapeeProfile(temperature: 2000).warnings.map(\.code) == [.extrapolated])
  }

  @Test func `the observer of RawTherapee's table is the one in Data`() throws {
    let file = repositoryRoot.appending(path: "Data/colour-science/observer_1964_10deg_5nm.csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(rows.map { $0[0] } == Array(stride(from: 360.0, through: 830, by: 5)))
    #expect(rows.map { SIMD3($0[1], $0[2], $0[3]) } == CIE1964Observer.colorMatching)
  }

  @Test func `gains that are none are refused`() {
    #expect(throws: WhiteBalanceError.self) {
      try DeveloperBalance(gains: WhiteBalanceGains(red: 0, green: 1, blue: 1))
    }
  }

  @Test(arguments: [
    TemperatureAndTint(temperature: 5000, duv: .nan), TemperatureAndTint(temperature: 5000, duv: .infinity),
    TemperatureAndTint(temperature: .nan, duv: 0), TemperatureAndTint(temperature: 5000, duv: -1e300),
  ])
  func `a light that is none is refused`(light: TemperatureAndTint) {
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1.5)
    #expect(throws: WhiteBalanceError.self) { _ = try DeveloperBalance(gains: gains, light: light).xmp }
  }

  @Test(arguments: [1999, 50_001, 1e300, .infinity] as [Double])
  func `a light that is colder or hotter than Camera Raw knows is left out`(temperature: Double) throws {
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1.5)
    let light = TemperatureAndTint(temperature: temperature, duv: 0)
    let text = try DeveloperBalance(gains: gains, light: light).xmp
    #expect(!text.contains("crs:Temperature") && text.contains("darktable:params"))
  }

  @Test(arguments: [(150, true), (150.4, true), (151, false), (-150, true), (-151, false)] as [(Double, Bool)])
  func `a light that is greener or redder than Camera Raw knows is left out`(tint: Double, isThere: Bool) throws {
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1.5)
    let onDNGScale = TemperatureAndTint(temperature: 5000, tint: tint)
    let light = try TemperatureAndTint(Chromaticity(Robertson1968.robertson1968DNG.point(of: onDNGScale)))
    let text = try DeveloperBalance(gains: gains, light: light).xmp
    #expect(text.contains("crs:Tint") == isThere && text.contains("crs:Temperature") == isThere)
    #expect(text.contains("darktable:params"))
  }

  @Test(arguments: [.infinity, 1e300, .nan, 499] as [Double])
  func `a preset's temperature that no list has is refused`(temperature: Double) throws {
    let profile = try ImportedProfile(ReferenceData.bytes("dcp/NIKON_D850.dcp")).profile
    let error = try #require(throws: ExchangeError.self) {
      try WhiteBalancePresets(profile, temperatures: [5000, temperature]).darktableJSON()
    }
    guard case .presetTemperature(let refused, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(refused.bitPattern == temperature.bitPattern)
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

  @Test func `presets of RGB that is balanced already have a warning, in darktable's form and RawTherapee's`() throws {
    var profile = try ImportedProfile(ReferenceData.bytes("dcp/NIKON_D850.dcp")).profile
    profile.balancedLight = .d65
    #expect(try WhiteBalancePresets(profile, temperatures: [5000]).warnings.map(\.code) == [.balancedRGB])
    #expect(try profile.rawTherapeeProfile(temperature: 5000).warnings.map(\.code) == [.balancedRGB])
  }

  @Test func `presets outside of the calibrated lights have a warning, and a camera without a maker is no entry`()
    throws
  {
    var profile = try ImportedProfile(ReferenceData.bytes("dcp/NIKON_D850.dcp")).profile
    #expect(try WhiteBalancePresets(profile, temperatures: [5000]).warnings == [])
    let warnings = try WhiteBalancePresets(profile, temperatures: [2000, 5000, 9000]).warnings
    #expect(warnings.map(\.code) == [.extrapolated])
    #expect(warnings.first?.description.contains("2000 K, 9000 K") == true)
    #expect(try WhiteBalancePresets(profile, temperatures: [3200.7]).presets.map(\.name) == ["3201K"])
    guard case .matrices(let matrices) = profile.characterization else { throw ExchangeError.unknownFormat }
    profile.characterization = .matrices(try MatrixCharacterization(lights: [matrices.lights[0]]))
    let ofOneLight = try #require(try WhiteBalancePresets(profile, temperatures: [5000, 6000.6]).warnings.first).text
    let kelvin = Int(matrices.lights[0].temperature.rounded())
    #expect(ofOneLight.contains("one light of \(kelvin) K") && ofOneLight.contains("5000 K, 6001 K"), "\(ofOneLight)")
    for (temperature, text) in [(1e300, "1e+300 K"), (.infinity, "inf K")] {
      let hot = MatrixCharacterization.CalibratedLight(temperature: temperature, matrix: matrices.lights[0].matrix)
      profile.characterization = .matrices(try MatrixCharacterization(lights: [hot]))
      let ofHotLight = try #require(try WhiteBalancePresets(profile, temperatures: [5000]).warnings.first).text
      #expect(ofHotLight.contains("one light of \(text)"), "\(ofHotLight)")
    }
    profile.identity = DeviceIdentity(model: "x")
    #expect(throws: ExchangeError.presetName(missing: "maker")) {
      try WhiteBalancePresets(profile).darktableJSON()
    }
  }
}
