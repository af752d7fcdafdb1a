import DeviceProfiles
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
    var plain = profile
    plain.characterization = .matrices(try map(profile).matrices)
    let (with, without) = (ICCReader(try profile.iccBytes()), ICCReader(try plain.iccBytes()))
    for tag in without.tags where tag.signature != "meta" {
      let other = try #require(with.tags.first { $0.signature == tag.signature })
      #expect(
        with.bytes[other.offset..<other.offset + other.size]
          .elementsEqual(without.bytes[tag.offset..<tag.offset + tag.size]), "\(tag.signature)")
    }
  }

  @Test func `a damaged map is refused or another map, and never a crash`() throws {
    var generator = SeededGenerator(state: 13)
    var refused = 0
    for _ in 0..<20 {
      var bytes = try DeviceProfile.randomWhiteMap(using: &generator).iccBytes()
      // Without the ID, nothing but the numbers themselves tells.
      bytes.replaceSubrange(84..<100, with: repeatElement(0, count: 16))
      let icc = ICCReader(bytes)
      let tag = try #require(icc.tags.first { $0.signature == "meta" })
      for _ in 0..<20 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = Int.random(in: tag.offset..<tag.offset + tag.size, using: &generator)
          damaged[place] = .random(in: 0...255, using: &generator)
        }
        do {
          let profile = try DeviceProfile(iccBytes: damaged)
          _ = try? profile.characterization.light(causing: LinearRGB(red: 1, green: 2, blue: 1.5))
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 100)
  }
}
