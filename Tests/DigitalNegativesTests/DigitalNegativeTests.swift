import Colorimetry
import DeviceProfiles
import DigitalNegatives
import ProfileExchange
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct DigitalNegativeTests {
  private func written(
    _ frame: RawFrame, _ profile: DeviceProfile = Negatives.profile, neutral: LinearRGB? = nil,
    exposure: ExposureMetadata = .unknown
  ) throws -> DigitalNegative {
    try DigitalNegative.made(of: frame, by: profile, asShotNeutral: neutral, exposure: exposure).negative
  }

  @Test func `a frame of any format reads back sample for sample, with its levels`() {
    expectLaw(within: .fraction32) { draws in
      let format = draws.one(of: Negatives.formats)
      let size = (1 + Int(draws.choice(below: 30)), 1 + Int(draws.choice(below: 5)))
      return try? Negatives.frame(format, width: size.0, height: size.1, &draws)
    } law: { frame in
      let frame = try #require(frame)
      let back = try DigitalNegative(dngBytes: written(frame).dngBytes()).frame
      #expect((back.width, back.height) == (frame.width, frame.height))
      #expect(back.format.bayerPattern == frame.format.bayerPattern)
      #expect(back.format.bitsPerSample == frame.format.bitsPerSample)
      #expect(Negatives.samples(of: back) == Negatives.samples(of: frame))
      #expect(back.levels.white == frame.levels.white)
      return zip(back.levels.black.all, frame.levels.black.all).map { abs($0 - $1) }.largest()
    }
  }

  @Test(arguments: [10, 12, 14])
  func `a word with more than its format's bits is clipped in the file, and beside it nothing changes`(bits: Int) {
    expectLaw(within: .exact) { draws in
      (0..<24).map { _ in UInt16(truncatingIfNeeded: draws.choice(below: 1 << 16)) }
    } law: { words in
      let frame = try RawFrame(
        format: PixelFormat("RG\(bits)"), width: 6, height: 4,
        bytes: words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
      let back = try DigitalNegative(dngBytes: written(frame).dngBytes()).frame
      let stored = zip(words, Negatives.samples(of: back))
      return stored.map { word, sample in abs(Double(sample) - Double(min(word, 1 << bits - 1))) }.largest()
    }
  }

  /// A format says how samples lie in memory. The colours of their places may be another's.
  @Test(arguments: ["Y10 ", "RG10"], BayerPattern.allCases)
  func `colours are at the frame's places, whatever those of its format`(code: String, pattern: BayerPattern) throws {
    let black = BayerValues(red: 1.0, greenOnRedRow: 2, greenOnBlueRow: 3, blue: 4)
    let frame = try RawFrame(
      format: PixelFormat(code), width: 4, height: 4, bytes: [UInt8](repeating: 0, count: 32),
      levels: SampleLevels(black: black, white: BayerValues(repeating: 1000)), mosaic: .bayer(pattern))
    let back = try DigitalNegative(dngBytes: written(frame).dngBytes()).frame
    #expect(back.mosaic == .bayer(pattern) && back.levels.black == black)
  }

  /// rawspeed, which darktable reads with, refuses others. RawTherapee shows what is outside of the active area at the
  /// edge of some crops, so that it must have the colour of what is inside.
  @Test(arguments: [10, 12, 14], 1...9)
  func `rows fill whole bytes by columns outside of the active area`(bits: Int, width: Int) throws {
    var draws = Draws(replaying: (0..<4096).map { $0 &* 0x9e37_79b9_7f4a_7c15 >> 8 })
    let frame = try Negatives.frame(PixelFormat("RG\(bits)"), width: width, height: 4, &draws)
    let bytes = try written(frame).dngBytes()
    let directory = try TagFile(bytes).firstDirectory()
    func number(_ tag: DNGTag) throws -> Int { Int(try #require(try directory.numbers(tag)?.first)) }
    let columns = try number(.imageWidth)
    #expect((columns * bits).isMultiple(of: 8) && (width..<width + 4).contains(columns))
    #expect(try number(.stripByteCounts) == columns * bits / 8 * 4)
    #expect(try directory.numbers(.activeArea) == [0, 0, 4, Double(width)])
    // All columns, as another reader of TIFF has them.
    let start = try number(.stripOffsets)
    let rows: [[UInt16]] = (0..<4).map { row in
      let row = bytes[(start + row * columns * bits / 8)...].prefix(columns * bits / 8)
      let digits = row.map { String($0, radix: 2) }.map { String(repeating: "0", count: 8 - $0.count) + $0 }.joined()
      return (0..<columns).compactMap { UInt16(digits.dropFirst($0 * bits).prefix(bits), radix: 2) }
    }
    #expect(rows.map { Array($0.prefix(width)) }.joined().elementsEqual(Negatives.samples(of: frame)))
    for row in rows { for column in max(width, 2)..<columns { #expect(row[column] == row[column - 2]) } }
  }

  @Test func `colours, neutral and exposure read back`() {
    expectLaw(within: .fractionOfExposure) { draws in
      let neutral = LinearRGB(
        red: draws.number(in: 0.1...1), green: draws.number(in: 0.1...1), blue: draws.number(in: 0.1...1))
      let numbers = (0..<4).map { _ in
        draws.choice(below: 4) == 0 ? nil : draws.logarithmicNumber(in: 1e-3...1e5)
      }
      return (neutral, numbers)
    } law: { neutral, numbers in
      let exposure = try ExposureMetadata(
        duration: numbers[0], iso: numbers[1].map { max(1, $0) }, gain: numbers[2], aperture: numbers[3],
        date: CreationDate(year: 2026, month: 11, day: 21, hour: 7, minute: 5, second: 9))
      var draws = Draws(replaying: [])
      let frame = try Negatives.frame(PixelFormat("pRAA"), width: 6, height: 4, &draws)
      let own = try written(frame, neutral: neutral, exposure: exposure)
      let back = try DigitalNegative(dngBytes: own.dngBytes())
      #expect(back.exposure.iso == exposure.iso && back.exposure.gain == exposure.gain)
      #expect(back.exposure.date == exposure.date)
      #expect(back.colors.lights.map(\.colorMatrix) == own.colors.lights.map(\.colorMatrix))
      #expect(back.colors.serialNumber == "unit 7" && back.colors.model == "Camera")
      #expect(back.colors.manufacturer == "Test")
      let (found, expected) = (try #require(back.asShotNeutral), try #require(own.asShotNeutral))
      #expect(max(expected.red, expected.green, expected.blue) == 1)
      #expect(Tolerance.rounding.allows(abs(expected.red / expected.green * neutral.green / neutral.red - 1)))
      let pairs = [(back.exposure.duration, exposure.duration), (back.exposure.aperture, exposure.aperture)]
      for (found, expected) in pairs { #expect((found == nil) == (expected == nil)) }
      return
        (pairs.compactMap { found, expected in expected.map { abs((found ?? 0) - $0) / $0 } }
        + [(found.red, expected.red), (found.green, expected.green), (found.blue, expected.blue)].map {
          abs($0 - $1) / $1
        }).largest()
    }
  }

  @Test func `what is not known is not written`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG16"), width: 2, height: 2, &draws)
    let back = try DigitalNegative(dngBytes: written(frame).dngBytes())
    #expect(back.exposure == .unknown && back.asShotNeutral == nil)
  }

  @Test func `the unit's own response is CameraCalibration, and the profile comes back from the file`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG16"), width: 2, height: 2, &draws)
    let (negative, warnings) = try DigitalNegative.made(of: frame, by: Negatives.profile)
    #expect(warnings.map(\.code) == [.provenance])
    #expect(
      negative.colors.lights.map(\.cameraCalibration) == [
        Matrix3x3(diagonal: [1.02, 1, 0.97]), Matrix3x3(diagonal: [1.02, 1, 0.97]),
      ])
    let imported = try ImportedProfile(negative.dngBytes())
    #expect(imported.profile.characterization == Negatives.profile.characterization)
    #expect(imported.profile.identity == Negatives.profile.identity)
    #expect(imported.profile.levels == frame.levels)
    #expect(imported.warnings == [])
  }

  /// DNG's neutral is AnalogBalance by CameraCalibration by ColorMatrix by XYZ.
  @Test func `what a camera multiplied its samples with is in the file, and the light is found through it`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG16"), width: 2, height: 2, &draws)
    let negative = try DigitalNegative.made(
      of: frame, by: Negatives.profile, analogBalance: WhiteBalanceGains(red: 2, green: 1, blue: 1.5)
    ).negative
    let colors = try DigitalNegative(dngBytes: negative.dngBytes()).colors
    #expect(colors.analogBalance == LinearRGB(red: 2, green: 1, blue: 1.5))
    let sensor = try Negatives.characterization.response(to: .d65)
    let samples = LinearRGB(red: 2 * sensor.red, green: sensor.green, blue: 1.5 * sensor.blue)
    let found = try colors.characterization().0.light(forNeutral: samples.divided(by: colors.appliedGains)).chromaticity
    let error = largest(abs(found.x - Chromaticity.d65.x), abs(found.y - Chromaticity.d65.y))
    #expect(Tolerance.characterizedChromaticity.allows(error), "\(found)")
  }

  @Test func `three lights are written as of DNG 1.6, two as of 1.2 for readers of 1.1`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG16"), width: 2, height: 2, &draws)
    func versions(_ profile: DeviceProfile) throws -> (own: UInt8, backward: UInt8, illuminants: [Int]) {
      let negative = try written(frame, profile)
      let file = try TagFile(negative.dngBytes())
      let tags = try file.firstDirectory()
      let own = try #require(try tags.numbers(.dngVersion))
      let backward = try #require(try tags.numbers(.dngBackwardVersion))
      let back = try DigitalNegative(dngBytes: negative.dngBytes())
      return (UInt8(own[1]), UInt8(backward[1]), back.colors.lights.map(\.illuminant))
    }
    #expect(try versions(Negatives.profile) == (2, 1, [17, 21]))
    var profile = Negatives.profile
    let own = Negatives.characterization.lights
    profile.characterization = .matrices(
      try MatrixCharacterization(
        lights: own + [.init(temperature: 5000, matrix: Negatives.matrix(TagFileBuilder.cold) * 1.01)]))
    #expect(try versions(profile) == (6, 6, [17, 21, 23]))
  }

  @Test func `a light by its chromaticity is written as of DNG 1.6, for readers of 1.1`() throws {
    var foreign = ForeignNegative()
    // IlluminantData: kind 0, then x and y as fractions of 32 bits.
    let fractions: [UInt32] = [38_000, 100_000, 39_000, 100_000]
    let white = fractions.flatMap { number in withUnsafeBytes(of: number.littleEndian, Array.init) }
    foreign.lights = [
      (50708, .text("Test")), (50721, TagFileBuilder.matrix(TagFileBuilder.warm)), (50778, .shorts([255])),
      (52533, .bytes([0, 0] + white)),
    ]
    let written = try DigitalNegative(dngBytes: foreign.bytes).dngBytes()
    let tags = try TagFile(written).firstDirectory()
    #expect(try tags.numbers(.dngVersion)?[1] == 6 && tags.numbers(.dngBackwardVersion)?[1] == 1)
    let light = try #require(try DigitalNegative(dngBytes: written).colors.lights.first)
    #expect(light.illuminant == 255 && light.white == Chromaticity(x: 0.38, y: 0.39))
  }

  @Test func `the error of a black level comes back, and that it was estimated`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG10"), width: 4, height: 4, &draws)
    let error = BayerValues(red: 1.5, greenOnRedRow: 0.01, greenOnBlueRow: 2.25, blue: 1e-3)
    let levels = try SampleLevels(
      black: BayerValues(repeating: 64), white: BayerValues(repeating: 1023), blackError: error, sharedBlackError: 1e-3)
    for origin in BlackOrigin.allCases {
      let negative = try DigitalNegative.made(
        of: frame.replacingLevels(levels), by: Negatives.profile, exposure: ExposureMetadata(gain: 2),
        blackOrigin: origin
      ).negative
      let back = try DigitalNegative(dngBytes: negative.dngBytes())
      #expect(back.frame.levels == levels && back.exposure.gain == 2)
      #expect(back.blackOrigin == (origin == .estimated ? .estimated : .file))
    }
    // Another program has changed the level, or the number.
    let whole = try DigitalNegative.made(
      of: frame.replacingLevels(levels), by: Negatives.profile, blackOrigin: .estimated
    ).negative.dngBytes()
    func changed(_ from: String, _ to: String) throws -> DigitalNegative {
      var bytes = whole
      let place = try #require(bytes.firstRange(of: Array(from.utf8)))
      bytes.replaceSubrange(place, with: Array(to.utf8))
      return try DigitalNegative(dngBytes: bytes)
    }
    let moved = try changed("black-red 64.0", "black-red 65.0")
    #expect(moved.frame.levels.blackError == BayerValues(repeating: 0) && moved.blackOrigin == .file)
    #expect(try changed("black-error-red 1.5", "black-error-red 9e9").frame.levels.blackError.red == 1023)
    #expect(try changed("black-error-shared 0.001", "black-error-shared 9e999").frame.levels.sharedBlackError == 0)
    #expect(try changed("black-error-shared 0.001", "black-error-shared 5.000").frame.levels.sharedBlackError == 1e-3)
    // No profile keeps the level of one frame.
    let profile = try ImportedProfile(whole, model: "test")
    #expect(profile.profile.levels == nil && profile.warnings.contains { $0.code == .levels })
    let plain = try DigitalNegative.made(of: frame, by: Negatives.profile).negative
    #expect(try !TagFile(plain.dngBytes()).firstDirectory().has(.dngPrivateData))
  }

  @Test func `a part that a file states outside of its samples is no part that it shows`() throws {
    var file = ForeignNegative()
    file.mosaic = [(50719, .longs([0, 0])), (50720, .longs([5, 3]))]
    #expect(try DigitalNegative(dngBytes: file.bytes).framing.notKept == [])
    file.mosaic = [(50719, .longs([0, 0])), (50720, .longs([3, 3]))]
    #expect(try DigitalNegative(dngBytes: file.bytes).framing.notKept.count == 1)
  }

  @Test func `what a DNG does not hold is said`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG10"), width: 4, height: 4, &draws)
    var white = BayerValues(repeating: 1000.0)
    white.blue = 990.5
    let levels = try SampleLevels(
      black: BayerValues(repeating: 64), white: white, blackError: BayerValues(repeating: 0.5))
    let (negative, warnings) = try DigitalNegative.made(
      of: frame.replacingLevels(levels), by: Negatives.profile, exposure: ExposureMetadata(iso: 100.4, gain: 2))
    #expect(warnings.map(\.code) == [.provenance, .levels, .levels, .exposure])
    #expect(negative.frame.levels.white == BayerValues(repeating: 991))
    var average = FrameAverage(frame)
    try average.add(frame)
    let (_, ofMean) = try DigitalNegative.made(
      of: average.mean(), by: Negatives.profile, exposure: ExposureMetadata(gain: 2))
    #expect(ofMean.map(\.code) == [.provenance, .average, .exposure])
  }

  @Test func `what a DNG cannot say is refused`() throws {
    let gray = try RawFrame(format: PixelFormat("GREY"), width: 2, height: 2, bytes: [0, 1, 2, 3])
    func reason(_ body: () throws -> Void) throws -> String {
      let error = try #require(throws: ExchangeError.self, performing: body)
      guard case .unwritable(.dng, let reason) = error else { return "another error: \(error)" }
      return reason
    }
    #expect(
      try reason { _ = try DigitalNegative.made(of: gray, by: Negatives.profile) }.contains("GREY has no colours"))
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG10"), width: 4, height: 4, &draws)
    for neutral in [(0.0, 1.0, 1.0), (1, .nan, 1), (1, 1, -1), (1, .infinity, 1), (1e-9, 1, 1)] {
      let refused = try reason {
        _ = try DigitalNegative.made(
          of: frame, by: Negatives.profile,
          asShotNeutral: LinearRGB(red: neutral.0, green: neutral.1, blue: neutral.2))
      }
      #expect(refused.contains("the neutral is"), "\(refused)")
    }
    var nameless = Negatives.profile
    nameless.identity.model = ""
    #expect(throws: ExchangeError.noModel) { try DigitalNegative.made(of: frame, by: nameless) }
    nameless.identity = DeviceIdentity(model: "a", unit: "b\0")
    #expect(throws: ExchangeError.notPrintable(field: "unit")) { try DigitalNegative.made(of: frame, by: nameless) }
  }
}
