import Colorimetry
import DeviceProfiles
import DigitalNegatives
import FrameSources
import GrayCard
import ProfileExchange
import RawFrames
import StillRaws
import TestSupport
import Testing
import WhiteBalance

/// Files of every kind, as rawpy reads them.
@Suite struct StillRawTests {
  @Test func `there are stills to compare`() { #expect(Still.all.count == 12) }

  @Test(arguments: Still.all) func `every sample is the one that rawpy reads`(expected: Still) throws {
    let still = try StillRaw(expected.bytes())
    #expect((still.width, still.height) == (expected.width, expected.height))
    #expect(still.activeArea == expected.activeArea)
    #expect(still.samples.reduce(0) { $0 + Int($1) } == expected.sum)
    #expect(CRC32.checksum(still.samples) == expected.checksum)
  }

  @Test(arguments: Still.all) func `each colour's samples are those that rawpy calls so`(expected: Still) throws {
    let still = try StillRaw(expected.bytes())
    var sums = [0, 0, 0]
    let area = still.activeArea
    for row in 0..<area.height {
      for column in 0..<area.width {
        let place = (area.y + row) * still.width + area.x + column
        switch still.layout {
        case .planes: for plane in 0..<3 { sums[plane] += Int(still.samples[3 * place + plane]) }
        case .mosaic(let mosaic):
          let channel = mosaic.channel(column: column, row: row)
          sums[channel == .red ? 0 : channel == .blue ? 2 : 1] += Int(still.samples[place])
        case .monochrome: Issue.record("\(expected.name) has colours")
        }
      }
    }
    #expect(sums == expected.colorSums)
  }

  @Test(arguments: Still.all) func `levels and turn are rawpy's`(expected: Still) throws {
    let still = try StillRaw(expected.bytes())
    #expect(still.levels.white.all.allSatisfy { $0 == expected.white })
    let turns: [Int: StillRaw.Orientation] = [0: .upright, 3: .half, 5: .left, 6: .right]
    #expect(still.orientation == turns[expected.flip])
    // rawpy gives whole numbers, and masked samples where there are any.
    let mean = still.levels.black.all.reduce(0, +) / 4
    #expect(Tolerance.wholeBlack.allows(abs(mean - expected.black)))
  }

  @Test func `a level keeps its fraction, and each channel its own`() throws {
    #expect(try StillRaw(Still.named("bayer-16").bytes()).levels.black == BayerValues(repeating: 512.25))
    // The pattern begins at the active area: G 800, B 802, R 804, G 806.
    #expect(
      try StillRaw(Still.named("bayer-lossless-tiles").bytes()).levels.black
        == BayerValues(red: 804, greenOnRedRow: 806, greenOnBlueRow: 800, blue: 802))
  }

  @Test func `masked samples are the black level of a file that states none`() throws {
    let still = try StillRaw(Still.named("bayer-masked").bytes())
    #expect(still.maskedAreas == [Region(x: 0, y: 0, width: 16, height: 72)])
    #expect(still.blackOrigin == .maskedSamples)
    for channel in BayerChannel.allCases {
      let (black, error) = (still.levels.black[channel], still.levels.blackError[channel])
      #expect(error > 0 && Tolerance.maskedBlack.allows(abs(black - 200) / error), "\(black) ± \(error)")
    }
  }

  @Test func `a file whose masked samples are not dark has a black level that is assumed`() throws {
    var bytes = try Still.named("bayer-masked").bytes()
    // The strip of 96 x 72 samples ends the file. The lower half of its 16 masked columns is lit.
    for row in 36..<72 {
      let start = bytes.count - 2 * 96 * (72 - row)
      for high in stride(from: start + 1, to: start + 32, by: 2) { bytes[high] += 1 }
    }
    let still = try StillRaw(bytes)
    #expect(still.blackOrigin == .assumed && still.levels.black == BayerValues(repeating: 0))
  }

