internal import CLittleCMS
public import DeviceProfiles
internal import WhiteBalance

/// A device profile as an ICC file.
///
/// ``iccBytes()`` writes an input profile of ICC version 4.4. Its standard tags describe the device to any reader of
/// ICC profiles, under one light and rounded to 1.5e-5. Its dictionary (tag `meta`) holds the whole profile, so that
/// reading it gives the same bits. Equal profiles give equal bytes, but for look-up
/// tables, which are kept in the file that they came in.
///
///     let profile = try DeviceProfile(iccBytes: bytes)
///     let gains = try profile.characterization.gains(for: .d65)
extension DeviceProfile {
  /// Reads an ICC profile. From this library's profiles it restores everything, and from others what their standard
  /// tags tell.
  ///
  /// - Throws: ``/DeviceProfiles/ProfileError`` where the bytes are not a profile of a camera that can be used.
  public init(iccBytes: [UInt8]) throws(ProfileError) {
    let header = try ICCHeader(iccBytes)
    try header.checkKind()
    try header.checkID()
    let entries = try header.dictionary()
    let profile = try LittleCMSProfile(bytes: header.profile)
    guard entries.contains(where: { ProfileDictionary.isOwn($0.key) }) else {
      self = try ForeignProfile(header: header, profile: profile).deviceProfile()
      return
    }
    self = try ProfileDictionary.deviceProfile(entries) { () throws(ProfileError) in
      try LookUpTableCharacterization(profile, header)
    }
  }

  /// Returns the profile as an ICC file.
  ///
  /// A look-up table stays in the file that it came in, with everything in that file; only the dictionary is added.
  ///
  /// - Throws: ``/DeviceProfiles/ProfileError`` where a text or number cannot be written, or the file would not read
  ///   back as this profile.
  public func iccBytes() throws(ProfileError) -> [UInt8] { try iccBytes(version: nil) }

  /// Returns the profile as an ICC file of a version; `nil` for version 4, or that of a look-up table's own file.
  ///
  /// - Throws: ``/DeviceProfiles/ProfileError``, as ``iccBytes()`` does, and
  ///   ``/DeviceProfiles/ProfileError/unwritableVersion(_:ofTable:)`` where a look-up table's file is of another
  ///   version.
  package func iccBytes(version: ICCVersion?) throws(ProfileError) -> [UInt8] {
    try checkText()
    let bytes: [UInt8]
    if case .lookUpTable(let table) = characterization {
      bytes = try iccBytes(table, version)
    } else {
      // Other readers understand matrices only.
      guard let matrices = characterization.matrices else { throw .noColorimetry }
      bytes = try iccBytes(matrices, version ?? .four)
    }
    let back: DeviceProfile
    do throws(ProfileError) { back = try DeviceProfile(iccBytes: bytes) } catch { throw .notReadBack("\(error)") }
    guard back == self else { throw .notReadBack("what is read differs from what was written") }
    return bytes
  }

  private func iccBytes(
    _ matrices: MatrixCharacterization, _ version: ICCVersion
  ) throws(ProfileError) -> [UInt8] {
    let profile = try LittleCMSProfile(version: version)
    let manufacturer = identity.manufacturer ?? ""
    try profile.write(
      cmsSigProfileDescriptionTag, manufacturer.isEmpty ? identity.model : "\(manufacturer) \(identity.model)")
    try profile.write(cmsSigCopyrightTag, Self.copyright)
    if !manufacturer.isEmpty { try profile.write(cmsSigDeviceMfgDescTag, manufacturer) }
    try profile.write(cmsSigDeviceModelDescTag, identity.model)
    try StandardTags(matrices).write(to: profile)
    try profile.write(cmsSigMetaTag, ProfileDictionary.entries(of: self))
    return try ICCHeader.finished(profile.bytes(), date: creationDate ?? .unknown, hasID: version.hasID)
  }

  private func iccBytes(
    _ table: LookUpTableCharacterization, _ version: ICCVersion?
  ) throws(ProfileError) -> [UInt8] {
    let own = try ICCHeader(table.file).majorVersion
    if let version, version.rawValue != own { throw .unwritableVersion(version.rawValue, ofTable: own) }
    let profile = try LittleCMSProfile(bytes: table.file)
    let others = try ICCHeader(table.file).dictionary().filter { !ProfileDictionary.isOwn($0.key) }
    try profile.write(cmsSigMetaTag, others + ProfileDictionary.entries(of: self))
    return try ICCHeader.finished(profile.bytes(), date: creationDate, hasID: own >= ICCVersion.four.rawValue)
  }

  /// The text of the copyright tag, which ICC requires.
  private static let copyright = "No copyright, use freely"

  private func checkText() throws(ProfileError) {
    guard !identity.model.isEmpty else { throw .emptyModel }
    let fields = [
      ("manufacturer", identity.manufacturer ?? ""), ("model", identity.model), ("unit", identity.unit ?? ""),
      ("provenance", provenance),
    ]
    for (field, text) in fields where text.unicodeScalars.contains("\0") { throw .unwritableText(field: field) }
  }

  /// The loss for other readers of the ICC file, which do not see the dictionary, as a sentence; `nil` for a look-up
  /// table, which they read whole.
  package var standardTagsWarning: String? {
    if case .lookUpTable = characterization { return nil }
    return "other programs read the standard tags alone: the device under one light, the nearest to D50, for RGB that "
      + "is balanced for it, rounded to 1.5e-5; the rest is in the dictionary, which this library reads back to the same "
      + "bits"
  }

  /// Returns whether bytes start like an ICC profile.
  package static func isICC(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 40 && ICCHeader.signature(bytes[...], at: 36) == ICCHeader.signature
  }
}
