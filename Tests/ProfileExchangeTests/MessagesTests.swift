import Colorimetry
import DeviceProfiles
import ProfileExchange
import RawFrames
import TestSupport
import Testing
import WhiteBalance

/// The complete text of every error and warning of ProfileExchange. Other tests compare the errors and the codes.
@Suite struct MessagesTests {
  @Test(arguments: [
    (
      ExchangeError.unknownFormat,
      "the file is of no kind that is read; it must be a DNG or DCP, or a tuning file of libcamera (JSON)"
    ),
    (.notWritten(.dng), "dng is read, not written; the formats to write are dcp and libcamera"),
    (.damagedDirectory("it is short"), "the file's directory of tags is damaged: it is short"),
    (.missingTag("ColorMatrix1", needed: "it says all"), "there is no tag ColorMatrix1; it says all"),
    (.invalidTag("Make", value: "7", expected: "a text"), "tag Make is 7; it must be a text"),
    (
      .json(line: 2, column: 16, fault: "a text where a number must be"),
      "line 2, column 16: a text where a number must be"
    ),
    (.missingSection("algorithms", needed: "it says all"), "there is no 'algorithms'; it says all"),
    (.noModel, "the file does not say which device it is of; give its name"),
    (
      .presetName(missing: "maker"),
      "the profile does not name its camera's maker, by which darktable finds the presets; wbcal profile import FILE.icc "
        + "--manufacturer MAKER --model MODEL --output NEW.icc names the camera in a new profile"
    ),
    (.notPrintable(field: "model"), "the model has a null character, which this format cannot hold"),
    (.unwritable(.dcp, "it has no matrix"), "it cannot be written as dcp: it has no matrix"),
    (
      .noRawTherapeeBalance(temperature: 1200),
      "RawTherapee has no temperature and green for the gains of 1200.0 K: it has 1500 to 25000 K, and a green of 0.02 to "
        + "10.0; check the profile, or give another temperature"
    ),
    (.presetTemperature(.nan, 500...1e6), "a preset at nan K; its temperature must be 500.0 to 1000000.0 K"),
    (.sampleBits(63, 1...16), "samples of 63 bits; they must have 1 to 16"),
    (
      .characterization(.invalidMaximumGain(0.5)), WhiteBalanceError.invalidMaximumGain(0.5).description
    ),
    (
      .levels(.invalidLevels(black: 2, white: 1)), RawFrameError.invalidLevels(black: 2, white: 1).description
    ),
  ])
  func `an error says what would be right`(error: ExchangeError, text: String) {
    #expect(error.description == text)
  }

  // MARK: - What is not kept

  private typealias Builder = TagFileBuilder

  /// Three lights, of which DNG knows none, and everything that another format may have no place for.
  private static func profile() throws -> DeviceProfile {
    let own = try DNGColorTags(Builder("MMCR", Builder.twoLights).bytes).characterization().0.lights
    let lights: [MatrixCharacterization.CalibratedLight] = [
      .init(temperature: 2300, matrix: own[1].matrix), .init(temperature: 4000, matrix: own[0].matrix * 1.1),
      .init(temperature: 6600, matrix: own[0].matrix),
    ]
    return DeviceProfile(
      identity: DeviceIdentity(model: "x", unit: "7"),
      characterization: .matrices(
        try MatrixCharacterization(lights: lights, unitResponse: LinearRGB(red: 1.1, green: 1, blue: 1))),
      gainRange: try GainRange(maximum: 8),
      levels: try SampleLevels(
        black: BayerValues(red: 60, greenOnRedRow: 64, greenOnBlueRow: 64, blue: 68),
        white: BayerValues(repeating: 1023)),
      uncertainty: try CharacterizationUncertainty(mired: 1, duv: 0.001), provenance: "test")
  }

  private static func expectTexts(_ warnings: [ExchangeWarning], _ texts: [(ExchangeWarning.Code, String)]) {
    #expect(warnings.map(\.code) == texts.map(\.0))
    #expect(warnings.map(\.text) == texts.map(\.1))
    #expect(warnings.map(\.description) == texts.map(\.1))
  }

  @Test func `what a DCP does not hold is told whole`() throws {
    Self.expectTexts(
      try ExportedProfile(Self.profile(), as: .dcp).warnings,
      [
        (
          .unitResponse,
          "this unit's own response (R 1.1, G 1.0, B 1.0) is multiplied into the matrices: the DCP is of this unit"
        ),
        (.lightsLeftOut, "of 3 calibrated lights, 6600.0, 4000.0, 2300.0 K, the DCP has 2: 2850.0, 6500.0 K"),
        (.lightMoved, "the light of 2300.0 K is written as DNG's light of 2850.0 K"),
        (.lightMoved, "the light of 6600.0 K is written as DNG's light of 6500.0 K"),
        (
          .drift,
          "on black bodies of 2300.0 to 6600.0 K and the calibrated lights the file's lights are off by up to 7.0 mired and Duv 0.00099"
        ),
        (.levels, "the black and white levels are not kept"),
        (.uncertainty, "the uncertainty is not kept"),
        (.gainRange, "the largest gain, 8.0, is not kept"),
        (.identity, "the name of the unit is not kept"),
        (.provenance, "the provenance is not kept: test"),
      ])
  }

