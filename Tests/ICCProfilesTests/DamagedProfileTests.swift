import Colorimetry
import DeviceProfiles
import ICCProfiles
import TestSupport
import Testing
import WhiteBalance

/// Whatever the bytes are, reading them ends in a profile or in an error.
@Suite struct DamagedProfileTests {
  private static func profiles() throws -> [[UInt8]] {
    var table = ICCBuilder()
    table.tags = [("A2B0", LookUpTableCharacterizationTests.encodings[4].table(5))]
    var lab = ICCBuilder()
    lab.connectionSpace = "Lab "
    lab.tags = [("A2B0", LookUpTableCharacterizationTests.encodings[1].table(5))]
    return [
      try DeviceProfileTests.example().iccBytes(), ForeignProfileTests.version4.bytes, table.bytes, lab.bytes,
    ]
  }

  @Test func `a profile cut at any length is refused`() throws {
    for bytes in try Self.profiles() {
      for length in 0..<bytes.count {
        #expect(throws: ProfileError.self) { try DeviceProfile(iccBytes: Array(bytes[..<length])) }
      }
    }
  }

  @Test func `a profile cut at any length whose size was made to fit is a profile or an error`() throws {
    for bytes in try Self.profiles() {
      var refused = 0
      for length in stride(from: 132, to: bytes.count, by: 17) {
        var cut = Array(bytes[..<length])
        cut.replaceSubrange(0..<4, with: withUnsafeBytes(of: UInt32(length).bigEndian) { Array($0) })
        if try !isRead(ICCBuilder.withID(cut)) { refused += 1 }
      }
      // All but those that lost nothing but padding.
      #expect(refused > 10)
    }
  }

  @Test func `no flipped bit of ours goes unseen`() throws {
    let profile = try DeviceProfileTests.example()
    let bytes = try profile.iccBytes()
    // ICC leaves these out of the checksum: flags and rendering intent, which say nothing about the device.
    let variable = [44..<48, 64..<68]
    for index in bytes.indices where !variable.contains(where: { $0.contains(index) }) {
      var damaged = bytes
      damaged[index] ^= 1 << (index % 8)
      #expect(throws: ProfileError.self, "byte \(index)") { try DeviceProfile(iccBytes: damaged) }
    }
  }

  @Test func `changed bytes with a fitting checksum are a profile or an error`() throws {
    var generator = SeededGenerator(state: 3)
    for bytes in try Self.profiles() {
      var (read, refused) = (0, 0)
      for round in 0..<500 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let index = Int.random(in: damaged.indices, using: &generator)
          damaged[index] =
            [0, 0xff, 0x7f, .random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
        }
        if try isRead(ICCBuilder.withID(damaged), thenReread: round % 16 == 0) { read += 1 } else { refused += 1 }
      }
      // Both ends are met.
      #expect(read > 0 && refused > 0)
    }
  }

  @Test func `random bytes are refused`() {
    var generator = SeededGenerator(state: 4)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...600, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(throws: ProfileError.self) { try DeviceProfile(iccBytes: bytes) }
    }
  }

  /// Returns whether a profile is read. One that is read must also answer or refuse, and be written again or refused.
  /// With `thenReread`, which takes longer, what is written must read back the same.
  private func isRead(_ bytes: [UInt8], thenReread: Bool = false) throws -> Bool {
    guard let profile = try? DeviceProfile(iccBytes: bytes) else { return false }
    if let response = try? profile.characterization.response(to: .d65) { #expect(response.isPositive) }
    if let written = try? profile.iccBytes(), thenReread { #expect(try DeviceProfile(iccBytes: written) == profile) }
    return true
  }
}
