internal import Colorimetry
internal import DeviceProfiles

extension LookUpTableCharacterization {
  /// Reads the table of an ICC profile, which LittleCMS evaluates.
  init(_ profile: borrowing LittleCMSProfile, _ header: ICCHeader) throws(ProfileError) {
    // LittleCMS follows the offsets in a tag even beyond its end, to bytes that the copy of the tag does not have. So a
    // tag that is too short for its own type is refused.
    for (name, tag) in header.contents where Self.colorTags.contains(name) && tag.count < Self.smallestTag {
      throw .damagedTagTable("tag '\(name)' has \(tag.count) bytes; the smallest has \(Self.smallestTag)")
    }
    let light = try AdoptedLight(profile, header)
    let parts = header.contents.filter { Self.colorTags.contains($0.key) }.merging([
      "version": header.profile[8...8], "spaces": header.profile[12..<24],
    ]) { $1 }
    let transform = try LookUpTransform(header)
    try self.init(
      adoptedLight: Chromaticity(light.white), fromConnectionSpace: light.fromConnectionSpace, file: header.profile,
      parts: parts, lookUp: { transform($0) })
  }

  private static let colorTags: Set = ["A2B0", "A2B1", "D2B0", "D2B1", "chad", "wtpt"]
  /// The bytes of a tag's type and of its reserved field. Source: ICC.1:2022, 10.1.
  private static let smallestTag = 8
}
