import Foundation
import Reports
import Synchronization
import SystemPackage
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

  @Test func `two runs of one number write the same file, and the last to finish gives it its contents`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString).txt").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let files = [try UnfinishedFile(path), try UnfinishedFile(path)]
    for (file, text) in zip(files, ["first", "second"]) { try file.write { _ = try $0.writeAll(text.utf8) } }
    for file in files { try file.finish() }
    #expect(FileManager.default.contents(atPath: path) == Data("second".utf8))
  }

  @Test func `a run that sweeps takes no file from one that has just created it`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sweep-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let isWritten = Mutex(false)
    DispatchQueue.concurrentPerform(iterations: 2) { run in
      if run == 0 {
        for _ in 0..<3000 {
          #expect(throws: Never.self) { try OutputFile.write(Array("text".utf8), to: folder.path + "/file.txt") }
        }
        isWritten.withLock { $0 = true }
      } else {
        while !isWritten.withLock(\.self) {
          for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
          where name.hasSuffix("unfinished") {
            Leftovers.remove(FilePath(folder.path).appending(name))
          }
        }
      }
    }
  }
}
