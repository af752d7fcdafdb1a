/// A TIFF, DNG or DCP whose directories are found, so that their entries can be changed in place. Source: TIFF 6.0,
/// section 2.
struct TIFFContainer {
  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool
  private var entries: [Int] = []

  private static let entrySize = 12
  private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
  /// The tags that point at directories: SubIFDs, EXIF's.
  private static let pointers = [330, 34665]
  private static let mostDirectories = 8

  init?(_ bytes: [UInt8]) {
    guard bytes.count > 10, bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4d, 0x4d]) else { return nil }
    self.bytes = bytes
    isBigEndian = bytes[0] == 0x4d
    var places = [number(4, 4)]
    var seen = 0
    while let place = places.popLast(), seen < Self.mostDirectories {
      seen += 1
      guard place + 2 <= bytes.count else { continue }
      for entry in 0..<number(place, 2) {
        let start = place + 2 + Self.entrySize * entry
        guard start + Self.entrySize <= bytes.count else { break }
        entries.append(start)
        if Self.pointers.contains(number(start, 2)) { places.append(number(start + 8, 4)) }
      }
    }
    guard !entries.isEmpty else { return nil }
  }

  private func number(_ place: Int, _ size: Int) -> Int {
    let digits = bytes[place..<place + size]
    return isBigEndian ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func write(_ value: Int, at place: Int, size: Int) {
    for byte in 0..<size {
      let shift = 8 * (isBigEndian ? size - 1 - byte : byte)
      bytes[place + byte] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  /// Returns the file with about `size` more bytes. A new first directory has the entries of the old one and many
  /// unknown entries. In an image it also refers many times to one further directory, and then to the old directory.
  func longer(by size: Int) -> [UInt8] {
    var longer = self
    func digits(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (isBigEndian ? size - 1 - $0 : $0))) }
    }
    func entry(_ tag: Int, count: Int, value: Int) -> [UInt8] {
      digits(tag, 2) + digits(4, 2) + digits(count, 4) + digits(value, 4)
    }
    let old = number(4, 4)
    // The number of entries, and tags that no reader knows.
    let count = size / Self.entrySize / 4
    let unknown = { (index: Int) in entry(60_000 + index % 5000, count: 1, value: index) }
    let isImage = number(2, 2) == 42
    let pointers = isImage ? min(size / 16, 4000) : 0
    var entries = (0..<number(old, 2)).map {
      Array(bytes[old + 2 + Self.entrySize * $0..<old + 14 + Self.entrySize * $0])
    }
    if isImage {
      // A preview, so that the mosaic is looked for in the directories below.
      for index in entries.indices where entries[index].prefix(2) == digits(262, 2)[...] {
        entries[index] = entry(262, count: 1, value: isBigEndian ? 2 << 16 : 2)
        entries[index].replaceSubrange(2..<4, with: digits(3, 2))
      }
    }
    let other = bytes.count
    longer.bytes += digits(count, 2) + (0..<count).flatMap(unknown) + digits(0, 4)
    let list = longer.bytes.count
    for _ in 0..<pointers { longer.bytes += digits(other, 4) }
    if isImage { longer.bytes += digits(old, 4) }
    let first = longer.bytes.count
    if isImage { entries.append(entry(330, count: pointers + 1, value: pointers == 0 ? old : list)) }
    entries += (0..<count).map { unknown($0) }
    longer.bytes += digits(entries.count, 2) + entries.joined() + digits(0, 4)
    longer.write(first, at: 4, size: 4)
    return longer.bytes
  }

  /// Changes one thing.
  mutating func mutate(_ mutation: inout Mutation) {
    let entry = mutation.element(of: entries)
    switch mutation.number(below: 7) {
    case 0: write(number(mutation.element(of: entries), 2), at: entry, size: 2)
    case 1: write(1 + mutation.number(below: 13), at: entry + 2, size: 2)
    case 2: write(mutation.element(of: [0, 1, 2, 3, 4, 9, 4096, 4097, 1 << 31]), at: entry + 4, size: 4)
    case 3: write(mutation.number(below: bytes.count + 4), at: entry + 8, size: 4)
    case 4:
      let other = mutation.element(of: entries)
      for byte in 0..<Self.entrySize { bytes[entry + byte] = bytes[other + byte] }
    default: mutateValue(of: entry, &mutation)
    }
  }

  private mutating func mutateValue(of entry: Int, _ mutation: inout Mutation) {
    let type = number(entry + 2, 2)
    guard Self.sizes.indices.contains(type), Self.sizes[type] > 0 else { return }
    let (size, count) = (Self.sizes[type], number(entry + 4, 4))
    let start = size * count <= 4 ? entry + 8 : number(entry + 8, 4)
    let place = start + size * mutation.number(below: min(count, 64))
    guard place + size <= bytes.count else { return }
    if type == 12 {
      let value = mutation.element(of: [0, -0.0, 1, -1, 1e308, .infinity, .nan, .leastNonzeroMagnitude, 0.5])
      return write(Int(truncatingIfNeeded: value.bitPattern), at: place, size: size)
    }
    let part = min(size, 4)
    let chosen = place + (size == 8 && mutation.chance(1, of: 2) ? 4 : 0)
    let old = number(chosen, part)
    let value = mutation.element(of: [0, 1, -1, old &+ 1, old &- 1, old &* 2, old / 2, 1 << 31, (1 << 31) - 1, 65535])
    write(value, at: chosen, size: part)
  }
}
