public import ProfileExchange
internal import RawFrames

extension DigitalNegative {
  /// Reads the active area of a DNG of this library, or of another program's DNG with an uncompressed Bayer mosaic in
  /// strips.
  ///
  /// Opcodes, which correct lens and sensor, are not applied. A source of frames names those that change samples
  /// (``/FrameSources/SourceFacts/corrections``). Without ColorMatrix1, as from a program that has just met the sensor,
  /// ``colors`` has no lights.
  ///
  /// - Throws: ``/ProfileExchange/ExchangeError`` with the name of the tag where the mosaic is compressed or not as
  ///   described.
  public init(dngBytes bytes: [UInt8]) throws(ExchangeError) {
    let file = try TagFile(bytes)
    let main = try file.firstDirectory()
    guard file.kind == .image else {
      throw .missingTag(DNGTag.stripOffsets.name, needed: "the file is a camera profile, and has no image")
    }
    try main.refuseNewerVersion()
    guard let raw = try main.rawDirectory() else {
      let value = try main.numbers(.photometricInterpretation)?.first.map(TagDirectory.text) ?? "absent"
      throw .unsupportedTag(
        DNGTag.photometricInterpretation.name, value: value,
        expected: "\(Int(TagDirectory.colorFilterArray)), a mosaic of colours")
    }
    let colors = try DNGColorTags(bytes, needsColors: false)
    let (frame, isEstimated) = try raw.mosaic(completedBy: DNGPrivateFields(main))
    self.init(frame: frame, colors: colors, exposure: main.exposure())
    let area = Region(x: 0, y: 0, width: frame.width, height: frame.height)
    blackOrigin = !raw.has(.blackLevel) ? .assumed : isEstimated ? .estimated : .file
    framing = PictureFraming(shown: raw.defaultCrop, of: area, turn: main.turn)
    unusedTags = UnusedTags(main: main, raw: raw)
  }
}

extension TagDirectory {
  fileprivate func mosaic(
    completedBy fields: DNGPrivateFields
  ) throws(ExchangeError) -> (frame: RawFrame, isBlackEstimated: Bool) {
    try refuseWhatIsNotRead()
    let size = Size(width: try whole(.imageWidth), height: try whole(.imageLength))
    let bits = try whole(.bitsPerSample)
    let format = try format(bits: bits)
    let area = try activeArea(of: size)
    let (levels, isEstimated) = fields.completed(try sampleLevels(for: format))
    let bytes = try samples(of: size, in: area, bits: bits)
    do throws(RawFrameError) {
      let frame = try RawFrame(format: format, width: area.width, height: area.height, bytes: bytes, levels: levels)
      return (frame, isEstimated)
    } catch { throw .levels(error) }
  }

  private struct Size {
    let width, height: Int
  }

  /// Throws for a file that a reader of this version of the specification must not read.
  fileprivate func refuseNewerVersion() throws(ExchangeError) {
    // PiDNG's files have the tag twice.
    guard let version = try? numbers(.dngBackwardVersion) else { return }
    guard version.lexicographicallyPrecedes(Self.newestVersion) || version == Self.newestVersion else {
      throw .unsupportedTag(
        DNGTag.dngBackwardVersion.name, value: version.map(Self.text).joined(separator: "."),
        expected: "at most \(Self.newestVersion.map(Self.text).joined(separator: "."))")
    }
  }

  /// The version of the specification that this reader knows.
  private static let newestVersion: [Double] = [1, 7, 1, 0]

