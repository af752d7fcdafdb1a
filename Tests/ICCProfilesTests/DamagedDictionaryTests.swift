import DeviceProfiles
import ICCProfiles
import TestSupport
import Testing

/// A damaged dictionary is refused with what is wrong in it. LittleCMS 2.14 frees memory twice over most of these.
@Suite struct DamagedDictionaryTests {
  private static let entries = [(key: "EDID_model", value: "U2713"), (key: "MAPPING_device_id", value: "xrandr")]

  private static func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

  /// A profile that reads, but for its dictionary.
  private static func profile(_ dictionary: [UInt8]) -> [UInt8] {
    var icc = ForeignProfileTests.version4
    icc.tags.append(("meta", dictionary))
    return icc.bytes
  }

  /// The fault of the dictionary of two entries in which the number at `offset` is replaced.
  private func fault(_ value: UInt32, at offset: Int) -> String? {
    var dictionary = ICCBuilder.dictionary(Self.entries)
    dictionary.replaceSubrange(offset..<offset + 4, with: Self.big(value))
    return fault(dictionary)
  }

  private func fault(_ dictionary: [UInt8]) -> String? {
    let error = #expect(throws: ProfileError.self) { try DeviceProfile(iccBytes: Self.profile(dictionary)) }
    guard case .damagedDictionary(let fault) = error else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    return fault
  }

  @Test func `an unchanged dictionary is read`() throws {
    #expect(try DeviceProfile(iccBytes: Self.profile(ICCBuilder.dictionary(Self.entries))).matrices != nil)
    #expect(try DeviceProfile(iccBytes: Self.profile(ICCBuilder.dictionary([]))).matrices != nil)
  }

  /// Without the ID, nothing but the dictionary's own structure tells.
  @Test func `a wild length in any record of our own profile is refused`() throws {
    var bytes = try DeviceProfileTests.example().iccBytes()
    bytes.replaceSubrange(84..<100, with: repeatElement(0, count: 16))
    let icc = ICCReader(bytes)
    let tag = try #require(icc.tags.first { $0.signature == "meta" })
    #expect(icc.dictionary("meta").count > 10)
    for field in stride(from: 16, to: 16 + 16 * icc.dictionary("meta").count, by: 4) {
      for value in [0x7fff_ffff, 0x8000_0000, .max, 0x00ff_ffff] as [UInt32] {
        var damaged = bytes
        damaged.replaceSubrange(tag.offset + field..<tag.offset + field + 4, with: Self.big(value))
        let error = #expect(throws: ProfileError.self) { try DeviceProfile(iccBytes: damaged) }
        guard case .damagedDictionary = error else {
          Issue.record("field at \(field): \(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test func `the type, the size of a record and their number are checked`() {
    #expect(fault(0x6469_6300, at: 0) == "its type is 'dic?', not 'dict'")
    for size in [0, 8, 17, 40, .max] as [UInt32] {
      #expect(fault(size, at: 12) == "its records have \(size) bytes; they must have 16, 24 or 32")
    }
    let size = ICCBuilder.dictionary(Self.entries).count
    #expect(fault(.max, at: 8) == "its 4294967295 records of 16 bytes need 68719476736 bytes, and it has \(size)")
    for count in [8, 15] {
      #expect(
        fault(Array(ICCBuilder.dictionary([]).prefix(count))) == "it has \(count) bytes; the smallest has 16")
    }
  }

  @Test func `a name or value outside the texts is refused`() {
    let size = ICCBuilder.dictionary(Self.entries).count
    let bounds = "which do not lie between the records' end at 48 and the dictionary's at \(size)"
    #expect(fault(0, at: 16) == "the name in record 1 has 20 bytes from 0, \(bounds)")
    #expect(fault(47, at: 24) == "the value in record 1 has 10 bytes from 47, \(bounds)")
    #expect(fault(.max, at: 32) == "the name in record 2 has 34 bytes from 4294967295, \(bounds)")
    #expect(fault(.max, at: 36) == "the name in record 2 has 4294967295 bytes from 78, \(bounds)")
    #expect(fault(UInt32(size - 11), at: 40) == "the value in record 2 has 12 bytes from \(size - 11), \(bounds)")
  }

  @Test func `a name that is empty and a text of odd length are refused`() {
    #expect(fault(0, at: 20) == "the name in record 1 is empty")
    #expect(fault(9, at: 28) == "the value in record 1 has 9 bytes; UTF-16 has two for each unit")
  }

  @Test func `an absent value is an empty one`() throws {
    var dictionary = ICCBuilder.dictionary(Self.entries)
    dictionary.replaceSubrange(24..<32, with: repeatElement(0, count: 8))
    var icc = ICCBuilder()
    icc.tags = [("A2B0", LookUpTableCharacterizationTests.encodings[4].table(5)), ("meta", dictionary)]
    let written = ICCReader(try DeviceProfile(iccBytes: icc.bytes).iccBytes()).dictionary("meta")
    #expect(written.prefix(2).map(\.key) == ["EDID_model", "MAPPING_device_id"])
    #expect(written.prefix(2).map(\.value) == ["", "xrandr"])
  }

  @Test func `display names are passed over, and refused where they lie outside`() throws {
    let text: [UInt8] = [0, 0x61]
    for (recordSize, label) in [(24, "display name"), (32, "display value")] as [(Int, String)] {
      let end = UInt32(16 + recordSize)
      let fields = [(end, 2), (end, 2), (end, 2), (end, 2)] as [(UInt32, UInt32)]
      func dictionary(_ fields: [(UInt32, UInt32)]) -> [UInt8] {
        Array("dict".utf8) + Self.big(0) + Self.big(1) + Self.big(UInt32(recordSize))
          + fields.prefix(recordSize / 8).flatMap { Self.big($0) + Self.big($1) } + text
      }
      #expect(try DeviceProfile(iccBytes: Self.profile(dictionary(fields))).matrices != nil)
      var damaged = fields
      damaged[recordSize / 8 - 1].1 = .max
      #expect(
        fault(dictionary(damaged))
          == "the \(label) in record 1 has 4294967295 bytes from \(end), which do not lie between the records' end at "
          + "\(end) and the dictionary's at \(end + 2)")
    }
  }

  @Test func `records that share a long text take no memory`() {
    let (count, size) = (1000, 40_000)
    let place = Self.big(UInt32(16 + 16 * count)) + Self.big(UInt32(size))
    let dictionary =
      Array("dict".utf8) + Self.big(0) + Self.big(UInt32(count)) + Self.big(16)
      + (0..<2 * count).flatMap { _ in place } + [UInt8](repeating: 0x61, count: size)
    #expect(
      fault(dictionary)
        == "the texts of its first 6 records add up to 480000 bytes; a dictionary of \(dictionary.count) bytes may have "
        + "\(8 * dictionary.count), counting those that records share")
  }
}
