internal import Foundation
internal import TestSupport

/// The shell of a reader who types what is written, in a folder that has nothing but links to the repository's `Data`
/// and `Tests/ReferenceData`, with `wbcal` installed. The folder is gone with the value.
package final class ReadersShell {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")

  package init() throws {
    for name in ["clone/Tests", "tools"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    for data in ["Data", "Tests/ReferenceData"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "clone/\(data)"), withDestinationURL: repositoryRoot.appending(path: data))
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "tools/wbcal"), withDestinationURL: try Tool.executable)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Ends at the first command that fails.
  package func run(_ script: String) throws -> (status: Int32, printed: String) {
    let output = folder.appending(path: "printed")
    try Data().write(to: output)
    let file = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = folder.appending(path: "clone")
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PATH": "\(folder.appending(path: "tools").path):/usr/bin:/bin"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (file, file)
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }
}
