/// An ICC profile taken apart, so that it can be changed and put together again with right sizes, offsets and checksum.
/// Source: ICC.1:2022, 7.2 and 7.3.
struct ICCContainer {
  var header: [UInt8]
  var tags: [(signature: [UInt8], bytes: [UInt8])]

  /// Takes what can be taken of damaged bytes; `nil` where not even a header is there.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize + 4 else { return nil }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    header = Array(bytes[..<Self.headerSize])
    tags = []
    for tag in 0..<min(number(Self.headerSize), 120) {
      let entry = Self.headerSize + 4 + 12 * tag
      guard entry + 12 <= bytes.count else { break }
      let start = min(number(entry + 4), bytes.count)
      let end = min(start + number(entry + 8), bytes.count)
      tags.append((Array(bytes[entry..<entry + 4]), Array(bytes[start..<end])))
    }
  }

  /// The file, with the ID that its bytes require.
  var bytes: [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    var table = number(tags.count)
    var contents: [UInt8] = []
    let start = Self.headerSize + 4 + 12 * tags.count
    for tag in tags {
      contents += [UInt8](repeating: 0, count: (4 - contents.count % 4) % 4)
      table += tag.signature + number(start + contents.count) + number(tag.bytes.count)
      contents += tag.bytes
    }
    var file = header + table + contents
    file.replaceSubrange(0..<4, with: number(file.count))
    var constant = file
    for field in [44..<48, 64..<68, Self.id] {
      constant.replaceSubrange(field, with: repeatElement(0, count: field.count))
    }
    file.replaceSubrange(Self.id, with: MD5.digest(of: constant))
    return file
  }

  private static let headerSize = 128
  private static let id = 84..<100

  /// Changes one thing.
  mutating func mutate(_ mutation: inout Mutation) {
    guard !tags.isEmpty else {
      header = Array((mutation.changed(header) + header).prefix(Self.headerSize))
      return
    }
    let place = mutation.number(below: tags.count)
    if let meta = tags.firstIndex(where: { $0.signature == Array("meta".utf8) }), mutation.chance(2, of: 3) {
      return mutateDictionary(&tags[meta].bytes, &mutation)
    }
    switch mutation.number(below: 6) {
    case 0: header[mutation.number(below: header.count)] = UInt8(mutation.number(below: 256))
    case 1: tags.remove(at: place)
    case 2: tags[place].signature = mutation.element(of: Self.signatures)
    case 3: tags[place].bytes = mutation.element(of: tags).bytes
    case 4: tags.append((mutation.element(of: Self.signatures), mutation.element(of: tags).bytes))
    default: tags[place].bytes = mutation.changed(tags[place].bytes)
    }
  }

  private func mutateDictionary(_ bytes: inout [UInt8], _ mutation: inout Mutation) {
    guard var dictionary = DictionaryContainer(bytes), mutation.chance(9, of: 10) else {
      bytes = mutation.changed(bytes)
      return
    }
    dictionary.mutate(&mutation)
    bytes = dictionary.bytes
  }

  private static let signatures = [
    "A2B0", "A2B1", "A2B2", "D2B0", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "wtpt", "chad", "desc", "cprt",
    "meta", "dmdd", "dmnd", "lumi", "bkpt", "tech",
  ].map { Array($0.utf8) }
}

/// A dictionary of an ICC profile taken apart. Source: ICC, "Dictionary Type and Metadata TAG Definition", 2010.
struct DictionaryContainer {
  var entries: [(key: String, value: String)]

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 16, bytes.starts(with: Array("dict".utf8)) else { return nil }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func text(_ place: Int) -> String {
      let start = min(number(place), bytes.count)
      let end = min(start + number(place + 4), bytes.count)
      let units = stride(from: start, to: end - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return String(decoding: units, as: UTF16.self)
    }
    entries = []
    let size = max(number(12), 16)
    for record in 0..<min(number(8), 200) where 16 + (record + 1) * size <= bytes.count {
      entries.append((text(16 + record * size), text(24 + record * size)))
    }
  }

  var bytes: [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    var records: [UInt8] = []
    var texts: [UInt8] = []
    let start = 16 + 16 * entries.count
    for text in entries.flatMap({ [$0.key, $0.value] }) {
      let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
      records += number(start + texts.count) + number(units.count)
      texts += units
    }
    return Array("dict".utf8) + number(0) + number(entries.count) + number(16) + records + texts
  }

  mutating func mutate(_ mutation: inout Mutation) {
    guard !entries.isEmpty else { return }
    let place = mutation.number(below: entries.count)
    switch mutation.number(below: 8) {
    case 0: entries.remove(at: place)
    case 1: entries[place].value = mutation.element(of: entries).value
    case 2: entries[place].key = mutation.element(of: entries).key
    case 3: entries[place].value = String(decoding: mutation.changed(Array(entries[place].value.utf8)), as: UTF8.self)
    default: entries[place].value = mutation.changedNumbers(entries[place].value)
    }
  }
}
