/// Writes a file of one directory of tags, little-endian. Source: TIFF 6.0, section 2.
struct TagWriter {
  private var entries: [UInt16: (type: TagType, count: Int, bytes: [UInt8])] = [:]

  mutating func set(_ tag: DNGTag, text: String) {
    let bytes = Array(text.utf8) + [0]
    entries[tag.rawValue] = (.ascii, bytes.count, bytes)
  }

  mutating func set(_ tag: DNGTag, short value: Int) {
    entries[tag.rawValue] = (.short, 1, Self.digits(UInt64(value), 2))
  }

  mutating func set(_ tag: DNGTag, long value: Int) {
    entries[tag.rawValue] = (.long, 1, Self.digits(UInt64(value), 4))
  }

  /// As signed fractions: see ``ClosestFraction``.
  mutating func set(_ tag: DNGTag, fractions values: [Double]) {
    let bytes = values.map(ClosestFraction.init).flatMap { fraction in
      [fraction.numerator, fraction.denominator].flatMap { Self.digits(UInt64(UInt32(bitPattern: $0)), 4) }
    }
    entries[tag.rawValue] = (.signedRational, values.count, bytes)
  }

  /// - Parameter magic: the four bytes that the file begins with.
  func bytes(magic: String) -> [UInt8] {
    let header = Array(magic.utf8) + Self.digits(8, 4)
    var directory = Self.digits(UInt64(entries.count), 2)
    let dataStart = header.count + 2 + 12 * entries.count + 4
    var data: [UInt8] = []
    for (tag, entry) in entries.sorted(by: { $0.key < $1.key }) {
      directory += Self.digits(UInt64(tag), 2) + Self.digits(UInt64(entry.type.rawValue), 2)
      directory += Self.digits(UInt64(entry.count), 4)
      if entry.bytes.count <= 4 {
        directory += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
      } else {
        directory += Self.digits(UInt64(dataStart + data.count), 4)
        data += entry.bytes
        // Values begin at even offsets.
        if data.count % 2 == 1 { data.append(0) }
      }
    }
    return header + directory + Self.digits(0, 4) + data
  }

  private static func digits(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
