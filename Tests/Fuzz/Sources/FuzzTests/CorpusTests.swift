import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing

/// The finds of `Tests/Fuzz/run`, without its tools: inputs that reached new code, and those that broke something once.
struct CorpusTests {
  @Test(arguments: FuzzedReader.all.map(\.name))
  func `no file of the corpus breaks a law of its reader`(name: String) throws {
    let reader = try #require(FuzzedReader.all.first { $0.name == name })
    let files = try Self.files(of: name)
    #expect(!files.isEmpty, "Tests/Fuzz/Corpus/\(name) is empty")
    for file in files {
      let bytes = Array(try #require(FileManager.default.contents(atPath: file.path), "\(file.path)"))
      let law = reader.brokenLaw(by: bytes)
      #expect(law == nil, "\(file.path)")
    }
  }

  /// A reader that accepts nothing would be fuzzed in vain.
  @Test(arguments: FuzzedReader.all.map(\.name))
  func `some files of the corpus are read, and some refused`(name: String) throws {
    let reader = try #require(FuzzedReader.all.first { $0.name == name })
    // Lines of text are refused one by one, so that no file of theirs is.
    var wanted: Set = name == "convert" ? [false] : [false, true]
    for file in try Self.files(of: name) where !wanted.isEmpty {
      let bytes = Array(try #require(FileManager.default.contents(atPath: file.path)))
      wanted.remove(reader.refusal(of: bytes) != nil)
    }
    #expect(wanted.isEmpty, "no file is \(wanted.contains(true) ? "refused" : "read")")
  }

  @Test func `a profile that is taken apart and put together again has the ID that its bytes require`() throws {
    let path = "\(repositoryRoot.path)/Data/sample/sample.icc"
    let bytes = Array(try #require(FileManager.default.contents(atPath: path)))
    let container = try #require(ICCContainer(bytes))
    #expect(try DeviceProfile(iccBytes: container.bytes) == DeviceProfile(iccBytes: bytes))
    var changed = container.bytes
    changed[24] ^= 1
    #expect(throws: ProfileError.checksumMismatch) { try DeviceProfile(iccBytes: changed) }
  }

  @Test func `changes of structure lead to files that are read, and to files that are refused`() throws {
    let bytes = Array(
      try #require(FileManager.default.contents(atPath: "\(repositoryRoot.path)/Data/sample/sample.icc")))
    let refused = try (0..<50).map { seed in
      var mutation = Mutation(seed: UInt32(seed))
      var container = try #require(ICCContainer(bytes))
      container.mutate(&mutation)
      do throws(ProfileError) { _ = try DeviceProfile(iccBytes: container.bytes) } catch {
        // No change is lost for a checksum alone.
        #expect(error != .checksumMismatch)
        return true
      }
      return false
    }
    #expect(refused.contains(true))
    #expect(refused.contains(false))
  }

  private static func files(of name: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: URL(fileURLWithPath: "\(repositoryRoot.path)/Tests/Fuzz/Corpus/\(name)"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }
}
