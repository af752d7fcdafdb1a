/// A raw pixel format, which tells how to read the bytes of a frame.
///
/// The formats are those of V4L2, named by its four-character codes. Source: Linux kernel documentation, "Raw Bayer
/// Formats" and "Luma-Only Formats".
///
///     let format = try PixelFormat("RG10")  // RGGB, 10 bits in little-endian words
public struct PixelFormat: Hashable, Sendable {
  /// The four-character code of the format.
  public let fourCC: FourCC
  /// The order of colours, or `nil` for a monochrome sensor.
  public let bayerPattern: BayerPattern?
  /// The number of bits of a sample, 8 to 16.
  public let bitsPerSample: Int
  /// The layout of the samples of a row in memory.
  package let packing: SamplePacking

  /// The largest value that a sample can hold.
  public var maximumSample: Int { 1 << bitsPerSample - 1 }

  /// Returns the least number of bytes in a row of `width` samples, or `nil` where `width` is not positive or the
  /// number overflows.
  package func minimumBytesPerRow(width: Int) -> Int? {
    let group = packing.group(bitsPerSample: bitsPerSample)
    let (padded, overflow) = width.addingReportingOverflow(group.samples - 1)
    guard width > 0, !overflow else { return nil }
    let (bytes, tooLarge) = (padded / group.samples).multipliedReportingOverflow(by: group.bytes)
    return tooLarge ? nil : bytes
  }

  /// Creates the format that `fourCC` names.
  ///
  /// - Throws: ``RawFrameError/unknownFormat(_:)`` unless ``all`` has a format with that code.
  public init(_ fourCC: FourCC) throws(RawFrameError) {
    guard let format = Self.byFourCC[fourCC] else { throw .unknownFormat(fourCC.description) }
    self = format
  }

  /// Creates the format that the characters of `text` name, such as `RG10`.
  ///
  /// - Throws: ``RawFrameError/unknownFormat(_:)`` unless ``all`` has a format with that code.
  public init(_ text: String) throws(RawFrameError) {
    guard let fourCC = FourCC(text) else { throw .unknownFormat(text) }
    try self.init(fourCC)
  }

  /// The format of 16-bit little-endian words with the same order of colours.
  var sixteenBit: PixelFormat {
    guard
      let format = Self.all.first(where: {
        $0.bayerPattern == bayerPattern && $0.bitsPerSample == 16 && $0.packing == .littleEndianWord
      })
    else { preconditionFailure("the table has a row of 16 bits for every pattern, and for none") }
    return format
  }

  private init(_ fourCC: FourCC, _ bayerPattern: BayerPattern?, _ bitsPerSample: Int, _ packing: SamplePacking) {
    self.fourCC = fourCC
    self.bayerPattern = bayerPattern
    self.bitsPerSample = bitsPerSample
    self.packing = packing
  }
}

// MARK: - The table

extension PixelFormat {
  /// Every format that this module can read.
  public static let all: [PixelFormat] =
    bayer.flatMap { row in
      zip(row.codes, [BayerPattern.bggr, .gbrg, .grbg, .rggb]).map { code, pattern in
        PixelFormat(named(code), pattern, row.bits, row.packing)
      }
    } + monochrome.map { PixelFormat(named($0.code), nil, $0.bits, $0.packing) }

  private static let byFourCC = Dictionary(uniqueKeysWithValues: all.map { ($0.fourCC, $0) })

  /// The Bayer formats, each with its codes in the order BGGR, GBRG, GRBG, RGGB.
  private static let bayer: [(bits: Int, packing: SamplePacking, codes: [String])] = [
    (8, .byte, ["BA81", "GBRG", "GRBG", "RGGB"]),
    (10, .littleEndianWord, ["BG10", "GB10", "BA10", "RG10"]),
    (10, .mipi, ["pBAA", "pGAA", "pgAA", "pRAA"]),
    (12, .littleEndianWord, ["BG12", "GB12", "BA12", "RG12"]),
    (12, .mipi, ["pBCC", "pGCC", "pgCC", "pRCC"]),
    (14, .littleEndianWord, ["BG14", "GB14", "GR14", "RG14"]),
    (14, .mipi, ["pBEE", "pGEE", "pgEE", "pREE"]),
    (16, .littleEndianWord, ["BYR2", "GB16", "GR16", "RG16"]),
    (10, .ipu3, ["ip3b", "ip3g", "ip3G", "ip3r"]),
  ]

  private static let monochrome: [(bits: Int, packing: SamplePacking, code: String)] = [
    (8, .byte, "GREY"),
    (10, .littleEndianWord, "Y10"), (12, .littleEndianWord, "Y12"), (14, .littleEndianWord, "Y14"),
    (16, .littleEndianWord, "Y16"),
    (10, .mipi, "Y10P"), (12, .mipi, "Y12P"), (14, .mipi, "Y14P"),
  ]

  private static func named(_ code: String) -> FourCC {
    guard let fourCC = FourCC(code) else { preconditionFailure("'\(code)' in the table is not a four-character code") }
    return fourCC
  }
}
