import DeviceProfiles
import ICCProfiles
import TestSupport
import Testing
import WhiteBalance

/// Other readers know nothing of what the dictionary has, and lose nothing by it: every other tag is that of the
/// profile with `matrices` alone.
func expectStandardTags(of profile: DeviceProfile, areThoseOf matrices: MatrixCharacterization) throws {
  var plain = profile
  plain.characterization = .matrices(matrices)
  let (with, without) = (ICCReader(try profile.iccBytes()), ICCReader(try plain.iccBytes()))
  #expect(without.tags.count > 5)
  for tag in without.tags where tag.signature != "meta" {
    let other = try #require(with.tags.first { $0.signature == tag.signature })
    #expect(
      with.bytes[other.offset..<other.offset + other.size]
        .elementsEqual(without.bytes[tag.offset..<tag.offset + tag.size]), "\(tag.signature)")
  }
}

/// A dictionary with up to four bytes changed is refused, or holds another profile that can be asked,
/// and is never a crash.
func expectDamageIsRefusedOrRead(
  seed: UInt64, of profile: (inout SeededGenerator) throws -> DeviceProfile
) throws {
  var generator = SeededGenerator(state: seed)
  var refused = 0
  for _ in 0..<20 {
    var bytes = try profile(&generator).iccBytes()
    // Without the ID, nothing but the numbers themselves tells.
    bytes.replaceSubrange(84..<100, with: repeatElement(0, count: 16))
    let tag = try #require(ICCReader(bytes).tags.first { $0.signature == "meta" })
    for _ in 0..<20 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: tag.offset..<tag.offset + tag.size, using: &generator)
        damaged[place] = .random(in: 0...255, using: &generator)
      }
      do {
        let profile = try DeviceProfile(iccBytes: damaged)
        _ = try? profile.characterization.light(forNeutral: LinearRGB(red: 1, green: 2, blue: 1.5))
      } catch {
        refused += 1
      }
    }
  }
  // Most bytes of a dictionary are digits, of which many are good ones too.
  #expect(refused > 100 && refused < 400)
}
