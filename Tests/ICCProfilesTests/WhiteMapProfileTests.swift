import DeviceProfiles
import ICCProfiles
import TestSupport
import Testing
import WhiteBalance

@Suite struct WhiteMapProfileTests {
  private func map(_ profile: DeviceProfile) throws -> WhiteMapCharacterization {
    guard case .whiteMap(let map) = profile.characterization else { throw ProfileError.missingEntry("the white map") }
    return map
  }

  @Test func `what is written reads back to the bit`() throws {
    var generator = SeededGenerator(state: 11)
    for _ in 0..<60 {
      let profile = try DeviceProfile.randomWhiteMap(using: &generator)
      let back = try DeviceProfile(iccBytes: profile.iccBytes())
      #expect(back == profile)
      let (ours, theirs) = (try map(profile), try map(back))
      #expect(ours.matrices.bits == theirs.matrices.bits)
      #expect(
        (ours.map.warmth + ours.map.tint).map(\.bitPattern) == (theirs.map.warmth + theirs.map.tint).map(\.bitPattern))
      #expect(try back.iccBytes() == profile.iccBytes())
    }
  }

  /// Other readers know nothing of the map, and lose nothing by it.
  @Test func `the standard tags are those of the matrices`() throws {
    var generator = SeededGenerator(state: 12)
    let profile = try DeviceProfile.randomWhiteMap(using: &generator)
    try expectStandardTags(of: profile, areThoseOf: map(profile).matrices)
  }

  @Test func `a damaged map is refused or another map, and never a crash`() throws {
    try expectDamageIsRefusedOrRead(seed: 13) { try DeviceProfile.randomWhiteMap(using: &$0) }
  }
}
