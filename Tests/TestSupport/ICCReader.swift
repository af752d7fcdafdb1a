/// The contents of an ICC profile, read from its bytes by the words of the specification and nothing else: a second
/// opinion beside LittleCMS. Source: ICC.1:2022, chapters 4, 7 and 10.
public struct ICCReader: Sendable {
  public struct Tag: Sendable {
    public let signature: String
    public let offset, size: Int
  }

  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  // MARK: - Header

  public var declaredSize: Int { number(0) }
  public var version: (major: Int, minor: Int) { (Int(bytes[8]), Int(bytes[9] >> 4)) }
  public var deviceClass: String { signature(12) }
  public var colorSpace: String { signature(16) }
  public var connectionSpace: String { signature(20) }
  /// Year, month, day, hour, minute, second.
  public var date: [Int] { (0..<6).map { Int(bytes[24 + 2 * $0]) << 8 | Int(bytes[25 + 2 * $0]) } }
  public var magic: String { signature(36) }
  public var illuminant: [Double] { fixed(68, count: 3) }
  public var profileID: [UInt8] { Array(bytes[84..<100]) }

  /// The ID that the profile should have: MD5 with flags, rendering intent and ID as zeros.
  public var computedID: [UInt8] {
    var copy = bytes
    for field in [44..<48, 64..<68, 84..<100] {
      copy.replaceSubrange(field, with: repeatElement(0, count: field.count))
    }
    return md5(copy)
  }

  // MARK: - Tags

  public var tags: [Tag] {
    (0..<number(128)).map {
      let entry = 132 + 12 * $0
      return Tag(signature: signature(entry), offset: number(entry + 4), size: number(entry + 8))
    }
  }

  public func tag(_ signature: String) -> Tag? { tags.first { $0.signature == signature } }

  /// The numbers of a tag of type XYZ or s15Fixed16Array.
  public func fixedNumbers(_ name: String) -> [Double] {
    guard let tag = tag(name), ["XYZ ", "sf32"].contains(signature(tag.offset)) else { return [] }
    return fixed(tag.offset + 8, count: (tag.size - 8) / 4)
  }

  /// The first text of a tag of type multiLocalizedUnicode.
  public func text(_ name: String) -> String? {
    guard let tag = tag(name), signature(tag.offset) == "mluc", number(tag.offset + 8) > 0 else { return nil }
    return utf16(tag.offset + number(tag.offset + 24), byteCount: number(tag.offset + 20))
  }

  /// The entries of a tag of type dict.
  public func dictionary(_ name: String) -> [(key: String, value: String)] {
    guard let tag = tag(name), signature(tag.offset) == "dict" else { return [] }
    return (0..<number(tag.offset + 8)).map {
      let record = tag.offset + 16 + $0 * number(tag.offset + 12)
      return (
        utf16(tag.offset + number(record), byteCount: number(record + 4)),
        utf16(tag.offset + number(record + 8), byteCount: number(record + 12))
      )
    }
  }

  // MARK: - Fields

  private func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

  private func signature(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }

  private func fixed(_ offset: Int, count: Int) -> [Double] {
    (0..<count).map { Double(Int32(truncatingIfNeeded: number(offset + 4 * $0))) / 65536 }
  }

  private func utf16(_ offset: Int, byteCount: Int) -> String {
    let units = stride(from: offset, to: offset + byteCount, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }
}