  private func refuseWhatIsNotRead() throws(ExchangeError) {
    // Other orders of planes exchange what the colour matrices take for red, green and blue.
    if let planes = try numbers(.cfaPlaneColor), planes != Self.planes {
      throw .unsupportedTag(
        DNGTag.cfaPlaneColor.name, value: "[\(planes.prefix(4).map(Self.text).joined(separator: ", "))]",
        expected: "[0, 1, 2], red, green and blue")
    }
    let compression = try whole(.compression, default: MosaicTags.uncompressed)
    guard compression == MosaicTags.uncompressed else {
      let name = Self.compressions[compression].map { " (\($0))" } ?? ""
      throw .unsupportedTag(
        DNGTag.compression.name, value: "\(compression)\(name)", expected: "1: only uncompressed mosaics are read")
    }
    for (tag, expected) in Self.ones {
      let value = try whole(tag, default: 1)
      guard value == 1 else { throw .unsupportedTag(tag.name, value: "\(value)", expected: "1\(expected)") }
    }
    // PiDNG's files have places of tiles without their width.
    for tag in [DNGTag.tileWidth, .tileOffsets] where has(tag) {
      throw .unsupportedTag(tag.name, value: "there", expected: "absent: a mosaic in tiles is not read")
    }
    guard !has(.linearizationTable) else {
      throw .unsupportedTag(
        DNGTag.linearizationTable.name, value: "there", expected: "absent: samples must be linear in light")
    }
    if let tag = try blackLevelVaries() {
      throw .unsupportedTag(
        tag.name, value: "not 0", expected: "0: a black level that changes over the frame is not read")
    }
  }

  /// The tags that must be absent or 1, with what this means. Source: TIFF 6.0; Digital Negative Specification.
  private static let ones: [(DNGTag, String)] = [
    (.samplesPerPixel, ""), (.cfaLayout, ": only mosaics of rows and columns are read, none that is turned by 45°"),
    (.sampleFormat, ": only samples that are whole numbers are read"),
    (.fillOrder, ": only bits with the highest first are read"),
    (.rowInterleaveFactor, ": only rows in their order are read"),
    (.columnInterleaveFactor, ": only columns in their order are read"),
  ]

  /// The order of CFAPlaneColor that this library's colours have. Source: Digital Negative Specification,
  /// CFAPlaneColor.
  private static let planes: [Double] = [0, 1, 2]

  /// The names of TIFF's compressions. Source: TIFF 6.0; Digital Negative Specification, Compression.
  private static let compressions = [
    5: "LZW", 7: "JPEG", 8: "Deflate", 9: "VC-5, as in GPR", 32773: "PackBits", 34892: "lossy JPEG", 52546: "JPEG XL",
  ]

  private func format(bits: Int) throws(ExchangeError) -> PixelFormat {
    if let period = try numbers(.cfaRepeatPatternDim), period.count != 2 || !period.allSatisfy({ $0 >= 1 }) {
      throw .invalidTag(
        DNGTag.cfaRepeatPatternDim.name, value: period.map(Self.text).joined(separator: " "),
        expected: "the rows and columns of the mosaic's period")
    }
    guard try numbers(.cfaRepeatPatternDim) == [2, 2], let pattern = try numbers(.cfaPattern),
      let bayer = Self.patterns[pattern]
    else {
      let value = try numbers(.cfaPattern).map { "[\($0.map(Self.text).joined(separator: ", "))]" } ?? "absent"
      throw .unsupportedTag(
        DNGTag.cfaPattern.name, value: value, expected: "2 x 2 samples of a Bayer mosaic, as [0, 1, 1, 2]")
    }
    let found = PixelFormat.all.first {
      $0.bayerPattern == bayer && $0.bitsPerSample == bits && [.byte, .littleEndianWord].contains($0.packing)
    }
    guard let found else {
      throw .unsupportedTag(DNGTag.bitsPerSample.name, value: "\(bits)", expected: "8, 10, 12, 14 or 16")
    }
    return found
  }

  private func activeArea(of size: Size) throws(ExchangeError) -> Region {
    let expected = "top, left, bottom and right within \(size.width) x \(size.height) samples"
    guard has(.activeArea) else { return Region(x: 0, y: 0, width: size.width, height: size.height) }
    let sides = try wholes(.activeArea)
    guard sides.count == 4 else {
      throw .invalidTag(DNGTag.activeArea.name, value: "\(sides.count) numbers", expected: expected)
    }
    let (top, left) = (sides[0], sides[1])
    let area = Region(x: left, y: top, width: sides[3] - left, height: sides[2] - top)
    guard area.isInside(width: size.width, height: size.height) else {
      throw .invalidTag(DNGTag.activeArea.name, value: "\(sides)", expected: expected)
    }
    return area
  }

