import FrameSources
import TestSupport
import Testing

/// The bytes of a file say what it is.
@Suite struct SourceKindTests {
  static func kind(_ bytes: [UInt8]) throws -> SourceKind {
    let (file, memory) = (try TemporaryFile(bytes), SourceFile(bytes: bytes, name: "memory"))
    let kind = try SourceKind(of: SourceFile(path: file.path))
    try #require(try SourceKind(of: memory) == kind)
    return kind
  }

  @Test func `a DNG is one by its tag, in either byte order, and not by its name`() throws {
    let negative = try KnownFrames.negative()
    #expect(try Self.kind(negative) == .negative)
    for magic in ["II*\0", "MM\0*"] {
      let maker = (271, TagFileBuilder.Value.text("NIKON"))
      #expect(try Self.kind(TagFileBuilder(magic, [(50706, .bytes([1, 4, 0, 0])), maker]).bytes) == .negative)
      #expect(try Self.kind(TagFileBuilder(magic, [maker]).bytes) == .still("TIFF that is no DNG"))
      // TIFF requires readers to skip entries of types that they do not know.
      let unknown = (40000, TagFileBuilder.Value.raw(type: 77, count: 1, offset: 0))
      let version = (50706, TagFileBuilder.Value.bytes([1, 4, 0, 0]))
      #expect(try Self.kind(TagFileBuilder(magic, [unknown, version]).bytes) == .negative)
      #expect(try Self.kind(TagFileBuilder(magic, [unknown]).bytes) == .samples)
    }
  }

  /// The beginnings of files, as their makers write them. A CRW says the order of its bytes, and in 4 bytes where its
  /// heap begins.
  private static let beginnings: [(name: String, text: String)] = [
    ("Canon CR2", "II*\0\u{10}\0\0\0CR\u{2}\0"), ("Canon CR3", "\0\0\0\u{18}ftypcrx "),
    ("Canon CRW", "II\u{1A}\0\0\0HEAPCCDR"), ("Fujifilm RAF", "FUJIFILMCCD-RAW 0201"), ("Panasonic RW2", "IIU\0"),
    ("Olympus ORF", "IIRO"), ("Olympus ORF", "IIRS"), ("Olympus ORF", "MMOR"), ("Minolta MRW", "\0MRM"),
    ("Sigma X3F", "FOVb"), ("Nokia raw", "NOKIARAW"), ("Arri raw", "ARRI"),
  ]

  @Test(arguments: beginnings)
  func `a still camera's raw file is told by its first bytes`(name: String, text: String) throws {
    #expect(try Self.kind(Array(text.utf8) + Array(repeating: 0, count: 64)) == .still(name))
  }

  private static let jfif: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8)
  private static let exif: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 20, 8] + Array("Exif\0\0II".utf8)
  private static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
  private static func heif(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) }

  @Test(arguments: [
    ("JPEG", Self.jfif), ("JPEG", Self.exif), ("PNG", Self.png), ("HEIF", Self.heif("heic")),
    ("HEIF", Self.heif("mif1")),
  ])
  func `a picture that was developed already is told as one, whatever its name`(name: String, start: [UInt8]) throws {
    let bytes = start + Array(repeating: 0, count: 64)
    let error = #expect(throws: FrameSourceError.self) {
      try SourceKind(of: SourceFile(bytes: bytes, name: "card.nef"))
    }
    let told = "this is a \(name), which was developed already; give the raw file of the same picture"
    #expect(error == FrameSourceError(source: "card.nef", fault: .contents(told)))
  }

  @Test(arguments: [
    ("a PGM", Array("P5\n640 480\n65535\n".utf8)), ("a PGM", Array("P5 # by a scanner\n".utf8)),
    ("a PGM", Array("P5 \r\n640 480\r\n255\r\n".utf8)),
    ("an array of NumPy (.npy)", [0x93] + Array("NUMPY\u{1}\0".utf8)),
    ("a FITS file", Array("SIMPLE  =                    T".utf8)),
  ])
  func `samples behind a header are told as such`(name: String, start: [UInt8]) throws {
    let told = "this is \(name), whose samples follow a header; give them alone, and those of 16 bits little-endian"
    #expect(throws: FrameSourceError(source: "card", fault: .contents(told))) {
      try SourceKind(of: SourceFile(bytes: start + Array(repeating: 0, count: 64), name: "card"))
    }
    // Two letters alone, or before a blank, are samples.
    for samples in ["P5xy", "P5 x", "P51 ", "xP5 1"] {
      #expect(try Self.kind(Array(samples.utf8) + Array(repeating: 0, count: 64)) == .samples, "\(samples)")
    }
  }

  @Test func `samples are what nothing else is, be they ever so few`() throws {
    #expect(try Self.kind([]) == .samples)
    #expect(try Self.kind(Array("II*\0".utf8)) == .samples)
    // The place of a directory, behind the file's end.
    #expect(try Self.kind(Array("II*\0".utf8) + [255, 255, 0, 0] + Array(repeating: 0, count: 64)) == .samples)
    #expect(try Self.kind(KnownFrames.bytes()) == .samples)
  }
}
