internal import DeviceProfiles

/// The checked header and tag table of an ICC profile.
///
/// They are checked before LittleCMS gets any bytes, because it reads what it can of a damaged profile without an
/// error. Source: ICC.1:2022, 7.2 and 7.3.
struct ICCHeader {
  let majorVersion: Int
  let deviceClass, colorSpace, connectionSpace: String
  /// The fields of the date as written, not yet checked to form a date.
  let date: [Int]
  /// The bytes of each tag, by its signature.
  let contents: [String: ArraySlice<UInt8>]
  /// The bytes that the header declares. Any bytes after them do not belong to the profile.
  let profile: [UInt8]

  static let smallestProfile = ProfileError.smallestICCProfile

  /// Bytes 36 to 39 of every profile.
  static let signature = "acsp"

  /// The largest number of tags, which is LittleCMS's own limit.
  private static let largestTagCount = 100

  init(_ bytes: [UInt8]) throws(ProfileError) {
    guard bytes.count >= Self.smallestProfile else { throw .tooShort(byteCount: bytes.count) }
    let signature = Self.signature(bytes[...], at: 36)
    guard signature == Self.signature else {
      if let kind = Self.otherKind(bytes) { throw .anotherKind(kind) }
      throw .notAProfile(signature: signature)
    }
    let size = Self.number(bytes[...], at: 0)
    guard size <= bytes.count else { throw .truncated(byteCount: bytes.count, declared: size) }
    guard size >= Self.smallestProfile else { throw .tooShort(byteCount: size) }
    profile = Array(bytes[..<size])
    majorVersion = Int(bytes[8])
    deviceClass = Self.signature(bytes[...], at: 12)
    colorSpace = Self.signature(bytes[...], at: 16)
    connectionSpace = Self.signature(bytes[...], at: 20)
    date = (0..<6).map { Int(bytes[24 + 2 * $0]) << 8 | Int(bytes[25 + 2 * $0]) }
    contents = try Self.contents(profile[...])
  }

  private static func contents(_ profile: ArraySlice<UInt8>) throws(ProfileError) -> [String: ArraySlice<UInt8>] {
    let count = number(profile, at: 128)
    guard count <= largestTagCount else {
      throw .damagedTagTable("it declares \(count) tags; the most that is read is \(largestTagCount)")
    }
    let tableEnd = smallestProfile + 12 * count
    guard tableEnd <= profile.count else {
      throw .damagedTagTable("its \(count) tags need \(tableEnd) bytes, and the profile has \(profile.count)")
    }
    var contents: [String: ArraySlice<UInt8>] = [:]
    for entry in stride(from: smallestProfile, to: tableEnd, by: 12) {
      let tag = signature(profile, at: entry)
      let (offset, size) = (number(profile, at: entry + 4), number(profile, at: entry + 8))
      // Both numbers are below 2³², so that neither the difference nor a sum could overflow.
      guard offset >= tableEnd, offset <= profile.count, size <= profile.count - offset else {
        throw .damagedTagTable(
          "tag '\(tag)' has \(size) bytes from \(offset), which do not lie between the table's end at \(tableEnd) and "
            + "the profile's at \(profile.count)")
      }
      guard contents.updateValue(profile[offset..<offset + size], forKey: tag) == nil else {
        throw .damagedTagTable("tag '\(tag)' is there twice")
      }
    }
    return contents
  }

  /// Returns the entries of the dictionary, or none where there is no dictionary.
  func dictionary() throws(ProfileError) -> [(key: String, value: String)] {
    guard let tag = contents["meta"] else { return [] }
    return try ICCDictionary(tag).entries
  }

  /// Returns what else the file is, if its first bytes tell. Source: DNG, tag ExtraCameraProfiles; TIFF 6.0, section 2.
  private static func otherKind(_ bytes: [UInt8]) -> String? {
    switch signature(bytes[...], at: 0) {
    case "IIRC", "MMCR": "a DNG camera profile (DCP)"
    case "II*?" where bytes[3] == 0, "MM?*" where bytes[2] == 0: "a TIFF or DNG file"
    default: nil
    }
  }

  func has(_ tags: String...) -> Bool { tags.allSatisfy { contents[$0] != nil } }

  /// Checks that the profile is of a kind that can be read.
  func checkKind() throws(ProfileError) {
    guard majorVersion == 2 || majorVersion == 4 else { throw .unsupportedVersion(major: majorVersion) }
    guard ["scnr", "mntr", "spac"].contains(deviceClass) else { throw .unsupportedClass(deviceClass) }
    guard colorSpace == "RGB " else { throw .unsupportedColorSpace(colorSpace) }
    guard ["XYZ ", "Lab "].contains(connectionSpace) else { throw .unsupportedConnectionSpace(connectionSpace) }
  }

  // MARK: - Fields

  static func number(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns four characters. A character that is not printable ASCII becomes '?'.
  static func signature(_ bytes: ArraySlice<UInt8>, at offset: Int) -> String {
    String(decoding: bytes[offset..<offset + 4].map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
  }
}

// MARK: - Reproducible bytes

extension ICCHeader {
  /// Returns `profile` without a platform, and with the ID that its bytes and its version require.
  ///
  /// - Parameters:
  ///   - date: The date to write; `nil` keeps the one in the profile.
  ///   - hasID: Whether profiles of its version have an ID. Otherwise its bytes become 0.
  static func finished(_ profile: [UInt8], date: CreationDate?, hasID: Bool) -> [UInt8] {
    var bytes = profile
    if let date {
      let fields = [date.year, date.month, date.day, date.hour, date.minute, date.second]
      bytes.replaceSubrange(24..<36, with: fields.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] })
    }
    bytes.replaceSubrange(platform, with: [0, 0, 0, 0])
    bytes.replaceSubrange(
      profileID,
      with: hasID ? LittleCMS.md5(withoutVariableFields(bytes)) : [UInt8](repeating: 0, count: profileID.count)
    )
    return bytes
  }

  /// Checks that the profile's ID, if it has one, is the checksum of its bytes. Zeros mean no ID.
  func checkID() throws(ProfileError) {
    let found = Array(profile[Self.profileID])
    guard !found.contains(where: { $0 != 0 }) || found == LittleCMS.md5(Self.withoutVariableFields(profile)) else {
      throw .checksumMismatch
    }
  }

  private static func withoutVariableFields(_ profile: [UInt8]) -> [UInt8] {
    var bytes = profile
    for field in [flags, renderingIntent, profileID] {
      bytes.replaceSubrange(field, with: repeatElement(0, count: field.count))
    }
    return bytes
  }

  private static let platform = 40..<44
  private static let flags = 44..<48
  private static let renderingIntent = 64..<68
  private static let profileID = 84..<100
}
