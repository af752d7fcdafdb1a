import DigitalNegatives
import ProfileExchange
import RawFrames
import TestSupport
import Testing

/// DNGs of other programs.
@Suite struct ReadingTests {
  @Test(arguments: ["II*\0", "MM\0*"], [8, 10, 12, 14, 16])
  func `an uncompressed mosaic is read in either order, at every depth, in strips`(magic: String, bits: Int) throws {
    var file = ForeignNegative()
    (file.magic, file.bits) = (magic, bits)
    (file.width, file.height, file.rows) = (7, 5, 2)
    file.samples = (0..<35).map { UInt16($0 * 7919 % (1 << bits)) }
    let frame = try DigitalNegative(dngBytes: file.bytes).frame
    #expect(Negatives.samples(of: frame) == file.samples)
    #expect(frame.format.bitsPerSample == bits && frame.format.bayerPattern == .gbrg)
    #expect(frame.levels == SampleLevels(fullRangeOf: frame.format))
  }

  @Test func `a mosaic has as many strips as rows, be they thousands`() throws {
    var file = ForeignNegative()
    (file.width, file.height, file.rows) = (2, 5000, 1)
    file.samples = (0..<10_000).map { UInt16($0) }
    #expect(Negatives.samples(of: try DigitalNegative(dngBytes: file.bytes).frame) == file.samples)
  }

