import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import ProfileExchange
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct LibcameraTuningTests {
  /// A sensor of three points and two matrices.
  static let example = """
    {
        "version": 2.0,
        "target": "pisp",
        "algorithms": [
            { "rpi.black_level": { "black_level": 4096 } },
            { "rpi.noise": { } },
            {
                "rpi.awb": {
                    "sensitivity_r": 1.25,
                    "ct_curve": [ 2500.0, 0.93, 0.36, 4000, 0.7, 0.6, 6500, 0.5, 0.75 ]
                }
            },
            {
                "rpi.ccm": {
                    "ccms": [
                        { "ct": 3000, "ccm": [ 2.0, -0.7, -0.3, -0.5, 1.9, -0.4, -0.2, -0.9, 2.1 ] },
                        { "ct": 6000, "ccm": [ 1.8, -0.6, -0.2, -0.4, 1.7, -0.3, -0.1, -0.7, 1.8 ] }
                    ]
                }
            }
        ]
    }
    """

  private func fault(_ text: String) -> ExchangeError? {
    do throws(ExchangeError) {
      _ = try LibcameraTuning(Array(text.utf8)).characterization()
      return nil
    } catch { return error }
  }

  @Test func `the curve's gains are those at its temperatures on the locus, this sensor's`() throws {
    let camera = try LibcameraTuning(Array(Self.example.utf8)).characterization().0
    for (temperature, red, blue) in [(2500.0, 0.93, 0.36), (4000, 0.7, 0.6), (6500, 0.5, 0.75)] {
      let neutral = try camera.response(to: Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
      #expect(Tolerance.curveGain.allows(abs(neutral.red / neutral.green - red / 1.25)))
      #expect(Tolerance.curveGain.allows(abs(neutral.blue / neutral.green - blue)))
    }
    #expect(camera.unitResponse == LinearRGB(red: 1 / 1.25, green: 1, blue: 1))
  }

  @Test func `white-balanced RGB through the matrix is the sRGB that rpi.ccm makes of it`() throws {
    // At 4000 K, a third of the way between the matrices, as libcamera blends them.
    let camera = try LibcameraTuning(Array(Self.example.utf8)).characterization().0
    let balanced = SIMD3(0.3, 0.5, 0.2)
    let third = 1.0 / 3
    let low = Matrix3x3(rows: [2.0, -0.7, -0.3], [-0.5, 1.9, -0.4], [-0.2, -0.9, 2.1])
    let high = Matrix3x3(rows: [1.8, -0.6, -0.2], [-0.4, 1.7, -0.3], [-0.1, -0.7, 1.8])
    let expected = (low * (1 - third) + high * third) * balanced
    let device = balanced * SIMD3(0.7 / 1.25, 1, 0.6)
    let xyz = camera.matrices.matrix(atTemperature: 4000).inverse * device
    let light = try Chromaticity(TemperatureAndTint(temperature: 4000, duv: 0))
    let d65 = Chromaticity(x: 0.3127, y: 0.3290)
    let underD65 = try TristimulusValues(x: xyz.x, y: xyz.y, z: xyz.z).adapted(from: light, to: d65)
    // The matrix that sRGB's standard prints, IEC 61966-2-1.
    let toSRGB = Matrix3x3(
      rows: [3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570])
    let found = toSRGB * [underD65.x, underD65.y, underD65.z]
    for (value, expected) in zip([found.x, found.y, found.z], [expected.x, expected.y, expected.z]) {
      #expect(Tolerance.publishedSRGB.allows(abs(value - expected)), "\(found), \(expected)")
    }
  }

  @Test func `the black level is scaled to the bits of the samples, and left out without them`() throws {
    let bytes = Array(Self.example.utf8)
    let known = try ImportedProfile(bytes, model: "x", bits: 10)
    #expect(known.profile.levels == (try SampleLevels(black: 64, white: 1023)))
    #expect(known.warnings.map(\.code) == [.sections])
    let unknown = try ImportedProfile(bytes, model: "x")
    #expect(unknown.profile.levels == nil && unknown.warnings.map(\.code) == [.sections, .levels])
    #expect(throws: ExchangeError.noModel) { try ImportedProfile(bytes) }
  }

  @Test func `the maker's name is told as lost`() throws {
    var profile = try ImportedProfile(Array(Self.example.utf8), model: "x", bits: 10).profile
    #expect(try !ExportedProfile(profile, as: .libcamera).warnings.contains { $0.code == .identity })
    profile.identity = DeviceIdentity(manufacturer: "maker", model: "x")
    #expect(try ExportedProfile(profile, as: .libcamera).warnings.contains { $0.code == .identity })
  }

  @Test func `levels above those of 16 bits are not written, and this is said`() throws {
    var profile = try ImportedProfile(Array(Self.example.utf8), model: "x", bits: 16).profile
    for (black, white, isWritten) in [(4096.0, 65535.0, true), (70_000, 1_000_000, false)] {
      profile.levels = try SampleLevels(black: black, white: white)
      let export = try ExportedProfile(profile, as: .libcamera)
      let codes = export.warnings.map(\.code)
      #expect(codes.contains(.levels) == !isWritten, "\(codes)")
      let levels = try ImportedProfile(export.bytes, model: "x", bits: 16).profile.levels
      #expect((levels == nil) == !isWritten && levels?.black.red == (isWritten ? black : nil))
      // In a file that has a black level, that one stays.
      let merged = try ExportedProfile(profile, as: .libcamera, into: Array(Self.example.utf8))
      #expect(merged.warnings.contains { $0.code == .levels } == !isWritten)
    }
  }

  /// rpi.black_level has one green, and rpi.awb no white level.
  @Test(
    arguments: [(60, 68, 1023, true), (64, 64, 1023, false), (64, 64, 1000, true)] as [(Double, Double, Double, Bool)])
  func `the green of a tuning file is the mean of both, and levels that differ are told`(
    green: Double, other: Double, blueWhite: Double, isTold: Bool
  ) throws {
    var profile = try ImportedProfile(Array(Self.example.utf8), model: "x").profile
    profile.levels = try SampleLevels(
      black: BayerValues(red: 62, greenOnRedRow: green, greenOnBlueRow: other, blue: 66),
      white: BayerValues(red: 1023, greenOnRedRow: 1023, greenOnBlueRow: 1023, blue: blueWhite))
    let exported = try ExportedProfile(profile, as: .libcamera)
    #expect(
      try LibcameraTuning(exported.bytes).blackLevels == LinearRGB(red: 62 * 64, green: 64 * 64, blue: 66 * 64))
    #expect(exported.warnings.contains { $0.code == .levels } == isTold)
  }

  @Test(arguments: [Int.min, -1, 0, 17, 63, 64, .max]) func `samples have 1 to 16 bits`(bits: Int) throws {
    let bytes = Array(Self.example.utf8)
    #expect(throws: ExchangeError.sampleBits(bits, 1...16)) { try ImportedProfile(bytes, model: "x", bits: bits) }
    #expect(try ImportedProfile(bytes, model: "x", bits: 16).profile.levels?.white.red == 65535)
  }

  @Test func `a tuning file of a unit whose red and blue are not 1 reads back to the same neutrals`() throws {
    let model = try LibcameraTuning(Array(Self.example.utf8)).characterization().0.matrices
    let unit = try MatrixCharacterization(
      lights: model.lights, unitResponse: LinearRGB(red: 0.9, green: 1.1, blue: 1.3))
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "x"), characterization: .matrices(unit), provenance: "test")
    let back = try LibcameraTuning(ExportedProfile(profile, as: .libcamera).bytes).characterization().0
    for temperature in model.lights.map(\.temperature) {
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      let (own, found) = (try unit.response(to: light), try back.response(to: light))
      for (expected, value) in [
        (own.red / own.green, found.red / found.green), (own.blue / own.green, found.blue / found.green),
      ] {
        #expect(Tolerance.curveGain.allows(abs(value - expected)), "\(temperature) K")
      }
    }
  }

  @Test(arguments: ["pisp", "", "a \"b\" \\", "x\", \"description\": \"1", "two\nlines\u{1}", "Ä\u{1f4f7}"])
  func `a target reads back whole, whatever its characters`(target: String) throws {
    let profile = try ImportedProfile(Array(Self.example.utf8), model: "x", bits: 12).profile
    #expect(try LibcameraTuning(ExportedProfile(profile, as: .libcamera, target: target).bytes).target == target)
  }

  @Test func `a tuning file that was written reads back to the same camera`() throws {
    let profile = try ImportedProfile(Array(Self.example.utf8), model: "x", bits: 12).profile
    let exported = try ExportedProfile(profile, as: .libcamera, target: "pisp")
    #expect(exported.warnings.map(\.code) == [.sections, .provenance])
    let tuning = try LibcameraTuning(exported.bytes)
    #expect(
      tuning.target == "pisp" && tuning.blackLevels == LinearRGB(red: 4096, green: 4096, blue: 4096)
        && tuning.redSensitivity == 1.25)
    let original = try LibcameraTuning(Array(Self.example.utf8))
    #expect(tuning.curve == original.curve && tuning.matrices == original.matrices)
    #expect(try .temperatureCurve(tuning.characterization().0) == profile.characterization)
  }

  @Test func `a curve goes back unchanged without a warning, wherever its temperatures are`() throws {
    let cold = Self.example.replacing(
      "2500.0, 0.93, 0.36, 4000, 0.7, 0.6, 6500, 0.5, 0.75", with: "1500, 0.93, 0.36, 2000, 0.7, 0.6")
    let profile = try ImportedProfile(Array(cold.utf8), model: "x", bits: 12).profile
    let exported = try ExportedProfile(profile, as: .libcamera)
    #expect(!exported.warnings.map(\.code).contains(.extrapolated))
    #expect(try LibcameraTuning(exported.bytes).curve == LibcameraTuning(Array(cold.utf8)).curve)
  }

  @Test(arguments: [
    ("", 1, 1, "the text ends where a value must be"),
    ("{", 1, 2, "the text ends where a name in double quotes must be"),
    ("{,}", 1, 2, "',' where a name in double quotes must be"),
    ("[1,,2]", 1, 4, "',' where a value must be"),
    ("{\n  # {\n  \"é\": 1, # and more\n  x}", 4, 3, "'x' where a name in double quotes must be"),
    ("{\"é\" 1}", 1, 6, "'1' where ':' must be"),
    ("{\"a\": [1 2]}", 1, 10, "'2' where ',' or ']' must be"),
    ("{\"a\": 01}", 1, 7, "a number must not begin with 0"),
    ("{\"a\": 1.}", 1, 9, "'}' where a digit must be"),
    ("{\"a\": -}", 1, 8, "'}' where a digit must be"),
    ("{\"a\": 1e999}", 1, 7, "1e999 is too large a number"),
    ("{\"a\": nul}", 1, 7, "'n' where a value must be"),
    ("{\"a\": 1, \"a\": 2}", 1, 10, "the name 'a' is there twice"),
    ("{\"a\": \"\t\"}", 1, 8, "a control character in a text; it must be written as \\u00.."),
    ("{\"a\": \"\\x\"}", 1, 8, "this is no escape of JSON's"),
    ("{\"a\": \"\\ud800\"}", 1, 8, "half of a character"),
    ("{\"a\": \"x", 1, 9, "the text ends where '\"' must be"),
    ("{} x", 1, 4, "'x' where the end of the text must be"),
    ("{\"a\": /* */ 1}", 1, 7, "'/' where a value must be"),
    (String(repeating: "[", count: 100), 1, 65, "brackets within 64 others; at most 64 are read"),
  ]) func `a fault of syntax is told with line and column`(text: String, line: Int, column: Int, words: String) {
    #expect(fault(text) == .json(line: line, column: column, fault: words))
  }

  @Test(arguments: [
    (
      "\"version\": 2.0", "\"version\": 1.0",
      ExchangeError.json(line: 2, column: 16, fault: "version 1.0; only 2.0 is read")
    ),
    (
      "0.93, 0.36, 4000", "0.93, 0.36, 2500",
      .json(line: 10, column: 51, fault: "2500.0 K after 2500.0 K; temperatures must rise")
    ),
    (
      "0.93", "-0.93",
      .json(line: 10, column: 39, fault: "-0.93 where a number above 0 must be")
    ),
    (
      "0.93", "\"0.93\"",
      .json(line: 10, column: 39, fault: "a text where a number must be")
    ),
    (
      ", 0.75 ]", " ]",
      .json(line: 10, column: 29, fault: "8 numbers; a curve must have two or more points of temperature, red and blue")
    ),
    (
      "2500.0, 0.93", "250.0, 0.93",
      .json(line: 10, column: 31, fault: "250.0 K; a temperature must be at least 500.0 K")
    ),
    (
      "-0.9, 2.1 ]", "2.1 ]",
      .json(line: 16, column: 42, fault: "8 numbers where the 9 of a matrix must be")
    ),
    (
      "2.0, -0.7, -0.3", "0, 0, 0",
      .json(line: 16, column: 42, fault: "a matrix that has no inverse, or does not keep white")
    ),
    (
      "\"ct\": 3000", "\"kt\": 3000",
      .json(line: 16, column: 21, fault: "a matrix must be an object with ct and ccm")
    ),
    (
      "ct_curve", "ct_kurve",
      .missingSection(
        "ct_curve",
        needed:
          "rpi.awb needs one; the sensor is monochrome or not calibrated, and the file does not say how it sees white")
    ),
    (
      "rpi.noise", "rpi.awb",
      .json(line: 8, column: 24, fault: "a second section 'rpi.awb'")
    ),
    (
      "\"algorithms\"", "\"x\"",
      .missingSection("algorithms", needed: "this is no tuning file of libcamera for Raspberry Pi")
    ),
    (
      "{ \"rpi.noise\": { } }", "7",
      .json(line: 6, column: 9, fault: "7.0 where an algorithm's object must be")
    ),
  ]) func `a wrong value is told with its place`(part: String, change: String, error: ExchangeError) throws {
    #expect(fault(Self.example) == nil)
    let first = try #require(Self.example.firstRange(of: part))
    #expect(fault(Self.example.replacingCharacters(in: first, with: change)) == error)
  }

  @Test(arguments: [
    (
      "red and blue are exchanged", "2500.0, 0.36, 0.93, 4000, 0.6, 0.7, 6500, 0.75, 0.5", "0.36, B/G 0.93",
      "0.75, B/G 0.5"
    ),
    ("gains stand for ratios", "2500, 1.1, 2.8, 6500, 2.0, 1.3", "1.1, B/G 2.8", "2.0, B/G 1.3"),
    ("red does not fall", "2500, 0.9, 0.3, 6500, 0.9, 0.8", "0.9, B/G 0.3", "0.9, B/G 0.8"),
    ("blue does not rise", "2500, 0.9, 0.8, 6500, 0.5, 0.8", "0.9, B/G 0.8", "0.5, B/G 0.8"),
  ]) func `R/G of a curve falls from its coldest to its hottest point, and B/G rises`(
    name: String, curve: String, cold: String, hot: String
  ) {
    let text = Self.example.replacing("2500.0, 0.93, 0.36, 4000, 0.7, 0.6, 6500, 0.5, 0.75", with: curve)
    guard case .json(_, _, let told) = fault(text) else {
      Issue.record("\(name): the curve was read")
      return
    }
    #expect(
      told == "the curve goes from R/G \(cold) at 2500.0 K to R/G \(hot) at 6500.0 K; R/G must fall with rising "
        + "temperature, and B/G must rise; check that each point is temperature, red, blue, and that red and blue are "
        + "not exchanged")
  }

  @Test func `a curve may turn back between its ends, as measured ones do`() {
    let text = Self.example.replacing("4000, 0.7, 0.6", with: "4000, 0.95, 0.3")
    #expect(fault(text) == nil)
  }

  /// libcamera reads 1999 numbers in a list.
  @Test func `as many points or matrices are read as libcamera and a profile take, and no more`() throws {
    func text(points: Int, matrices: Int) -> String {
      let curve = (0..<points).map { "\(2500 + 4 * $0), \(0.93 - 4e-4 * Double($0)), \(0.36 + 4e-4 * Double($0))" }
      let ccm = "[ 2.0, -0.7, -0.3, -0.5, 1.9, -0.4, -0.2, -0.9, 2.1 ]"
      let ccms = (0..<matrices).map { "{ \"ct\": \(2500 + 4 * $0), \"ccm\": \(ccm) }" }
      let awb = "{ \"rpi.awb\": { \"ct_curve\": [ \(curve.joined(separator: ", ")) ] } }"
      let colors = "{ \"rpi.ccm\": { \"ccms\": [ \(ccms.joined(separator: ", ")) ] } }"
      return "{ \"version\": 2.0, \"algorithms\": [ \(awb), \(colors) ] }"
    }
    let bytes = Array(text(points: 666, matrices: 1000).utf8)
    let profile = try ImportedProfile(bytes, model: "many").profile
    #expect(try DeviceProfile(iccBytes: profile.iccBytes()) == profile)
    for (points, matrices, words) in [
      (667, 1, "2001 numbers; libcamera reads at most 1999 in a list, which are 666 points"),
      (2, 1001, "1001 matrices; there may be 1000"),
    ] {
      guard case .json(_, _, let told) = fault(text(points: points, matrices: matrices)) else {
        Issue.record("\(words): read")
        continue
      }
      #expect(told == words)
    }
  }

  @Test func `a black level is one of 16 bits`() throws {
    // libcamera takes 4096 for what is no whole number in digits.
    for (level, isRead) in [
      ("0", true), ("65535", true), ("-1", false), ("65536", false), ("1e300", false), ("3840.0", false),
      ("3.84e3", false),
      ("384E1", false), ("3840 # of 16 bits\n", true), ("3840#", false),
    ] {
      let text = Self.example.replacing("\"black_level\": 4096", with: "\"black_level\": \(level)")
      #expect((fault(text) == nil) == isRead, "\(level)")
    }
    var tuning = try LibcameraTuning(Array(Self.example.utf8))
    for (level, written) in [(-1.0, "0"), (.nan, "0"), (.infinity, "65535"), (4095.6, "4096")] {
      tuning.blackLevels = LinearRGB(red: level, green: level, blue: level)
      #expect(tuning.json.contains("\"black_level\": \(written)\n"))
    }
  }

  @Test func `escapes are read`() throws {
    let text = Self.example.replacing("pisp", with: "p\\u0069s\\/\\ud83d\\ude00\\n")
    #expect(try LibcameraTuning(Array(text.utf8)).target == "pis/😀\n")
  }

  @Test func `rows that do not add up to 1 are scaled, and that is said`() throws {
    let bytes = Array(Self.example.replacing("-0.2, -0.9, 2.1", with: "-0.4, -1.8, 4.2").utf8)
    let (camera, warnings) = try LibcameraTuning(bytes).characterization()
    #expect(warnings.contains { $0.code == .rowSums })
    // The coldest, at which the other matrix has no share.
    let own = try LibcameraTuning(Array(Self.example.utf8)).characterization().0
    #expect(camera.matrices.lights.last == own.matrices.lights.last)
  }

  @Test func `without matrices the curve stays, and that it knows no colours is said both ways`() throws {
    let imported = try ImportedProfile(
      Array(Self.example.replacing("rpi.ccm", with: "rpi.xxx").utf8), model: "x", bits: 10)
    #expect(imported.warnings.map(\.code) == [.noColors, .sections])
    guard case .temperatureCurve(let curve) = imported.profile.characterization else {
      Issue.record("\(imported.profile.characterization)")
      return
    }
    #expect(curve.points.map(\.redRatio) == [0.93, 0.7, 0.5] && curve.colors.isEmpty)
    let exported = try ExportedProfile(imported.profile, as: .libcamera)
    #expect(exported.warnings.map(\.code) == [.noColors, .sections, .provenance])
    #expect(
      try ImportedProfile(exported.bytes, model: "x").profile.characterization == imported.profile.characterization)
    #expect(try ExportedProfile(imported.profile, as: .dcp).warnings.contains { $0.code == .noColors })
  }
}