  @Test func `a crop is told beside the active area`() throws {
    let still = try StillRaw(Still.named("bayer-lossless-tiles").bytes())
    #expect(still.crop == Region(x: 12, y: 8, width: 80, height: 60))
    #expect(still.activeArea == Region(x: 8, y: 4, width: 88, height: 68))
  }

  @Test(arguments: Still.all)
  func `the light as shot is that of the specification's own iteration`(expected: Still) throws {
    let still = try StillRaw(expected.bytes())
    let light = try #require(try still.asShotLight()?.temperatureAndTint)
    #expect(Tolerance.asShotTemperature.allows(abs(light.temperature - expected.temperature)), "\(light)")
    #expect(Tolerance.asShotTint.allows(abs(light.tint - expected.tint)), "\(light)")
  }

  /// The samples were written as a card in the light of the as-shot neutral.
  @Test(arguments: Still.all) func `the card's neutral is the neutral as shot`(expected: Still) throws {
    let still = try StillRaw(expected.bytes())
    let neutral = try #require(still.asShotNeutral)
    let source = try still.source()
    let whole = Region(x: 0, y: 0, width: source.frame.width, height: source.frame.height)
    let measurement = try CardMeasurement(
      of: source, on: still.profile, in: .region(whole), appliedGains: still.appliedGains)
    guard case .ok(let card) = measurement.verdict else {
      Issue.record("\(measurement.verdict)")
      return
    }
    let gains = try WhiteBalanceGains(neutralizing: neutral.divided(by: still.appliedGains))
    let name = expected.name
    let scale = card.gains.value.green / gains.green
    for (found, expected, error) in [
      (card.gains.value.red, gains.red * scale, card.gains.standardError.red),
      (card.gains.value.blue, gains.blue * scale, card.gains.standardError.blue),
    ] {
      let noise = error + (name.contains("lossy") ? Self.lossyShare : Self.roundingShare) * found
      #expect(Tolerance.cardInNoise.allows(abs(found - expected) / noise), "\(found), \(expected) ± \(error)")
    }
  }

  @Test func `a mosaic whose DNG states no black level has one that is assumed, and planes have none to state`() throws
  {
    for (name, origin) in [("bayer-16", BlackOrigin.assumed), ("xtrans-16", .assumed), ("linear-16", .file)] {
      var bytes = try Still.named(name).bytes()
      #expect(try StillRaw(bytes).blackOrigin == .file, "\(name)")
      // The number of the tag BlackLevel, 50714, becomes one that nobody has given out. Its type is a short, a long or
      // a fraction.
      let places = bytes.indices.dropLast(3).filter {
        bytes[$0] == 0x1a && bytes[$0 + 1] == 0xc6 && (3...5).contains(bytes[$0 + 2]) && bytes[$0 + 3] == 0
      }
      for place in places { bytes.replaceSubrange(place..<place + 2, with: [0xfe, 0xff]) }
      #expect(try StillRaw(bytes).blackOrigin == origin, "\(name)")
    }
  }

