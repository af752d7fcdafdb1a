import Foundation
import Reports
import Testing

@testable import CommandOutput

/// The names that files of each kind may have.
@Suite struct OutputFileTests {
  @Test(arguments: ["icc", "dng", "DCP", "png", "raw", "jpg"])
  func `text is not written to the name of another kind`(suffix: String) {
    let path = FileManager.default.temporaryDirectory.appending(path: "text-\(UUID().uuidString).\(suffix)").path
    let message =
      "\(path): what is written is text, and .\(suffix.lowercased()) is the name of another kind; name it otherwise"
    #expect(throws: Failure(.usage, message)) { try OutputFile.write(Array("{}".utf8), to: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: ["json", "pp3", "dtstyle", "yaml"]) func `text has the names of the programs that read it`(
    suffix: String
  ) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "text-\(UUID().uuidString).\(suffix)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try OutputFile.write(Array("{}".utf8), to: path)
    #expect(FileManager.default.contents(atPath: path) == Data("{}".utf8))
  }
}
