internal import DeviceProfiles

/// The entries of a profile's dictionary, tag `meta` of type dict.
///
/// They are read here, and the tag is never passed to LittleCMS: for a damaged tag, its version 2.14 frees memory that
/// it has not allocated or has already freed. Source: ICC, "Dictionary Type and Metadata TAG Definition", 2010.
struct ICCDictionary {
  private(set) var entries: [(key: String, value: String)] = []

  /// Reads the entries.
  ///
  /// - Parameter tag: The bytes of the tag, which ``ICCHeader`` has checked to lie within the profile.
  init(_ tag: ArraySlice<UInt8>) throws(ProfileError) {
    let layout = try Layout(tag)
    var textSize = 0
    for record in 0..<layout.recordCount {
      let name = try layout.text(.name, ofRecord: record)
      guard !name.isEmpty else { throw .damagedDictionary("the name in record \(record + 1) is empty") }
      let value = try layout.text(.value, ofRecord: record)
      try layout.checkPlaces([.displayName, .displayValue], ofRecord: record)
      // Records may share a text, so without a limit a small file could require any amount of memory.
      textSize += name.count + value.count
      guard textSize <= Self.largestSharing * tag.count else {
        throw .damagedDictionary(
          "the texts of its first \(record + 1) records add up to \(textSize) bytes; a dictionary of \(tag.count) bytes "
            + "may have \(Self.largestSharing * tag.count), counting those that records share")
      }
      entries.append((Self.decoded(name), Self.decoded(value)))
    }
  }

  /// The largest number of times that the bytes of a dictionary may be read, on average.
  private static let largestSharing = 8

  /// Decodes UTF-16. Some programs end a text with a null.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).lazy.map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }
}

/// The fields of a record, numbered by their position.
private enum Field: Int {
  case name, value
  /// A name for display, in several languages. It is skipped.
  case displayName, displayValue

  var description: String {
    switch self {
    case .name: "name"
    case .value: "value"
    case .displayName: "display name"
    case .displayValue: "display value"
    }
  }
}

/// The positions of a dictionary's records. Every number is below 2³², so that no sum or product overflows.
private struct Layout {
  let tag: ArraySlice<UInt8>
  let recordCount: Int
  let recordSize: Int

  static let headerSize = 16

  private var recordsEnd: Int { Self.headerSize + recordCount * recordSize }

  init(_ tag: ArraySlice<UInt8>) throws(ProfileError) {
    self.tag = tag
    guard tag.count >= Self.headerSize else {
      throw .damagedDictionary("it has \(tag.count) bytes; the smallest has \(Self.headerSize)")
    }
    let type = ICCHeader.signature(tag, at: tag.startIndex)
    guard type == "dict" else { throw .damagedDictionary("its type is '\(type)', not 'dict'") }
    recordCount = ICCHeader.number(tag, at: tag.startIndex + 8)
    recordSize = ICCHeader.number(tag, at: tag.startIndex + 12)
    guard [16, 24, 32].contains(recordSize) else {
      throw .damagedDictionary("its records have \(recordSize) bytes; they must have 16, 24 or 32")
    }
    guard recordsEnd <= tag.count else {
      throw .damagedDictionary(
        "its \(recordCount) records of \(recordSize) bytes need \(recordsEnd) bytes, and it has \(tag.count)")
    }
  }

  /// Returns the bytes of a text, which has two bytes for each UTF-16 unit.
  func text(_ field: Field, ofRecord record: Int) throws(ProfileError) -> ArraySlice<UInt8> {
    let bytes = try contents(field, ofRecord: record)
    guard bytes.count.isMultiple(of: 2) else {
      throw .damagedDictionary(
        "the \(field.description) in record \(record + 1) has \(bytes.count) bytes; UTF-16 has two for each unit")
    }
    return bytes
  }

  func checkPlaces(_ fields: [Field], ofRecord record: Int) throws(ProfileError) {
    for field in fields where 8 * field.rawValue < recordSize { _ = try contents(field, ofRecord: record) }
  }

  private func contents(_ field: Field, ofRecord record: Int) throws(ProfileError) -> ArraySlice<UInt8> {
    let place = tag.startIndex + Self.headerSize + record * recordSize + 8 * field.rawValue
    let (offset, size) = (ICCHeader.number(tag, at: place), ICCHeader.number(tag, at: place + 4))
    // A field that is empty or absent has no position.
    guard size > 0 else { return [] }
    guard offset >= recordsEnd, offset <= tag.count, size <= tag.count - offset else {
      throw .damagedDictionary(
        "the \(field.description) in record \(record + 1) has \(size) bytes from \(offset), which do not lie between the "
          + "records' end at \(recordsEnd) and the dictionary's at \(tag.count)")
    }
    return tag[tag.startIndex + offset..<tag.startIndex + offset + size]
  }
}