  /// Returns the bytes of a DNG that this library writes, of samples that were multiplied by `gains`.
  private static func negative(black: Double, gains: WhiteBalanceGains) throws -> [UInt8] {
    let camera = try #require(try Camera.all().first)
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: camera.name),
      characterization: .matrices(try MatrixCharacterization(lights: camera.lights)), provenance: "test")
    let frame = try RawFrame(
      format: PixelFormat("RG16"), width: 64, height: 48, bytes: [UInt8](repeating: 8, count: 64 * 48 * 2),
      levels: SampleLevels(black: black, white: 4095))
    return try DigitalNegative.made(
      of: frame, by: profile, asShotNeutral: LinearRGB(red: 0.5, green: 1, blue: 0.625), analogBalance: gains
    ).negative.dngBytes()
  }

  @Test func `a negative without a colour matrix keeps its levels and its gains of the samples`() throws {
    let gains = WhiteBalanceGains(red: 1.5, green: 1, blue: 1.25)
    var bytes = try Self.negative(black: 64.25, gains: gains)
    let whole = try StillRaw(bytes)
    // ColorMatrix1, 50721, becomes a tag that nobody has given out.
    let place = try #require(bytes.firstRange(of: [0x21, 0xc6, 10, 0, 9, 0, 0, 0])).lowerBound
    bytes.replaceSubrange(place..<place + 2, with: [0xfe, 0xff])
    let bare = try StillRaw(bytes)
    #expect(bare.levels == whole.levels && bare.levels.black == BayerValues(repeating: 64.25))
    #expect(bare.appliedGains == whole.appliedGains && bare.appliedGains == gains)
    #expect(bare.crop == whole.crop && bare.asShotNeutral == whole.asShotNeutral)
    // BlackLevel, 50714, too.
    for place in bytes.indices.dropLast(3) where bytes[place...].starts(with: [0x1a, 0xc6, 5, 0]) {
      bytes.replaceSubrange(place..<place + 2, with: [0xfd, 0xff])
    }
    #expect(try StillRaw(bytes).blackOrigin == .assumed)
  }

  /// A DNG whose masked samples are not at its black level, 64.25, with these tags and without that one.
  static func negative(_ tags: [(Int, TagFileBuilder.Value)], without leftOut: Int? = nil) -> [UInt8] {
    let (width, height) = (96, 72)
    let samples: [UInt8] = (0..<width * height).flatMap { place -> [UInt8] in
      [UInt8(place % width < 16 ? 100 + place % 5 : 200), 0]
    }
    let own: [(Int, TagFileBuilder.Value)] = [
      (256, .shorts([width])), (257, .shorts([height])), (258, .shorts([16])), (259, .shorts([1])),
      (262, .shorts([32803])), (273, .placesOf([samples])), (277, .shorts([1])), (278, .shorts([height])),
      (279, .longs([samples.count])), (33421, .shorts([2, 2])), (33422, .bytes([1, 2, 0, 1])),
      (50706, .bytes([1, 4, 0, 0])), (50714, .fractions([(257, 4)])), (50717, .shorts([1023])),
      (50829, .shorts([0, 16, height, width])), (50830, .shorts([0, 0, height, 16])),
    ]
    let replaced = Set(tags.map(\.0))
    let all = own.filter { !replaced.contains($0.0) && $0.0 != leftOut } + tags + TagFileBuilder.twoLights
    return TagFileBuilder("II*\0", all.sorted { $0.0 < $1.0 }).bytes
  }

  @Test func `a black level that is stated is taken whatever the masked samples are`() throws {
    for tags: [(Int, TagFileBuilder.Value)] in [
      [], [(50712, .shorts(Array(0..<1024)))], [(50715, .fractions(Array(repeating: (0, 1), count: 80)))],
      [(50713, .shorts([2, 1])), (50714, .fractions([(257, 4), (257, 4)]))],
    ] {
      let still = try StillRaw(Self.negative(tags))
      #expect(still.levels.black == BayerValues(repeating: 64.25) && still.blackOrigin == .file, "\(tags)")
      #expect(still.profile?.levels == still.levels && !still.profileWarnings.contains { $0.code == .levels })
    }
    // Masked samples tell it where no tag does.
    let still = try StillRaw(Self.negative([], without: 50714))
    #expect(still.blackOrigin == .maskedSamples && still.levels.black.red > 100)
  }

  /// The shares by which a table of eight bits, and JPEG's rounding of it, may move a mean.
  private static let (roundingShare, lossyShare) = (5e-4, 2e-3)

  @Test func `camera and exposure are the file's`() throws {
    let still = try StillRaw(Still.named("bayer-lossless").bytes())
    #expect(still.identity == DeviceIdentity(manufacturer: "Test", model: "Card", unit: "unit 3"))
    #expect(still.exposure.iso == 400 && still.exposure.aperture == 4)
    // log2(16 / 0.02) - log2(4), by EXIF's APEX.
    let value = try #require(still.exposure.exposureValue)
    #expect(Tolerance.singlePrecision.allows(abs(value - 7.643856189774724) / 8))
  }

  @Test(arguments: [("0", nil), ("07", "07")]) func `a serial number of 0 is none`(text: String, unit: String?) throws {
    let still = try StillRaw(Self.negative([(50735, .text(text))]))
    #expect(still.identity?.model == "Test" && still.identity?.unit == unit)
  }

  @Test func `each plane keeps its own white level`() throws {
    var bytes = try Still.named("linear-16").bytes()
    // WhiteLevel: three numbers of 32 bits, all 4095.
    let white: [UInt8] = [0xff, 0x0f, 0, 0, 0xff, 0x0f, 0, 0, 0xff, 0x0f, 0, 0]
    let place = try #require(bytes.firstRange(of: white)).lowerBound
    bytes.replaceSubrange(place..<place + 12, with: [0, 0x0d, 0, 0, 0, 0x0e, 0, 0, 0, 0x0f, 0, 0])
    #expect(
      try StillRaw(bytes).levels.white
        == BayerValues(red: 0xd00, greenOnRedRow: 0xe00, greenOnBlueRow: 0xe00, blue: 0xf00))
  }

  @Test func `illuminance follows from signal and exposure`() throws {
    let still = try StillRaw(Still.named("bayer-lossless").bytes())
    // 2000 lx s · 0.25 · 4² / (0.02 s · 400)
    let illuminance = try #require(still.illuminance(ofCardWith: 0.25, constant: 2000))
    #expect(Tolerance.singlePrecision.allows(abs(illuminance / 1000 - 1)))
    #expect(
      try StillRaw(Still.named("bayer-pidng").bytes()).illuminance(ofCardWith: 0.25, constant: 2000) == nil)
  }

  @Test func `a negative in a compression that nobody reads is told in LibRaw's words, with the compression`() throws {
    var bytes = try Still.named("bayer-16").bytes()
    // Tag 259, one number of 16 bits, which is 1; the file has its low bytes first.
    let entry: [UInt8] = [3, 1, 3, 0, 1, 0, 0, 0, 1, 0]
    let place = try #require(bytes.firstRange(of: entry)).lowerBound
    bytes[place + 8] = 9
    let file = SourceFile(bytes: bytes, name: "gopro.gpr")
    let error = try #require(throws: FrameSourceError.self) {
      _ = try file.source(.negative, stills: StillRawReader()) {
        try FrameLayout(format: PixelFormat("RG16"), width: 2, height: 2)
      }
    }
    guard case .contents(let words) = error.fault else { throw error }
    #expect(words.hasPrefix("LibRaw does not read the file: "))
    #expect(words.hasSuffix("; its compression is 9 (VC-5, as in GPR)"))
  }

  @Test func `the number that all PowerShots of a model have in a CRW is nobody's serial number`() {
    #expect(StillRaw.serialNumber("134217728", of: "PowerShot S40", isCRW: true) == "")
    #expect(StillRaw.serialNumber("0820301045", of: "EOS 10D", isCRW: true) == "0820301045")
    #expect(StillRaw.serialNumber("8", of: "PowerShot G7 X", isCRW: false) == "8")
  }

  @Test func `a still is known by its bytes`() throws {
    for still in Still.all { #expect(try StillRaw.isStill(Array(still.bytes().prefix(SourceKind.startLength)))) }
    #expect(!StillRaw.isStill([]))
    #expect(!StillRaw.isStill(Array(repeating: 0, count: 64)))
    #expect(try !StillRaw.isStill(ReferenceData.bytes("dcp/NIKON_D850.dcp")))
    #expect(throws: StillRawError.notAStill) { try StillRaw(Array("not a still at all, and long enough".utf8)) }
  }
}
