internal import CLittleCMS
public import Colorimetry
public import RawFrames
public import WhiteBalance

/// A device's identity, response to light, and limits. One ICC file holds them.
///
/// ``iccBytes()`` writes an input profile of ICC version 4. Its standard tags describe the device to any reader of ICC
/// profiles, under one light and rounded to 1.5e-5. Its dictionary (tag `meta`) holds the whole profile, so that
/// reading it gives the same bits. Equal profiles give equal bytes.
///
///     let profile = try DeviceProfile(iccBytes: bytes)
///     let gains = try profile.characterization.gains(for: .d65)
public struct DeviceProfile: Hashable, Sendable {
  /// The name of the device.
  public var identity: DeviceIdentity
  /// The device's response to light.
  public var characterization: ProfileCharacterization
  /// The light that the profile's RGB is already balanced for; `nil` where the RGB is raw, as a sensor delivers it.
  public var balancedLight: Chromaticity?
  /// The gains that the device can apply.
  public var gainRange: GainRange
  /// The sensor's black and white levels; `nil` where they were not measured.
  public var levels: SampleLevels?
  /// The standard error of the lights that the characterization finds; `nil` where it was not checked.
  public var uncertainty: CharacterizationUncertainty?
  /// The time at which the profile was made; `nil` where it is not known.
  public var creationDate: CreationDate?
  /// How the profile was made, and from what.
  public var provenance: String

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - identity: The name of the device.
  ///   - characterization: The device's response to light.
  ///   - balancedLight: The light that the RGB is already balanced for; `nil` where it is raw.
  ///   - gainRange: The gains that the device can apply.
  ///   - levels: The sensor's black and white levels.
  ///   - uncertainty: The standard error of the lights that the characterization finds.
  ///   - creationDate: The time at which the profile was made.
  ///   - provenance: How the profile was made, and from what.
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

  /// The consequence of ``balancedLight`` for white balance, as a sentence; `nil` where the RGB is raw.
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

  /// Reads an ICC profile. From this library's profiles it restores everything, and from others what their standard
  /// tags tell.
  ///
  /// - Throws: ``ProfileError`` where the bytes are not a profile of a camera that can be used.
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

  /// Returns the profile as an ICC file.
  ///
  /// A look-up table stays in the file that it came in, with everything in that file; only the dictionary is added.
  ///
  /// - Throws: ``ProfileError`` where a text or number cannot be written.
  public func iccBytes() throws(ProfileError) -> [UInt8] {
    try checkText()
    switch characterization {
    case .matrices(let matrices): return try iccBytes(matrices)
    case .lookUpTable(let table): return try iccBytes(table)
    // Other readers understand matrices only.
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
}