  private func samples(of size: Size, in area: Region, bits: Int) throws(ExchangeError) -> [UInt8] {
    let rowsPerStrip = min(try whole(.rowsPerStrip, default: size.height), size.height)
    let strips = (size.height + rowsPerStrip - 1) / rowsPerStrip
    for tag in [DNGTag.stripOffsets, .stripByteCounts] where count(of: tag) != strips {
      throw .invalidTag(
        tag.name, value: "\(count(of: tag)) numbers",
        expected: "\(strips), as \(size.height) rows by \(rowsPerStrip) are")
    }
    let offsets = try wholes(.stripOffsets, limit: strips)
    let counts = try wholes(.stripByteCounts, limit: strips)
    let perRow = MosaicRows.byteCount(width: size.width, bits: bits)
    // The size is checked before memory is allocated, because strips could overlap. Fewer than 2³² rows of less than
    // 2³⁶ bytes are compared by division, which cannot overflow.
    guard perRow <= file.bytes.count / size.height else {
      throw .invalidTag(
        DNGTag.imageLength.name, value: "\(size.height) rows of \(perRow) bytes",
        expected: "no more than the file's \(file.bytes.count) bytes; the file may be cut short")
    }
    for strip in 0..<strips {
      let rows = min(rowsPerStrip, size.height - strip * rowsPerStrip)
      guard counts[strip] / perRow >= rows, offsets[strip] + counts[strip] <= file.bytes.count else {
        throw .invalidTag(
          DNGTag.stripByteCounts.name, value: "\(counts[strip]) from byte \(offsets[strip])",
          expected: "\(rows) rows of \(perRow) bytes within the file's \(file.bytes.count); the file may be cut short")
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(area.width * area.height * (bits == 8 ? 1 : 2))
    for row in area.y..<area.y + area.height {
      let start = offsets[row / rowsPerStrip] + row % rowsPerStrip * perRow
      MosaicRows.unpack(
        file.bytes[start..<start + perRow], columns: area.x..<area.x + area.width, bits: bits,
        isBigEndian: file.isBigEndian, to: &bytes)
    }
    return bytes
  }

  private func sampleLevels(for format: PixelFormat) throws(ExchangeError) -> SampleLevels {
    guard let levels = try levels(assuming: SampleLevels(fullRangeOf: format)) else {
      throw .unsupportedTag(
        DNGTag.blackLevel.name, value: "different among the samples of a channel",
        expected: "one level for each channel of a mosaic of 2 x 2 samples")
    }
    return levels
  }

  /// Returns whole numbers of at most 32 bits; none where there is no such tag.
  private func wholes(_ tag: DNGTag, limit: Int = TagDirectory.largestCount) throws(ExchangeError) -> [Int] {
    var wholes: [Int] = []
    for number in try numbers(tag, limit: limit) ?? [] {
      guard let whole = Int(exactly: number), (0...Int(UInt32.max)).contains(whole) else {
        throw .invalidTag(tag.name, value: Self.text(number), expected: "whole numbers from 0")
      }
      wholes.append(whole)
    }
    return wholes
  }

  /// Returns one whole number above 0 of at most 32 bits.
  private func whole(_ tag: DNGTag, default value: Int? = nil) throws(ExchangeError) -> Int {
    if !has(tag) {
      if let value { return value }
      throw .missingTag(tag.name, needed: "it must say how the mosaic lies in the file")
    }
    let numbers = try wholes(tag)
    guard numbers.count == 1, numbers[0] > 0 else {
      throw .invalidTag(
        tag.name, value: numbers.count == 1 ? "\(numbers[0])" : "\(numbers.count) values",
        expected: "one whole number above 0")
    }
    return numbers[0]
  }
}
