/// The directories of tags in a TIFF file, such as a DNG or a DCP.
///
/// The file is not trusted: each offset, count and size is checked against it before use. Source: Adobe, TIFF 6.0,
/// section 2; Digital Negative Specification 1.7.
package struct TagFile {
  package enum Kind: Hashable {
    case image, profile

    package init?(_ bytes: [UInt8]) {
      switch bytes.prefix(4) {
      case [0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42]: self = .image
      // These bytes are "IIRC" and "MMCR".
      case [0x49, 0x49, 0x52, 0x43], [0x4d, 0x4d, 0x43, 0x52]: self = .profile
      default: return nil
      }
    }
  }

  package let kind: Kind
  package let bytes: [UInt8]
  package let isBigEndian: Bool

  package init(_ bytes: [UInt8]) throws(ExchangeError) {
    guard let kind = Kind(bytes) else { throw .unknownFormat }
    guard bytes.count >= Self.headerSize else {
      throw .damagedDirectory("the file has \(bytes.count) bytes; its header alone needs \(Self.headerSize)")
    }
    self.kind = kind
    self.bytes = bytes
    isBigEndian = bytes[0] == 0x4d
  }

  /// Returns the directory that the header points at.
  package func firstDirectory() throws(ExchangeError) -> TagDirectory { try directory(at: Int(number(at: 4, size: 4))) }

  package func directory(at offset: Int) throws(ExchangeError) -> TagDirectory {
    guard offset >= Self.headerSize, offset <= bytes.count - 2 else {
      throw .damagedDirectory("it begins at byte \(offset) of \(bytes.count)")
    }
    let count = Int(number(at: offset, size: 2))
    let start = offset + 2
    guard count <= (bytes.count - start) / Self.entrySize else {
      throw .damagedDirectory(
        "its \(count) tags from byte \(start) need \(count * Self.entrySize) bytes, and the file has \(bytes.count)")
    }
    var entries: [UInt16: TagDirectory.Entry] = [:]
    for entry in stride(from: start, to: start + count * Self.entrySize, by: Self.entrySize) {
      let tag = UInt16(number(at: entry, size: 2))
      // TIFF requires programs to skip types that they do not know.
      guard let type = TagType(rawValue: UInt16(number(at: entry + 2, size: 2))) else { continue }
      let valueCount = Int(number(at: entry + 4, size: 4))
      // The factors are below 2³² and 2⁴, so the product does not overflow.
      let size = valueCount * type.size
      let from = size <= 4 ? entry + 8 : Int(number(at: entry + 8, size: 4))
      let lies = from <= bytes.count && size <= bytes.count - from
      entries[tag] = TagDirectory.Entry(
        type: type, count: valueCount, range: lies ? from..<from + size : nil, isRepeated: entries[tag] != nil)
    }
    return TagDirectory(file: self, entries: entries, entryCount: count)
  }

  /// Returns an unsigned number of up to 8 bytes, which must lie in the file.
  func number(at offset: Int, size: Int) -> UInt64 {
    let digits = bytes[offset..<offset + size]
    return isBigEndian
      ? digits.reduce(0) { $0 << 8 | UInt64($1) } : digits.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The bytes of the header, with the place of the first directory in the last four.
  package static let headerSize = 8
  /// The bytes of a tag in a directory.
  package static let entrySize = 12
}

/// The type of a tag's values. Source: TIFF 6.0, section 2.
package enum TagType: UInt16 {
  case byte = 1
  case ascii, short, long, rational, signedByte, undefined, signedShort, signedLong, signedRational, float, double
  case directory

  var size: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .directory: 4
    case .rational, .signedRational, .double: 8
    }
  }
}

