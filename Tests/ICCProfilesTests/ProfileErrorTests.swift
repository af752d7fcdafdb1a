import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct ProfileErrorTests {
  private func error(_ bytes: [UInt8]) -> ProfileError? {
    #expect(throws: ProfileError.self) { try DeviceProfile(iccBytes: bytes) }
  }

  // MARK: - The file

  @Test func `too few bytes are counted`() {
    for count in [0, 1, 127, 128, 131] {
      #expect(error([UInt8](repeating: 0x61, count: count)) == .tooShort(byteCount: count))
    }
  }

  @Test func `another kind of file is told by its signature`() {
    #expect(error([UInt8](repeating: 0x61, count: 500)) == .notAProfile(signature: "aaaa"))
    #expect(error([UInt8](repeating: 0, count: 500)) == .notAProfile(signature: "????"))
  }

  @Test(arguments: [
    ("IIRC", "a DNG camera profile (DCP)"), ("MMCR", "a DNG camera profile (DCP)"), ("II*\0", "a TIFF or DNG file"),
    ("MM\0*", "a TIFF or DNG file"),
  ])
  func `a DNG camera profile and a TIFF are called what they are`(start: String, kind: String) {
    #expect(error(Array(start.utf8) + [UInt8](repeating: 0, count: 500)) == .anotherKind(kind))
  }

  @Test func `a profile cut short says by how much`() throws {
    let bytes = try DeviceProfileTests.example().iccBytes()
    #expect(error(bytes.dropLast()) == .truncated(byteCount: bytes.count - 1, declared: bytes.count))
  }

  @Test func `a size below the smallest profile is refused`() {
    var bytes = ForeignProfileTests.version4.bytes
    bytes.replaceSubrange(0..<4, with: [0, 0, 0, 16])
    #expect(error(bytes) == .tooShort(byteCount: 16))
  }

  @Test(arguments: ["CMYK", "GRAY", "Lab ", "XYZ ", "6CLR"])
  func `a device in another colour space is refused by name`(space: String) {
    var icc = ForeignProfileTests.version4
    icc.colorSpace = space
    #expect(error(icc.bytes) == .unsupportedColorSpace(space))
  }

  @Test(arguments: ["prtr", "link", "abst", "nmcl"])
  func `a profile of another class is refused by name`(deviceClass: String) {
    var icc = ForeignProfileTests.version4
    icc.deviceClass = deviceClass
    #expect(error(icc.bytes) == .unsupportedClass(deviceClass))
  }

  @Test func `another connection space and another version are refused`() {
    var icc = ForeignProfileTests.version4
    icc.connectionSpace = "RGB "
    #expect(error(icc.bytes) == .unsupportedConnectionSpace("RGB "))
    icc = ForeignProfileTests.version4
    icc.version = (5, 0)
    #expect(error(icc.bytes) == .unsupportedVersion(major: 5))
  }

  // MARK: - The tag table

  private func error(tagTable entry: Int, offset: UInt32, size: UInt32) -> ProfileError? {
    var bytes = ForeignProfileTests.version4.bytes
    let place = 132 + 12 * entry
    let fields = [offset, size].flatMap { field in withUnsafeBytes(of: field.bigEndian) { Array($0) } }
    bytes.replaceSubrange(place + 4..<place + 12, with: fields)
    return error(bytes)
  }

  @Test func `a tag that lies outside the file is refused`() {
    for (offset, size) in [(0, 20), (4_000_000, 20), (300, .max), (.max, .max), (.max, 1)] as [(UInt32, UInt32)] {
      let bytes = ForeignProfileTests.version4.bytes
      let tableEnd = 132 + 12 * ForeignProfileTests.version4.tags.count
      #expect(
        error(tagTable: 0, offset: offset, size: size)
          == .damagedTagTable(
            "tag 'rXYZ' has \(size) bytes from \(offset), which do not lie between the table's end at \(tableEnd) and the "
              + "profile's at \(bytes.count)"))
    }
  }

  @Test func `too many tags, and a tag that is there twice, are refused`() {
    var bytes = ForeignProfileTests.version4.bytes
    bytes.replaceSubrange(128..<132, with: [0xff, 0xff, 0xff, 0xff])
    #expect(
      error(bytes) == .damagedTagTable("it declares 4294967295 tags; the most that is read is 100"))
    bytes.replaceSubrange(128..<132, with: [0, 0, 0, 100])
    #expect(
      error(bytes) == .damagedTagTable("its 100 tags need 1332 bytes, and the profile has \(bytes.count)"))
    var icc = ForeignProfileTests.version4
    icc.tags.append(icc.tags[0])
    #expect(error(icc.bytes) == .damagedTagTable("tag 'rXYZ' is there twice"))
  }

  // MARK: - What LittleCMS reports

  @Test func `LittleCMS's own words arrive`() {
    var icc = ForeignProfileTests.version4
    icc.tags[0].contents = Array("what".utf8) + [UInt8](repeating: 0, count: 16)
    guard case .littleCMS(_, let text) = error(icc.bytes) else {
      Issue.record("no error of LittleCMS")
      return
    }
    #expect(text.hasPrefix("could not read tag 'rXYZ'"))
    icc.tags = [("A2B0", Array("mft2".utf8) + [0, 0, 0, 0, 3, 3, 200, 0])]
    guard case .littleCMS = error(icc.bytes) else {
      Issue.record("no error of LittleCMS")
      return
    }
  }

  @Test func `a tag that declares more than the profile can hold gets no memory for it`() {
    let texts =
      Array("mluc".utf8) + [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 12] + Array("enUS".utf8) + [0, 0, 0, 2, 0, 0, 0, 28]
    let grid = Array("mft2".utf8) + [0, 0, 0, 0, 3, 3, 200, 0] + [UInt8](repeating: 0, count: 64)
    for (tag, contents, size) in [("dmnd", texts, 402_653_184), ("A2B0", grid, 48_000_000)] {
      var icc = ForeignProfileTests.version4
      icc.tags = icc.tags.filter { tag == "dmnd" && $0.signature != tag } + [(tag, contents)]
      let count = icc.bytes.count
      guard case .littleCMS(_, let text) = error(icc.bytes) else {
        Issue.record("\(tag) is read")
        continue
      }
      #expect(
        text == "could not read tag '\(tag)': it asks for \(size) bytes of memory, and a profile of \(count) bytes "
          + "needs at most \((1 << 20) + 8 * count)")
    }
  }

  // MARK: - Colorimetry

  @Test func `a profile without colorants and without a table is refused`() {
    var icc = ICCBuilder()
    icc.tags = [("wtpt", ICCBuilder.xyz([0.9642, 1, 0.8249]))]
    #expect(error(icc.bytes) == .noColorimetry)
    icc = ForeignProfileTests.version4
    icc.tags.removeAll { $0.signature == "bTRC" }
    #expect(error(icc.bytes) == .noColorimetry)
  }

  @Test func `colorants in a profile of Lab tell no colours`() {
    var icc = ForeignProfileTests.version4
    icc.connectionSpace = "Lab "
    #expect(error(icc.bytes) == .noColorimetry)
  }

  @Test func `colorants without an inverse are refused`() {
    let icc = ICCBuilder(colorants: [[0.4, 0.2, 0.1], [0.4, 0.2, 0.1], [0.1, 0.6, 0.6]])
    guard case .characterization(.invalidCharacterization(.singularMatrix)) = error(icc.bytes) else {
      Issue.record("\(String(describing: error(icc.bytes)))")
      return
    }
  }

  /// Why is told by `Colorimetry`, in its own words.
  private static let noTemperature = "the light it was made for has no temperature: "

  @Test func `a light that is none is refused`() {
    for chad in [[1.0, 0, 0, 0, 1, 0, 0, 0, 0], [-1.0, 0, 0, 0, 1, 0, 0, 0, 1], [0.1, 0, 0, 0, 1, 0, 0, 0, 1]] {
      let matrix = ICCBuilder(colorants: ForeignProfileTests.sRGBInConnectionSpace)
      var table = ICCBuilder()
      table.tags = [("A2B0", LookUpTableCharacterizationTests.encodings[4].table(5))]
      for var icc in [matrix, table] {
        icc.tags.append(("chad", ICCBuilder.fixedArray(chad)))
        guard case .unusableColorimetry(let fault) = error(icc.bytes) else {
          Issue.record("\(chad): \(String(describing: error(icc.bytes)))")
          continue
        }
        // The last row of the first is zero.
        let noInverse = "its chromatic adaptation matrix has no inverse"
        #expect(chad[8] == 0 ? fault == noInverse : fault.hasPrefix(Self.noTemperature), "\(chad): \(fault)")
      }
    }
    var icc = ICCBuilder(colorants: ForeignProfileTests.sRGBInConnectionSpace)
    icc.tags.append(("wtpt", ICCBuilder.xyz([0, 0, 0])))
    #expect(
      error(icc.bytes) == .unusableColorimetry("its media white point is X 0.0, Y 0.0, Z 0.0; each must be above 0"))
  }

  // MARK: - The dictionary

  /// The error for a profile of ours in whose dictionary something was changed.
  private func error(_ change: (inout [String: String]) -> Void) throws -> ProfileError? {
    let icc = ICCReader(try DeviceProfileTests.example().iccBytes())
    var entries = Dictionary(uniqueKeysWithValues: icc.dictionary("meta").map { ($0.key, $0.value) })
    change(&entries)
    return error(try profile(icc, entries.map { (key: $0.key, value: $0.value) }))
  }

  private func profile(_ icc: ICCReader, _ entries: [(key: String, value: String)]) throws -> [UInt8] {
    var builder = ICCBuilder()
    builder.tags = icc.tags.map { tag in
      (
        tag.signature,
        tag.signature == "meta"
          ? ICCBuilder.dictionary(entries) : Array(icc.bytes[tag.offset..<tag.offset + tag.size])
      )
    }
    return ICCBuilder.withID(builder.bytes)
  }

  @Test func `an unchanged dictionary in a file built anew is read`() throws {
    let icc = ICCReader(try DeviceProfileTests.example().iccBytes())
    #expect(try DeviceProfile(iccBytes: profile(icc, icc.dictionary("meta"))) == DeviceProfileTests.example())
  }

  @Test func `a dictionary of a newer version is refused before anything else in it`() throws {
    let found = try error { $0 = ["WhiteBalance.Version": "2", "WhiteBalance.Future": "x"] }
    #expect(found == .newerDictionary(version: 2, supported: 1))
  }

  @Test func `an entry that is missing is named`() throws {
    let icc = ICCReader(try DeviceProfileTests.example().iccBytes())
    let optional: Set = ["Manufacturer", "Unit", "CreationDate"]
    #expect(icc.dictionary("meta").count > 10)
    for entry in icc.dictionary("meta") where !optional.contains(String(entry.key.dropFirst("WhiteBalance.".count))) {
      #expect(try error { $0[entry.key] = nil } == .missingEntry(entry.key))
    }
    #expect(try error { $0["WhiteBalance.BlackLevels"] = "1 1 1 1" } == .missingEntry("WhiteBalance.WhiteLevels"))
    #expect(
      try error { $0["WhiteBalance.StandardErrorBlackLevels"] = "1 1 1 1" }
        == .missingEntry("WhiteBalance.BlackLevels"))
    #expect(
      try error { $0["WhiteBalance.StandardErrorDuv"] = "0.001" } == .missingEntry("WhiteBalance.StandardErrorMired"))
  }

  @Test func `an entry that nobody knows, and one that is there twice, are named`() throws {
    #expect(try error { $0["WhiteBalance.Light3.Matrix"] = "1" } == .unknownEntry("WhiteBalance.Light3.Matrix"))
    let icc = ICCReader(try DeviceProfileTests.example().iccBytes())
    let entries = icc.dictionary("meta")
    #expect(error(try profile(icc, entries + [entries[3]])) == .repeatedEntry(entries[3].key))
  }

  @Test func `an object of JSON has no entries of other programs`() throws {
    let icc = ICCReader(try DeviceProfileTests.example().iccBytes())
    var entries = Dictionary(uniqueKeysWithValues: icc.dictionary("meta").map { ($0.key, $0.value) })
    func read() throws -> DeviceProfile {
      try JSONDecoder().decode(DeviceProfile.self, from: JSONEncoder().encode(entries))
    }
    #expect(try read() == DeviceProfileTests.example())
    entries["whitebalance.BlackLevels"] = "64 64 64 64"
    let refusal = #expect(throws: DecodingError.self) { try read() }
    guard case .dataCorrupted(let context)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(context.debugDescription == "\(ProfileError.unknownEntry("whitebalance.BlackLevels"))")
  }

  @Test(arguments: [
    ("Version", "0"), ("Version", "one"), ("LightCount", "0"), ("LightCount", "-1"),
    ("LightCount", "99999999999999999999"), ("Characterization", "splines"), ("Light1.Temperature", "warm"),
    ("Light1.Temperature", "6500 K"), ("Light2.Matrix", "1 0 0 0 1 0 0 0"), ("Light2.Matrix", "1 0 0 0 1 0 0 0 1 0"),
    ("Light2.Matrix", "1 0 0 0 1 0 0 0 nan"), ("Light2.Matrix", "1 0 0 0 1 0 0 0  1"), ("Light2.Matrix", ""),
    ("MaximumGain", "4,0"), ("UnitResponse", "1 1"), ("CreationDate", "2026-02-30T00:00:00Z"),
    ("CreationDate", "yesterday"),
  ])
  func `an entry that cannot be read is shown`(key: String, value: String) throws {
    let key = "WhiteBalance." + key
    guard case .invalidEntry(key, value, let expected) = try error({ $0[key] = value }) else {
      Issue.record("\(String(describing: try error { $0[key] = value }))")
      return
    }
    #expect(!expected.isEmpty)
  }

  @Test func `a count of lights that the dictionary does not hold takes no memory`() throws {
    #expect(
      try error { $0["WhiteBalance.LightCount"] = "9000000000000000000" }
        == .missingEntry("WhiteBalance.Light3.Temperature"))
  }

  @Test func `numbers that make no characterization are refused for what is wrong with them`() throws {
    #expect(
      try error { $0["WhiteBalance.Light1.Temperature"] = "100" }
        == .characterization(.invalidCharacterization(.temperature(100))))
    #expect(
      try error { $0["WhiteBalance.Light1.Matrix"] = "1 0 0 1 0 0 0 0 1" }
        == .characterization(.invalidCharacterization(.singularMatrix(temperature: 6500))))
    #expect(try error { $0["WhiteBalance.MaximumGain"] = "0.5" } == .characterization(.invalidMaximumGain(0.5)))
    #expect(
      try error {
        $0["WhiteBalance.BlackLevels"] = "9 9 9 9"
        $0["WhiteBalance.WhiteLevels"] = "8 8 8 8"
      } == .levels(.invalidLevels(black: 9, white: 8)))
    #expect(
      try error {
        $0["WhiteBalance.BlackLevels"] = "9 9 9 9"
        $0["WhiteBalance.WhiteLevels"] = "99 99 99 99"
        $0["WhiteBalance.StandardErrorBlackLevels"] = "0.1 0.1 -0.1 0.1"
      } == .levels(.invalidBlackError(-0.1)))
    #expect(
      try error {
        $0["WhiteBalance.StandardErrorMired"] = "-1"
        $0["WhiteBalance.StandardErrorDuv"] = "0"
      } == .characterization(.invalidUncertainty(mired: -1, duv: 0)))
  }

  @Test func `an ID that is not the checksum is refused, and zeros are no ID`() throws {
    var bytes = try DeviceProfileTests.example().iccBytes()
    bytes[84] ^= 1
    #expect(error(bytes) == .checksumMismatch)
    bytes.replaceSubrange(84..<100, with: repeatElement(0, count: 16))
    #expect(try DeviceProfile(iccBytes: bytes) == DeviceProfileTests.example())
    var foreign = ForeignProfileTests.version4.bytes
    foreign[99] = 1
    #expect(error(foreign) == .checksumMismatch)
  }
}
