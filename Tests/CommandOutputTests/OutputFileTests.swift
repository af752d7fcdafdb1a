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

  @Test func `a file that comes to be meanwhile is kept where it is not to be replaced`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "card.xmp").path
    let file = try UnfinishedFile(path)
    try file.write { _ = try $0.writeAll("new".utf8) }
    try Data("edits".utf8).write(to: URL(filePath: path))
    let message = "\(path) is there already and may hold your own work; give another name, or remove it first"
    #expect(throws: Failure(.usage, message)) { try file.finish(replaces: false) }
    #expect(FileManager.default.contents(atPath: path) == Data("edits".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["card.xmp"])
    let other = folder.appending(path: "other.xmp").path
    try OutputFile.write(other, replaces: false) { _ = try $0.writeAll("new".utf8) }
    #expect(FileManager.default.contents(atPath: other) == Data("new".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  /// Names and kinds of files that no run makes are somebody else's.
  @Test func `a sweep removes what a run has left, and nothing else`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sweep-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let kept = ["card.raw.+7", "card.raw.007", "card.raw.0", "card.raw.x", "other.raw.7"].map { $0 + ".unfinished" }
    for name in kept + ["card.raw.7.unfinished"] {
      try Data().write(to: folder.appending(path: name))
    }
    try #require(mkfifo(folder.appending(path: "card.raw.9.unfinished").path, 0o600) == 0)
    Leftovers.sweep(beside: FilePath(folder.appending(path: "card.raw").path))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(kept + ["card.raw.9.unfinished"]))
  }

  @Test func `a new file is a run's own unless one that sweeps holds it, or has removed it`() throws {
    let path = FilePath(FileManager.default.temporaryDirectory.appending(path: "held-\(UUID().uuidString)").path)
    defer { try? FileManager.default.removeItem(atPath: path.string) }
    func opened() throws -> FileDescriptor {
      try FileDescriptor.open(path, .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    }
    let (own, other) = (try opened(), try opened())
    #expect(UnfinishedFile.tryLock(own, of: path))
    #expect(!UnfinishedFile.tryLock(other, of: path))
    // A run that sweeps leaves a file that is held.
    Leftovers.remove(path)
    #expect(FileManager.default.fileExists(atPath: path.string))
    // A program that another test starts may still have a copy of the descriptor,
    // so closing this one might not end the lock.
    flock(own.rawValue, LOCK_UN)
    try own.close()
    Leftovers.remove(path)
    #expect(!FileManager.default.fileExists(atPath: path.string))
    #expect(!UnfinishedFile.tryLock(other, of: path))
    try other.close()
  }

  @Test func `a signal removes every unfinished file, and those alone`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "unfinished-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func isWatched(_ name: String) -> Bool {
      let start = folder.appending(path: name).path
      return EndingSignals.files.withLock { files in files.contains { $0.string.hasPrefix(start) } }
    }
    let page = try UnfinishedFile(folder.appending(path: "a page.html").path)
    let profile = try UnfinishedFile(folder.appending(path: "camera.icc").path)
    #expect(isWatched("a page.html") && isWatched("camera.icc"))
    try profile.finish()
    #expect(isWatched("a page.html") && !isWatched("camera.icc"))
    page.discard()
    #expect(!isWatched("a page.html"))

    let names = ["a page.html", "camera.icc", "card.json"]
    for name in names { try Data(name.utf8).write(to: folder.appending(path: name)) }
    let list = try #require(
      EndingSignals.list(of: names.dropLast().map { FilePath(folder.appending(path: $0).path) }))
    defer { free(list) }
    EndingSignals.removeFiles(list)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["card.json"])
  }
}