/// A directory whose tags are decoded on access.
package struct TagDirectory {
  struct Entry {
    let type: TagType
    let count: Int
    /// The position of the values, or `nil` where they would lie outside the file.
    let range: Range<Int>?
    /// Whether the tag is repeated, as DNGVersion is in PiDNG's files. For a tag that is needed this is an error.
    let isRepeated: Bool
  }

  package let file: TagFile
  let entries: [UInt16: Entry]
  /// The number of entries in the file, including those that are repeated or of an unknown type.
  let entryCount: Int

  package func has(_ tag: DNGTag) -> Bool { entries[tag.rawValue] != nil }

  /// Returns the number of values of a tag, 0 where there is no such tag.
  package func count(of tag: DNGTag) -> Int { entries[tag.rawValue]?.count ?? 0 }

  /// Returns the values of a tag, or `nil` where there is no such tag.
  ///
  /// - Parameter limit: The largest number of values. Many directories may point at the same ones, so only a tag that
  ///   is read once may have as many as the file.
  package func numbers(
    _ tag: DNGTag, limit: Int = TagDirectory.largestCount
  ) throws(ExchangeError) -> [Double]? {
    guard let (entry, range) = try found(tag) else { return nil }
    guard entry.count <= limit else {
      throw .invalidTag(tag.name, value: "\(entry.count) values", expected: "at most \(limit)")
    }
    var values: [Double] = []
    for start in stride(from: range.lowerBound, to: range.upperBound, by: entry.type.size) {
      guard let value = number(entry.type, at: start) else {
        throw .invalidTag(tag.name, value: "of type \(entry.type)", expected: "numbers")
      }
      guard value.isFinite else { throw .invalidTag(tag.name, value: "\(value)", expected: "finite") }
      values.append(value)
    }
    return values
  }

  /// Returns a fixed number of values of a tag, or `nil` where there is no such tag.
  ///
  /// - Parameter expected: A description of the values with their number, for errors.
  package func numbers(_ tag: DNGTag, count: Int, expected: String) throws(ExchangeError) -> [Double]? {
    guard let values = try numbers(tag) else { return nil }
    guard values.count == count else {
      throw .invalidTag(tag.name, value: "\(values.count) values", expected: expected)
    }
    return values
  }

  /// Returns the text of a tag of characters or bytes, up to its first null, or `nil` where there is none or it is
  /// empty.
  package func text(_ tag: DNGTag) throws(ExchangeError) -> String? {
    guard let (entry, range) = try found(tag) else { return nil }
    guard entry.type == .ascii || entry.type == .byte else {
      throw .invalidTag(tag.name, value: "of type \(entry.type)", expected: "text")
    }
    let text = String(decoding: file.bytes[range].prefix { $0 != 0 }.prefix(Self.largestCount), as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// Returns the position of the bytes of a tag, whatever their type.
  package func bytes(_ tag: DNGTag) throws(ExchangeError) -> Range<Int>? { try found(tag)?.range }

  /// Returns a value of a tag for a message. Most are whole numbers.
  package static func text(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }

  private func found(_ tag: DNGTag) throws(ExchangeError) -> (entry: Entry, range: Range<Int>)? {
    guard let entry = entries[tag.rawValue] else { return nil }
    guard !entry.isRepeated else { throw .damagedDirectory("tag \(tag.name) is there twice") }
    guard let range = entry.range else {
      throw .damagedDirectory("the \(entry.count) values of tag \(tag.name) lie beyond the file's end")
    }
    return (entry, range)
  }

  private func number(_ type: TagType, at offset: Int) -> Double? {
    let bits = file.number(at: offset, size: type.size)
    switch type {
    case .byte, .short, .long, .directory: return Double(bits)
    case .signedByte: return Double(Int8(truncatingIfNeeded: bits))
    case .signedShort: return Double(Int16(truncatingIfNeeded: bits))
    case .signedLong: return Double(Int32(truncatingIfNeeded: bits))
    case .float: return Double(Float(bitPattern: UInt32(bits)))
    case .double: return Double(bitPattern: bits)
    case .rational, .signedRational:
      let (first, second) = (file.number(at: offset, size: 4), file.number(at: offset + 4, size: 4))
      if type == .rational { return Double(first) / Double(second) }
      return Double(Int32(truncatingIfNeeded: first)) / Double(Int32(truncatingIfNeeded: second))
    case .ascii, .undefined: return nil
    }
  }

  /// The largest number of values or characters in most tags. Tags of colour have a few dozen numbers at most.
  package static let largestCount = 4096
}
