import Colorimetry
import DeviceProfiles
import ProfileExchange
import TestSupport
import Testing
import WhiteBalance

/// Whatever the bytes are, reading them ends in a profile or in an error.
@Suite struct DamagedFileTests {
  private static let files: [[UInt8]] = {
    let mosaic: [(Int, TagFileBuilder.Value)] = [
      (262, .shorts([32803])), (33421, .shorts([2, 2])), (33422, .bytes([1, 2, 0, 1])), (50713, .shorts([2, 2])),
      (50714, .shorts([10, 20, 30, 40])), (50717, .shorts([4095])),
    ]
    let image = [(262, .shorts([2])), (330, .nextDirectory)] + TagFileBuilder.twoLights
    return [
      TagFileBuilder("IIRC", TagFileBuilder.twoLights).bytes, TagFileBuilder("MM\0*", image, mosaic).bytes,
      Array(LibcameraTuningTests.example.utf8),
    ]
  }()

  @Test func `a file cut at any length is a profile or an error`() {
    for bytes in Self.files {
      var refused = 0
      for length in 0..<bytes.count where !isRead(Array(bytes[..<length]), thenWritten: length % 32 == 0) {
        refused += 1
      }
      #expect(refused > bytes.count / 2)
    }
  }

  @Test func `changed bytes are a profile or an error`() {
    var generator = SeededGenerator(seed: 5)
    for bytes in Self.files {
      var read = 0
      for round in 0..<300 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let index = Int.random(in: damaged.indices, using: &generator)
          damaged[index] =
            [0, 0xff, 0x7f, .random(in: 0...255, using: &generator)][Int.random(in: 0..<4, using: &generator)]
        }
        if isRead(damaged, thenWritten: round % 16 == 0) { read += 1 }
      }
      // So that both ends are met.
      #expect(read > 0 && read < 300)
    }
  }

  @Test func `directories that point at each other, or at themselves, end`() {
    let image = [(262, .shorts([2])), (330, .longs([8]))] + TagFileBuilder.twoLights
    #expect(isRead(TagFileBuilder("II*\0", image).bytes))
    let many = [(262, .shorts([2])), (330, .longs(Array(repeating: 8, count: 4000)))] + TagFileBuilder.twoLights
    #expect(isRead(TagFileBuilder("II*\0", many).bytes))
    let tooMany = [(262, .shorts([2])), (330, .longs(Array(repeating: 8, count: 5000)))] + TagFileBuilder.twoLights
    #expect(!isRead(TagFileBuilder("II*\0", tooMany).bytes))
  }

  /// Without a limit the time would grow with the number of offsets times the size of the directory.
  @Test func `directories that lie on each other are followed as far as the file has room for their entries`() throws {
    let image = { (offsets: [Int]) in
      TagFileBuilder("II*\0", [(262, .shorts([2])), (330, .longs(offsets))] + TagFileBuilder.twoLights).bytes
    }
    let start = image([0, 0, 0, 0]).count
    // Read from any of its first entries on, it is a directory of 257 entries of a type that no program knows.
    let large = Array(repeating: [UInt8](repeating: 1, count: 12), count: 300).joined()
    let file = { (offsets: [Int]) in try TagFile(image(offsets) + large).firstDirectory() }
    #expect(try file([start, start, start, start]).rawDirectory() == nil)
    #expect(throws: ExchangeError.self) { try file([start, start + 12, start + 24, start + 36]).rawDirectory() }
  }

  @Test func `what is of no format is said to be so`() {
    for bytes in [[], Array("hello".utf8), Array("II+\0".utf8), [UInt8](repeating: 0, count: 200)] {
      #expect(throws: ExchangeError.unknownFormat) { try ImportedProfile(bytes, model: "x") }
    }
  }

  /// A profile that was read must also answer, and be written in every format or refused, which takes longer.
  private func isRead(_ bytes: [UInt8], thenWritten: Bool = false) -> Bool {
    guard let profile = try? ImportedProfile(bytes, model: "x", bits: 12).profile else { return false }
    _ = try? profile.characterization.response(to: .d65)
    guard thenWritten else { return true }
    for format in ExchangeFormat.allCases {
      guard let file = try? ExportedProfile(profile, as: format) else { continue }
      #expect(throws: Never.self, "\(format)") { try ImportedProfile(file.bytes, format: format, model: "x") }
    }
    return true
  }
}