  @Test func `a light beside those that DNG numbers is told with its Duv`() throws {
    let own = try DNGColorTags(Builder("MMCR", Builder.twoLights).bytes).characterization().0.lights
    let light = MatrixCharacterization.CalibratedLight(temperature: 6461, duv: 0.0063, matrix: own[0].matrix)
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "x"), characterization: .matrices(try MatrixCharacterization(lights: [light])))
    let moved = try ExportedProfile(profile, as: .dcp).warnings.filter { $0.code == .lightMoved }
    #expect(
      moved.map(\.text) == [
        "the light of 6461.0 K, Duv 0.0063, is written as DNG's light of 6500.0 K, Duv 0.0032"
      ])
  }

  @Test func `what a tuning file does not hold is told whole`() throws {
    Self.expectTexts(
      try ExportedProfile(Self.profile(), as: .libcamera).warnings,
      [
        (
          .sections,
          "the file has rpi.awb, rpi.ccm, rpi.black_level alone; lens shading, noise, sharpness, exposure and the rest must "
            + "come from another"
        ),
        (
          .drift,
          "on black bodies of 2300.0 to 6600.0 K and the calibrated lights the file's lights are off by up to 1.1 mired and Duv 0.00010"
        ),
        (.uncertainty, "the uncertainty is not kept"),
        (.gainRange, "the largest gain, 8.0, is not kept"),
        (.identity, "the name of the unit is not kept"),
        (.provenance, "the provenance is not kept: test"),
      ])
  }

  @Test func `a tuning file of a profile without levels is told what libcamera takes for them`() throws {
    var profile = try Self.profile()
    profile.levels = nil
    let levels = try ExportedProfile(profile, as: .libcamera).warnings.filter { $0.code == .levels }
    #expect(
      levels.map(\.text) == [
        "the profile has no levels, so there is no rpi.black_level; libcamera then takes 4096 of 65536"
      ])
  }

  /// A tuning file has no white level, and its black level is for samples of a number of bits.
  @Test(arguments: [
    (white: 900.0, bits: 10, black: 4096.0), (white: 1024, bits: 10, black: 4096), (white: 500, bits: 9, black: 8192),
  ]) func `the white level that a tuning file loses, and the bits that are taken, are told`(
    white: Double, bits: Int, black: Double
  ) throws {
    var profile = try Self.profile()
    profile.levels = try SampleLevels(black: 64, white: white)
    let exported = try ExportedProfile(profile, as: .libcamera)
    #expect(
      exported.warnings.filter { $0.code == .levels }.map(\.text) == [
        "the white level, \(white), is not kept; the black level is written for samples of \(bits) bits"
      ])
    #expect(try LibcameraTuning(exported.bytes).blackLevels?.green == black)
    let told = try ExportedProfile(profile, as: .libcamera, bits: 12)
    #expect(try LibcameraTuning(told.bytes).blackLevels?.green == 1024)
    #expect(throws: ExchangeError.sampleBits(bits - 1, bits...16)) {
      try ExportedProfile(profile, as: .libcamera, bits: bits - 1)
    }
  }

  @Test(arguments: [-1, 0, 17, Int.max]) func `samples have 1 to 16 bits, also where a profile has no levels`(bits: Int)
    throws
  {
    let profile = try Self.profile()
    #expect(throws: ExchangeError.sampleBits(bits, 1...16)) { try ExportedProfile(profile, as: .libcamera, bits: bits) }
  }

  @Test(arguments: [(2000.0, 2400.0), (11000, 14000)]) func `a curve beyond the profile's lights is told`(
    cold: Double, hot: Double
  ) throws {
    let own = try DNGColorTags(Builder("MMCR", Builder.twoLights).bytes).characterization().0.lights
    let lights = [(cold, own[1].matrix), (hot, own[0].matrix)].map {
      MatrixCharacterization.CalibratedLight(temperature: $0.0, matrix: $0.1)
    }
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "x"), characterization: .matrices(try MatrixCharacterization(lights: lights)))
    let texts = try ExportedProfile(profile, as: .libcamera).warnings.filter { $0.code == .extrapolated }.map(\.text)
    #expect(
      texts == [
        "the profile's lights are from \(cold) to \(hot) K; the curve goes on to 2500.0 to 10000.0 K, and extrapolates"
      ])
  }

  @Test func `of a DNG's three lights each that moved is told, and that DNG weighs them otherwise`() throws {
    var profile = try Self.profile()
    profile.identity = DeviceIdentity(model: "x")
    let warnings = try profile.colorTags(of: .dng).1
    // A DCP has two lights, which DNG blends as they are blended here.
    #expect(warnings.count { $0.code == .threeLights } == 1)
    #expect(try !profile.colorTags(of: .dcp).1.map(\.code).contains(.threeLights))
    let moved = warnings.filter { $0.code == .lightMoved }
    #expect(
      moved.map(\.text) == [
        "the light of 2300.0 K is written as DNG's light of 2850.0 K",
        "the light of 6600.0 K is written as DNG's light of 6500.0 K",
        "the light of 4000.0 K is written as DNG's light of 5000.0 K",
      ])
  }

  @Test func `tags that render colours, and further profiles, are named`() throws {
    let tags: [(Int, Builder.Value)] = [
      (50933, .longs([8])), (51109, .fractions([(1, 2)])), (51110, .longs([1])), (52525, .longs([1])),
      (52543, .longs([1])), (52544, .longs([1])),
    ]
    let imported = try ImportedProfile(Builder("IIRC", Builder.twoLights + tags).bytes, format: .dcp, model: "x")
    #expect(
      imported.warnings.map(\.text) == [
        "ProfileGainTableMap, ProfileGainTableMap2, RGBTables, BaselineExposureOffset, DefaultBlackRender: these render "
          + "colours after white balance, and are not kept",
        "ExtraCameraProfiles: further profiles of the file are not read",
      ])
  }

  @Test(arguments: [
    (50712, TagFileBuilder.Value.shorts([0, 9]), "LinearizationTable bends the samples, so the levels are not kept"),
    (
      50715, .fractions([(0, 1), (5, 1)]),
      "BlackLevelDeltaH changes the black level from place to place, so the levels are not kept"
    ),
    (
      50716, .fractions([(5, 1)]),
      "BlackLevelDeltaV changes the black level from place to place, so the levels are not kept"
    ),
  ]) func `levels that do not describe a DNG's samples are not kept`(
    tag: Int, value: TagFileBuilder.Value, text: String
  ) throws {
    let mosaic: [(Int, Builder.Value)] = [
      (262, .shorts([32803])), (50714, .shorts([64])), (50717, .shorts([1023])),
    ]
    let plain = try ImportedProfile(
      Builder("II*\0", mosaic + [(50715, .fractions([(0, 1)]))] + Builder.twoLights).bytes, format: .dng, model: "x")
    #expect(plain.profile.levels?.black.red == 64 && plain.warnings == [])
    let imported = try ImportedProfile(
      Builder("II*\0", mosaic + [(tag, value)] + Builder.twoLights).bytes, format: .dng, model: "x")
    #expect(imported.profile.levels == nil && imported.warnings.map(\.code) == [.levels])
    #expect(imported.warnings.map(\.text) == [text])
  }

  @Test func `what a profile of gains alone leaves out is told whole`() throws {
    let bytes = Array(LibcameraTuningTests.example.replacing("rpi.ccm", with: "rpi.xxx").utf8)
    let imported = try ImportedProfile(bytes, model: "x")
    Self.expectTexts(
      imported.warnings,
      [
        (.noColors, "there is no rpi.ccm: lights beside the curve are seen as a typical camera would"),
        (.sections, "not kept, because they are not about white: rpi.noise, rpi.xxx"),
        (.levels, "the black level, 4096.0 of 16 bits, is not kept; give the bits of the sensor's samples"),
      ])
    let dcp = try ExportedProfile(imported.profile, as: .dcp).warnings
    #expect(
      dcp.filter { [.noColors, .drift].contains($0.code) }.map(\.text) == [
        "the profile knows gains alone; the DCP's colours are a typical camera's",
        "on black bodies of 2500.0 to 6500.0 K and the calibrated lights the file's lights are off by up to 27.5 mired and Duv 0.00783",
      ])
    let tuning = try ExportedProfile(imported.profile, as: .libcamera).warnings.first { $0.code == .noColors }
    #expect(tuning?.text == "the profile has no matrix of colours; there is no rpi.ccm")
  }

  @Test func `what a profile does not hold of a tuning file is told whole`() throws {
    let bytes = Array(
      LibcameraTuningTests.example.replacing("-0.2, -0.9, 2.1", with: "-0.4, -1.8, 4.2")
        .replacing("\"ccms\":", with: "\"saturation\": [ 0, 1 ], \"ccms\":")
        .replacing("\"sensitivity_r\"", with: "\"speed\": 0.1, \"sensitivity_r\"")
        .replacing("{ \"rpi.noise\"", with: "{ \"rpi.nn.awb\": { \"ct_curve\": [ 1 ] } }, { \"rpi.noise\"").utf8)
    Self.expectTexts(
      try ImportedProfile(bytes, model: "x", bits: 10).warnings,
      [
        (.rowSums, "rows of rpi.ccm add up to 1 only within 1.00000; they are scaled, so that white stays white"),
        (.sections, "not kept, because they are not about white: rpi.noise"),
        (
          .steering,
          "not kept, because they steer libcamera and say nothing of the sensor: speed of rpi.awb, saturation of rpi.ccm"
        ),
        (.secondCurve, "rpi.nn.awb has a ct_curve of its own, which is not read"),
      ])
    let own = try ImportedProfile(bytes, model: "x", bits: 10).profile
    let file = LibcameraTuningTests.example.replacing(
      "\"sensitivity_r\"", with: "\"modes\": { \"auto\": { \"lo\": 2000, \"hi\": 6000 } }, \"sensitivity_r\"")
    Self.expectTexts(
      try ExportedProfile(own, as: .libcamera, into: Array(file.utf8)).warnings.filter { $0.code != .provenance },
      [
        (
          .modesBeyondCurve,
          "the file's modes auto go beyond the curve's 2500.0 to 6500.0 K, where libcamera extends the ends of the curve"
        )
      ])
    var unequal = own
    unequal.levels = try SampleLevels(
      black: BayerValues(red: 64, greenOnRedRow: 65, greenOnBlueRow: 64, blue: 64), white: BayerValues(repeating: 1023))
    #expect(
      try ExportedProfile(unequal, as: .libcamera).warnings.first?.text
        == "the levels of the two greens, or the white levels, differ; rpi.black_level has a level each for red, green and "
        + "blue")
  }

  @Test func `tags of a DNG that are read otherwise, or not at all, are told whole`() throws {
    func warnings(_ tags: [(Int, Builder.Value)]) throws -> [ExchangeWarning] {
      try DNGColorTags(Builder("IIRC", Builder.twoLights + tags).bytes).characterization().1
    }
    let third = Builder.matrix(zip(Builder.warm, Builder.cold).map { ($0 + $1) / 2 })
    let same = Builder.matrix([1.02, 0, 0, 0, 1, 0, 0, 0, 0.97])
    let mixing = Builder.matrix([1.02, 0.01, 0, 0, 1, 0, 0, -0.02, 0.97])
    Self.expectTexts(
      try warnings([(52531, third), (52529, .shorts([23]))]),
      [
        (
          .threeLights,
          "DNG weighs three lights by their distance in temperature and tint; here neighbours are blended in reciprocal "
            + "temperature, so between the lights white differs"
        )
      ])
    Self.expectTexts(
      try warnings([(50723, same), (50724, same), (50931, .text("one")), (50932, .text("two"))]),
      [
        (
          .calibrationIgnored,
          "CameraCalibration is for another profile (its signature is not the profile's), and is not used"
        )
      ])
    Self.expectTexts(
      try warnings([(50727, .fractions([(11, 10), (1, 1), (9, 10)]))]),
      [
        (
          .analogBalance,
          "AnalogBalance, 1.1, 1.0, 0.9, is the gains of this file's samples, and is not in the profile; where the file is "
            + "measured, they are taken out"
        )
      ])
    let folded = "CameraCalibration is not one factor a channel; it is multiplied into the matrices"
    Self.expectTexts(try warnings([(50723, mixing), (50724, mixing)]), [(.calibrationFolded, folded)])
    Self.expectTexts(
      try warnings([(50723, mixing), (50724, same)]),
      [
        (
          .calibrationFolded,
          folded + ", and as it differs between the lights, white between them differs a little from DNG's"
        )
      ])
    let unknown: [(Int, Builder.Value)] = [
      (50708, .text("Test")), (50721, Builder.matrix(Builder.warm)), (50778, .shorts([0])),
    ]
    Self.expectTexts(
      try DNGColorTags(Builder("IIRC", unknown).bytes).characterization().1,
      [
        (
          .unknownLight,
          "CalibrationIlluminant1 is 0, a light without a temperature; the one matrix holds for all lights, and is entered at "
            + "5000.0 K"
        )
      ])
    let alike: [(Int, Builder.Value)] = [
      (50708, .text("Test")), (50721, Builder.matrix(Builder.warm)), (50778, .shorts([3])),
      (50722, Builder.matrix(Builder.cold)), (50779, .shorts([17])),
    ]
    Self.expectTexts(
      try DNGColorTags(Builder("IIRC", alike).bytes).characterization().1,
      [
        (
          .unknownLight,
          "CalibrationIlluminant1 is 3 and CalibrationIlluminant2 is 17, lights without two temperatures to blend by; "
            + "ColorMatrix1 holds for all lights, and is entered at 5000.0 K"
        )
      ])
  }
}
