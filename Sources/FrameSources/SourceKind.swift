internal import ProfileExchange

/// The kind of a file with frames, detected from its bytes. Its name does not matter.
public enum SourceKind: Hashable, Sendable {
  /// A DNG, which ``NegativeSource`` reads.
  case negative
  /// The raw file of a still camera, with the name of its format, or another picture in TIFF's structure.
  case still(String)
  /// Samples alone, as cameras deliver them. The bytes do not state what they mean.
  case samples

  /// Detects the kind of a file: a DNG by its tag DNGVersion, others by the first bytes of their formats.
  ///
  /// - Throws: ``FrameSourceError`` with ``FrameSourceFault/contents(_:)`` where the file is a developed picture, a
  ///   profile or an array with a header, or ``FrameSourceFault/missing(_:)`` or ``FrameSourceFault/notRegularFile``
  ///   where it cannot be read.
  public init(of file: SourceFile) throws(FrameSourceError) {
    let open = try file.opened()
    let start = try open.bytes(from: 0, count: Self.startLength)
    if let still = Self.signatures.first(where: { start.dropFirst($0.offset).starts(with: $0.bytes.utf8) }) {
      self = .still(still.name)
    } else if let directory = try FirstDirectory(open, start: start, byteCount: file.byteCount) {
      self = directory.tags.contains(DNGTag.dngVersion.rawValue) ? .negative : .still("TIFF that is no DNG")
    } else if let picture = Self.pictures.first(where: { start.dropFirst($0.offset).starts(with: $0.bytes.utf8) }) {
      throw FrameSourceError(
        file.name,
        .contents("this is a \(picture.name), which was developed already; give the raw file of the same picture"))
    } else if let profile = Self.profiles.first(where: { start.dropFirst($0.offset).starts(with: $0.bytes.utf8) }) {
      throw FrameSourceError(file.name, .contents("this is \(profile.name), which has no frame; \(profile.advice)"))
    } else if let container = Self.container(start) {
      throw FrameSourceError(
        file.name,
        .contents(
          "this is \(container), whose samples follow a header; give them alone, and those of 16 bits little-endian")
      )
    } else {
      self = .samples
    }
  }

  /// The first bytes of pictures whose samples are no longer a sensor's. They are too long to occur in a raw frame by
  /// chance.
  ///
  /// Sources: JFIF 1.02; Exif 2.32, 4.5.4; PNG 3rd edition, 5.2; ISO/IEC 23008-12, annex B.
  private static let pictures: [(name: String, offset: Int, bytes: String)] = [
    ("JPEG", 6, "JFIF\0"), ("JPEG", 6, "Exif\0\0"), ("PNG", 1, "PNG\r\n\u{1A}\n"), ("HEIF", 4, "ftypheic"),
    ("HEIF", 4, "ftypmif1"),
  ]

  /// The first bytes of still cameras' formats that do not have TIFF's structure.
  ///
  /// Sources: ExifTool 12.57, lib/Image/ExifTool.pm and the module of each maker; LibRaw 0.20, identify.
  package static let signatures: [(name: String, offset: Int, bytes: String)] = [
    ("Canon CR2", 8, "CR\u{2}\0"), ("Canon CR3", 4, "ftypcrx "), ("Canon CRW", 6, "HEAPCCDR"),
    ("Fujifilm RAF", 0, "FUJIFILMCCD-RAW"), ("Panasonic RW2", 0, "IIU\0"), ("Olympus ORF", 0, "IIRO"),
    ("Olympus ORF", 0, "IIRS"), ("Olympus ORF", 0, "MMOR"), ("Minolta MRW", 0, "\0MRM"), ("Sigma X3F", 0, "FOVb"),
    ("Nokia raw", 0, "NOKIARAW"), ("Arri raw", 0, "ARRI"),
  ]

  /// The signatures of profiles. Sources: ICC.1:2022, 7.2.11;
  /// Adobe, Digital Negative Specification 1.7, "Camera Profiles".
  private static let profiles: [(name: String, advice: String, offset: Int, bytes: String)] =
    [("an ICC profile", "give a raw frame, and this as its profile", 36, "acsp")]
    + ["IIRC", "MMCR"].map {
      ("a DNG camera profile (DCP)", "give a raw frame, and import this as its profile", 0, $0)
    }

  /// Returns the name of a file that has samples behind a header; `nil` for another.
  ///
  /// Sources: Netpbm, "pgm"; NumPy, "The .npy format"; FITS Standard 4.0, 4.4.1.
  private static func container(_ start: [UInt8]) -> String? {
    func begins(_ text: String, offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
    // Two letters may begin a raw frame by chance, so what follows them counts too: blanks, and a number or a comment.
    let next = start.dropFirst(2).prefix(mostBlanks + 1).drop { " \t\r\n".utf8.contains($0) }
    if begins("P5"), next.startIndex > 2, let first = next.first, "#0123456789".utf8.contains(first) { return "a PGM" }
    if begins("NUMPY", offset: 1) { return "an array of NumPy (.npy)" }
    return begins("SIMPLE  =") ? "a FITS file" : nil
  }

  /// The largest number of blanks that are looked through for the first number of a PGM.
  private static let mostBlanks = 8

  /// The number of bytes that determine a kind. They include the first eight of TIFF.
  package static let startLength =
    ((signatures + pictures).map { $0.offset + $0.bytes.utf8.count } + profiles.map { $0.offset + $0.bytes.utf8.count })
    .max() ?? 0
}

extension SourceFile {
  /// Whether the first bytes are those of a DNG or another TIFF.
  package var beginsAsTIFF: Bool {
    get throws(FrameSourceError) { FirstDirectory.isHeader(try opened().bytes(from: 0, count: SourceKind.startLength)) }
  }
}

/// The tags in the first directory of a file in TIFF's structure. Source: TIFF 6.0, section 2.
private struct FirstDirectory {
  var tags: Set<UInt16> = []

  /// Reads the numbers of the tags.
  ///
  /// It is `nil` unless the bytes are a header with the position of a directory that has entries of known types. TIFF
  /// requires programs to skip the others. The tags need not be sorted, because some writers leave them unsorted.
  init?(_ file: OpenSourceFile, start: [UInt8], byteCount: Int) throws(FrameSourceError) {
    guard Self.isHeader(start), start.count >= TagFile.headerSize else { return nil }
    let isBigEndian = start[0] == UInt8(ascii: "M")
    func number(_ bytes: some Collection<UInt8>) -> Int {
      isBigEndian ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let offset = number(start[4..<TagFile.headerSize])
    guard offset >= TagFile.headerSize, offset + 2 <= byteCount else { return nil }
    let count = number(try file.bytes(from: offset, count: 2))
    let entries = try file.bytes(from: offset + 2, count: count * TagFile.entrySize)
    guard count > 0, entries.count == count * TagFile.entrySize else { return nil }
    for place in stride(from: 0, to: entries.count, by: TagFile.entrySize)
    where TagType(rawValue: UInt16(number(entries[place + 2..<place + 4]))) != nil {
      tags.insert(UInt16(number(entries[place..<place + 2])))
    }
    guard !tags.isEmpty else { return nil }
  }

  static func isHeader(_ start: [UInt8]) -> Bool { TagFile.Kind(start) == .image }
}
