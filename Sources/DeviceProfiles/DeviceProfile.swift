internal import CLittleCMS
public import Colorimetry
public import RawFrames
public import WhiteBalance

/// All that is known of a device: which it is, how it responds to light, and within what limits. One ICC file holds it.
///
/// ``iccBytes()`` writes an input profile of ICC version 4. Its standard tags describe the device to any reader of ICC
/// profiles, under one light and rounded to 1.5e-5; its dictionary (tag `meta`) holds the profile whole, so that reading
/// it back gives the same bits. The same profile gives the same bytes.
public struct DeviceProfile: Hashable, Sendable {
  public var identity: DeviceIdentity
  public var characterization: ProfileCharacterization
  /// The light that the profile's RGB is balanced for already; absent where it is raw, as a sensor gives it.
  public var balancedLight: Chromaticity?
  public var gainRange: GainRange
  /// The sensor's black and white levels; absent where they were not measured.
  public var levels: SampleLevels?
  /// How far the lights that the characterization finds are off; absent where that was not checked.
  public var uncertainty: CharacterizationUncertainty?
  public var creationDate: CreationDate?
  /// How the profile was made, and from what.
  public var provenance: String

  public init(
    identity: DeviceIdentity, characterization: ProfileCharacterization, balancedLight: Chromaticity? = nil,
    gainRange: GainRange = .standard, levels: SampleLevels? = nil, uncertainty: CharacterizationUncertainty? = nil,
    creationDate: CreationDate? = nil,
    provenance: String
  ) {
    self.identity = identity
    self.characterization = characterization
    self.balancedLight = balancedLight
    self.gainRange = gainRange
    self.levels = levels
    self.uncertainty = uncertainty
    self.creationDate = creationDate
    self.provenance = provenance
  }

  /// What ``balancedLight`` means for white balance; `nil` where the RGB is raw.
  public var balanceWarning: String? {
    guard let light = balancedLight else { return nil }
    let kelvin = (try? TemperatureAndTint(light)).flatMap { Int(exactly: $0.temperature.rounded()) }.map {
      " of \($0) K"
    }
    func short(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
    return "the profile is of RGB that is balanced already, for a light\(kelvin ?? "") (x \(short(light.x)), y "
      + "\(short(light.y))): gains and "
      + "neutrals are beside those of that balance, so raw frames are measured wrong with it; calibrate the camera on raw "
      + "frames, or take a profile of raw RGB, such as a DCP"
  }

  /// Reads an ICC profile: one of ours whole, of others what they tell.
  public init(iccBytes: [UInt8]) throws(ProfileError) {
    let header = try ICCHeader(iccBytes)
    try header.checkKind()
    try header.checkID()
    let entries = try header.dictionary()
    let profile = try LittleCMSProfile(bytes: header.profile)
    guard entries.contains(where: { $0.key.hasPrefix(ProfileDictionary.prefix) }) else {
      self = try ForeignProfile(header: header, profile: profile).deviceProfile()
      return
    }
    self = try ProfileDictionary.deviceProfile(entries, in: profile, header)
  }

  /// The profile as an ICC file.
  ///
  /// A table stays in the file that it came in, with all that this file holds; only the dictionary is added.
  public func iccBytes() throws(ProfileError) -> [UInt8] {
    try checkText()
    switch characterization {
    case .matrices(let matrices): return try iccBytes(matrices)
    case .lookUpTable(let table): return try iccBytes(table)
    // Other readers know matrices alone.
    case .whiteMap(let map): return try iccBytes(map.matrices)
    case .gainCurve(let curve): return try iccBytes(curve.matrices)
    }
  }

  private func iccBytes(_ matrices: MatrixCharacterization) throws(ProfileError) -> [UInt8] {
    let profile = try LittleCMSProfile()
    let manufacturer = identity.manufacturer ?? ""
    try profile.write(
      cmsSigProfileDescriptionTag, manufacturer.isEmpty ? identity.model : "\(manufacturer) \(identity.model)")
    try profile.write(cmsSigCopyrightTag, Self.copyright)
    if !manufacturer.isEmpty { try profile.write(cmsSigDeviceMfgDescTag, manufacturer) }
    try profile.write(cmsSigDeviceModelDescTag, identity.model)
    try StandardTags(matrices).write(to: profile)
    try profile.write(cmsSigMetaTag, ProfileDictionary.entries(of: self))
    return try ICCHeader.finished(profile.bytes(), date: creationDate ?? .unknown)
  }

  private func iccBytes(_ table: LookUpTableCharacterization) throws(ProfileError) -> [UInt8] {
    let profile = try LittleCMSProfile(bytes: table.profile)
    let others = try ICCHeader(table.profile).dictionary().filter { !$0.key.hasPrefix(ProfileDictionary.prefix) }
    try profile.write(cmsSigMetaTag, others + ProfileDictionary.entries(of: self))
    return try ICCHeader.finished(profile.bytes(), date: creationDate)
  }

  /// ICC asks for a copyright tag.
  private static let copyright = "No copyright, use freely"

  private func checkText() throws(ProfileError) {
    guard !identity.model.isEmpty else { throw .emptyModel }
    let fields = [
      ("manufacturer", identity.manufacturer ?? ""), ("model", identity.model), ("unit", identity.unit ?? ""),
      ("provenance", provenance),
    ]
    for (field, text) in fields where text.unicodeScalars.contains("\0") { throw .unwritableText(field: field) }
  }
}
