internal import Colorimetry

/// A writer of a little-endian file of tags: a directory, the directories that it points at, and the data after them.
///
/// Source: TIFF 6.0, section 2.
package struct TagWriter {
  private enum Value {
    case bytes([UInt8])
    /// The tag holds the offset of a directory or of data.
    case directory(TagWriter)
    case data([UInt8])
  }

  private var entries: [UInt16: (type: TagType, count: Int, value: Value)] = [:]

  package init() {}

  package mutating func set(_ tag: DNGTag, text: String) {
    let bytes = Array(text.utf8) + [0]
    entries[tag.rawValue] = (.ascii, bytes.count, .bytes(bytes))
  }

  package mutating func set(_ tag: DNGTag, bytes: [UInt8], as type: TagType = .byte) {
    entries[tag.rawValue] = (type, bytes.count, .bytes(bytes))
  }

  package mutating func set(_ tag: DNGTag, shorts values: Int...) {
    entries[tag.rawValue] = (.short, values.count, .bytes(values.flatMap { Self.digits(UInt64($0), 2) }))
  }

  package mutating func set(_ tag: DNGTag, longs values: Int...) {
    entries[tag.rawValue] = (.long, values.count, .bytes(values.flatMap { Self.digits(UInt64($0), 4) }))
  }

  /// Sets numbers as fractions; see ``ClosestFraction``.
  ///
  /// - Parameter isSigned: Whether the specification requires signed fractions.
  package mutating func set(_ tag: DNGTag, fractions values: [Double], isSigned: Bool = true) {
    let bytes = values.flatMap(Self.fraction)
    entries[tag.rawValue] = (isSigned ? .signedRational : .rational, values.count, .bytes(bytes))
  }

  /// Sets a light as IlluminantData has a chromaticity: a 16-bit 0, and x and y as fractions.
  mutating func set(_ tag: DNGTag, white: Chromaticity) {
    set(tag, bytes: Self.digits(0, 2) + [white.x, white.y].flatMap(Self.fraction), as: .undefined)
  }

  /// Makes the tag point at another directory.
  package mutating func set(_ tag: DNGTag, directory: TagWriter) {
    entries[tag.rawValue] = (.long, 1, .directory(directory))
  }

  /// Makes the tag point at `data`, which is written after all tags.
  package mutating func set(_ tag: DNGTag, placeOf data: [UInt8]) {
    entries[tag.rawValue] = (.long, 1, .data(data))
  }

  /// Returns the file.
  ///
  /// - Parameter magic: The four bytes at the start of the file.
  package func bytes(magic: String) -> [UInt8] {
    let header = Array(magic.utf8) + Self.digits(8, 4)
    return header + bytes(at: header.count)
  }

  /// Returns the directory as written in a file from `offset` on.
  private func bytes(at offset: Int) -> [UInt8] {
    var directory = Self.digits(UInt64(entries.count), 2)
    let dataStart = offset + 2 + 12 * entries.count + 4
    var data: [UInt8] = []
    /// The positions in the directory that will hold the offsets of directories and data.
    var places: [(index: Int, value: Value)] = []
    for (tag, entry) in entries.sorted(by: { $0.key < $1.key }) {
      directory += Self.digits(UInt64(tag), 2) + Self.digits(UInt64(entry.type.rawValue), 2)
      directory += Self.digits(UInt64(entry.count), 4)
      if case .bytes(let bytes) = entry.value {
        if bytes.count <= 4 {
          directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        } else {
          directory += Self.digits(UInt64(dataStart + data.count), 4)
          data += bytes
        }
      } else {
        places.append((directory.count, entry.value))
        directory += Self.digits(0, 4)
      }
      Self.align(&data)
    }
    // Large data come last.
    for isData in [false, true] {
      for place in places {
        let from = dataStart + data.count
        switch place.value {
        case .directory(let writer) where !isData: data += writer.bytes(at: from)
        case .data(let bytes) where isData: data += bytes
        default: continue
        }
        directory.replaceSubrange(place.index..<place.index + 4, with: Self.digits(UInt64(from), 4))
        Self.align(&data)
      }
    }
    return directory + Self.digits(0, 4) + data
  }

  /// Pads the data so that values begin at even offsets.
  private static func align(_ data: inout [UInt8]) {
    if data.count % 2 == 1 { data.append(0) }
  }

  private static func fraction(_ value: Double) -> [UInt8] {
    let fraction = ClosestFraction(value)
    return [fraction.numerator, fraction.denominator].flatMap { digits(UInt64(UInt32(bitPattern: $0)), 4) }
  }

  private static func digits(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
