package import Foundation

/// A folder that is gone with the value.
package final class ScratchFolder {
  package let folder = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")

  package init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  package func path(_ name: String) -> String { folder.appending(path: name).path }

  package func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: name))) }

  package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// A file that is gone with the value.
package final class ScratchFile {
  package let url = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")

  package var path: String { url.path }

  package init(_ bytes: [UInt8]) throws { try Data(bytes).write(to: url) }

  deinit { try? FileManager.default.removeItem(at: url) }
}