  @Test func `the active area alone is read, with the pattern and levels from its corner`() throws {
    var file = ForeignNegative()
    (file.width, file.height, file.rows) = (7, 5, 3)
    file.samples = (0..<35).map { UInt16($0) }
    file.mosaic = [
      (50829, .longs([1, 2, 4, 6])), (50713, .shorts([2, 2])), (50714, .shorts([1, 2, 3, 4])), (50717, .shorts([900])),
    ]
    let frame = try DigitalNegative(dngBytes: file.bytes).frame
    #expect((frame.width, frame.height) == (4, 3))
    #expect(Negatives.samples(of: frame) == [9, 10, 11, 12, 16, 17, 18, 19, 23, 24, 25, 26])
    #expect(frame.format.bayerPattern == .gbrg)
    #expect(
      frame.levels.black == BayerValues(red: 3, greenOnRedRow: 4, greenOnBlueRow: 1, blue: 2)
        && frame.levels.white.red == 900)
  }

  @Test func `the part that a file shows is inside its area, whatever numbers it states`() {
    let area = Region(x: 1024, y: 2, width: 20, height: 10)
    #expect(Region(x: 3, y: 4, width: 17, height: 6).placed(in: area) == Region(x: 1027, y: 6, width: 17, height: 6))
    for (x, width) in [(Int.max - 1023, 1), (0, 21), (-1, 5), (5, Int.max), (0, 0)] {
      #expect(Region(x: x, y: 0, width: width, height: 1).placed(in: area) == nil)
    }
  }

  @Test(arguments: [[0, 0], [2], [2, 0], [2, 2, 2]])
  func `a period of the mosaic that is none is the file's fault`(period: [Int]) throws {
    var file = ForeignNegative()
    file.mosaic = [(33421, .shorts(period))]
    #expect {
      try DigitalNegative(dngBytes: file.bytes)
    } throws: { error in
      guard case .invalidTag("CFARepeatPatternDim", _, _)? = error as? ExchangeError else { return false }
      return true
    }
  }

  /// Each with the tag that says so.
  @Test(
    arguments: [
      ("Compression", [(259, .shorts([7]))]), ("SamplesPerPixel", [(277, .shorts([3]))]),
      ("BitsPerSample", [(258, .shorts([11]))]),
      ("CFAPattern", [(33422, .bytes([0, 1, 2, 1]))]), ("CFAPattern", [(33421, .shorts([6, 6]))]),
      ("CFALayout", [(50711, .shorts([2]))]), ("CFAPlaneColor", [(50710, .bytes([2, 1, 0]))]),
      ("DNGBackwardVersion", [(50707, .bytes([9, 0, 0, 0]))]), ("DNGBackwardVersion", [(50707, .bytes([1, 7, 2, 0]))]),
      ("LinearizationTable", [(50712, .shorts([0, 1]))]), ("TileWidth", [(322, .shorts([2]))]),
      ("TileOffsets", [(324, .longs([8]))]),
      ("BlackLevelDeltaH", [(50715, .fractions([(0, 1), (1, 1), (0, 1), (0, 1)]))]),
      ("BlackLevelDeltaV", [(50716, .fractions([(0, 1), (1, 1), (0, 1)]))]),
      ("BlackLevel", [(50713, .shorts([4, 1])), (50714, .shorts([1, 1, 2, 2]))]),
      ("SampleFormat", [(339, .shorts([3]))]),
      ("FillOrder", [(266, .shorts([2]))]), ("RowInterleaveFactor", [(50975, .longs([2]))]),
      ("ColumnInterleaveFactor", [(52547, .longs([2]))]),
    ] as [(String, [(Int, TagFileBuilder.Value)])])
  func `what is not read is refused by the tag that says so`(name: String, tags: [(Int, TagFileBuilder.Value)]) {
    var file = ForeignNegative()
    // The version is of the whole file.
    file.lights += tags.filter { $0.0 == 50707 }
    file.mosaic = tags.filter { $0.0 != 50707 }.map { (tag: $0.0, value: $0.1) }
    let error = #expect(throws: ExchangeError.self) { try DigitalNegative(dngBytes: file.bytes) }
    guard case .unsupportedTag(let tag, _, _)? = error else {
      Issue.record("\(error.map(\.description) ?? "none")")
      return
    }
    #expect(tag == name)
  }

  /// Each with the tag whose value is wrong.
  @Test(
    arguments: [
      ("BitsPerSample", [(258, .shorts([16, 16, 16]))]), ("BlackLevel", [(50714, .shorts([1, 2]))]),
      ("ActiveArea", [(50829, .longs([0, 0, 4, 4]))]), ("ActiveArea", [(50829, .longs([2, 0, 1, 4]))]),
      ("ActiveArea", [(50829, .doubles([0, 0, 1e300, 4]))]),
      ("StripOffsets", [(278, .longs([1]))]), ("StripOffsets", [(273, .longs([8]))]),
      ("StripByteCounts", [(279, .longs([16, 7]))]), ("StripByteCounts", [(273, .longs([8, 4_294_967_295]))]),
      (
        "ImageLength",
        [(257, .longs([4_294_967_295])), (278, .longs([4_294_967_295])), (273, .longs([8])), (279, .longs([9]))]
      ),
      ("ImageWidth", [(256, .longs([0]))]), ("ImageWidth", [(256, .doubles([1e300]))]),
      ("ImageWidth", [(256, .bytes(Array(repeating: 1, count: 200)))]), ("ImageLength", [(257, .doubles([2.5]))]),
      ("SampleFormat", [(339, .shorts([1, 1]))]),
    ] as [(String, [(Int, TagFileBuilder.Value)])])
  func `a wrong value is an error with its tag, and its message is short`(
    name: String, tags: [(Int, TagFileBuilder.Value)]
  ) {
    var file = ForeignNegative()
    file.mosaic = tags.map { (tag: $0.0, value: $0.1) }
    let error = #expect(throws: ExchangeError.self) { try DigitalNegative(dngBytes: file.bytes) }
    guard case .invalidTag(let tag, let value, _)? = error else {
      Issue.record("\(error.map(\.description) ?? "none")")
      return
    }
    #expect(tag == name)
    #expect(value.count < 80, "\(value.count) characters")
  }

  /// A list may be as long as the file. No more of it is decoded than the image has strips.
  @Test func `a list of strips that the image does not have is refused before it is decoded`() {
    var file = ForeignNegative()
    file.mosaic = [(273, .bytes(Array(repeating: 8, count: 100_000)))]
    let error = #expect(throws: ExchangeError.self) { try DigitalNegative(dngBytes: file.bytes) }
    guard case .invalidTag("StripOffsets", "100000 numbers", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a file that says that its samples are whole numbers, in their order, is read`() throws {
    var file = ForeignNegative()
    file.mosaic = [
      (266, .shorts([1])), (339, .shorts([1])), (50975, .longs([1])), (52547, .longs([1])), (50710, .bytes([0, 1, 2])),
      (50711, .shorts([1])),
    ]
    file.lights.append((50707, .bytes([1, 7, 1, 0])))
    #expect(Negatives.samples(of: try DigitalNegative(dngBytes: file.bytes).frame) == file.samples)
    // Without the tag samples are not compressed (TIFF 6.0), and a name that is no text is none.
    file.leftOut = [259]
    file.lights.append((271, .shorts([7])))
    #expect(Negatives.samples(of: try DigitalNegative(dngBytes: file.bytes).frame) == file.samples)
  }

  /// A list of opcodes: each has its number, version, flags and parameters. Source: DNG specification 1.7, chapter 7.
  private static func opcodes(_ list: [(number: UInt8, size: UInt8)], count: UInt8? = nil) -> TagFileBuilder.Value {
    .bytes(
      [0, 0, 0, count ?? UInt8(list.count)]
        + list.flatMap { opcode in
          [0, 0, 0, opcode.number, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, opcode.size]
            + Array(repeating: 9, count: Int(opcode.size))
        })
  }

  /// BaselineExposure, which the specification has there.
  @Test func `a tag that is lost is named also where the first directory alone has it`() throws {
    var file = ForeignNegative()
    file.lights.append((50730, .fractions([(1, 2)])))
    #expect(
      try DigitalNegative(dngBytes: file.bytes).unusedTags.notKept == [
        "BaselineExposure: what the file says of its samples in these tags is not kept"
      ])
  }

  @Test func `opcodes that change samples are named, and others are lost with the tags beside them`() throws {
    func tags(_ mosaic: [ForeignNegative.Tag], _ magic: String = "II*\0") throws -> UnusedTags {
      var file = ForeignNegative()
      (file.magic, file.mosaic) = (magic, mosaic)
      return try DigitalNegative(dngBytes: file.bytes).unusedTags
    }
    #expect(try tags([]) == .none && UnusedTags.none.notKept == [])
    let lists: [ForeignNegative.Tag] = [
      // FixBadPixelsList, and a GainMap for each of two colours.
      (51008, Self.opcodes([(5, 8)])), (51009, Self.opcodes([(3, 4), (9, 7), (9, 0), (12, 1)])),
      (51041, .doubles([1e-4, 1e-6])),
    ]
    for magic in ["II*\0", "MM\0*"] {
      let found = try tags(lists, magic)
      #expect(found.corrections == ["OpcodeList2 (GainMap, ScalePerRow)"])
      #expect(
        found.notKept == [
          "OpcodeList1, OpcodeList2, NoiseProfile: what the file says of its samples in these tags is not kept"
        ])
    }
    // A list that ends early, or is a number, has the opcodes that are there.
    #expect(try tags([(51022, Self.opcodes([(9, 0)], count: 255))]).corrections == ["OpcodeList3 (GainMap)"])
    #expect(try tags([(51022, .longs([1]))]).corrections == [])
  }

  @Test(arguments: [
    (256, "ImageWidth"), (257, "ImageLength"), (258, "BitsPerSample"), (273, "StripOffsets"),
    (279, "StripByteCounts"), (33421, "CFAPattern"), (33422, "CFAPattern"),
  ]) func `a mosaic without its tags is refused by name`(tag: Int, name: String) {
    var file = ForeignNegative()
    file.leftOut = [tag]
    let error = #expect(throws: ExchangeError.self) { try DigitalNegative(dngBytes: file.bytes) }
    switch error {
    case .missingTag(let found, _), .invalidTag(let found, _, _), .unsupportedTag(let found, _, _):
      #expect(found == name)
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `a file without a mosaic says what it is`() {
    var linear = ForeignNegative()
    linear.mosaic = [(262, .shorts([34892]))]
    let error = #expect(throws: ExchangeError.self) { try DigitalNegative(dngBytes: linear.bytes) }
    guard case .unsupportedTag("PhotometricInterpretation", _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let profile = #expect(throws: ExchangeError.self) {
      try DigitalNegative(dngBytes: TagFileBuilder("IIRC", TagFileBuilder.twoLights).bytes)
    }
    #expect(profile == .missingTag("StripOffsets", needed: "the file is a camera profile, and has no image"))
    #expect(throws: ExchangeError.unknownFormat) { try DigitalNegative(dngBytes: []) }
  }

  @Test func `a file cut or changed anywhere is a negative or an error`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG10"), width: 6, height: 4, &draws)
    let own = try DigitalNegative.made(
      of: frame, by: Negatives.profile, asShotNeutral: Negatives.neutral,
      exposure: ExposureMetadata(duration: 0.01, iso: 100.5, gain: 2, aperture: 2)
    ).negative.dngBytes()
    var generator = SeededGenerator(seed: 8)
    for bytes in [own, ForeignNegative(exif: [(33434, .fractions([(1, 100)]))]).bytes] {
      for length in 0..<bytes.count - 1 {
        #expect(throws: ExchangeError.self) { try DigitalNegative(dngBytes: Array(bytes[..<length])) }
      }
      var read = 0
      for _ in 0..<600 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          damaged[Int.random(in: damaged.indices, using: &generator)] =
            [0, 0xff, 0x7f, .random(in: 0...255, using: &generator)][Int.random(in: 0..<4, using: &generator)]
        }
        guard let negative = try? DigitalNegative(dngBytes: damaged) else { continue }
        _ = try? negative.dngBytes()
        read += 1
      }
      #expect(read > 0 && read < 600)
    }
  }
}
