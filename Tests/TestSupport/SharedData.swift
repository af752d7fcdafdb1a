public import Foundation

/// Test data that is too large, or not free enough, to be in the repository. It lies in `../shared/data` beside the
/// repository, or where the environment's `WHITEBALANCE_SHARED_DATA` says.
public enum SharedData {
  public static let folder =
    ProcessInfo.processInfo.environment["WHITEBALANCE_SHARED_DATA"].map {
      URL(filePath: $0, directoryHint: .isDirectory)
    }
    ?? repositoryRoot.deletingLastPathComponent().appending(path: "shared/data", directoryHint: .isDirectory)

  public static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path(percentEncoded: false))
  }

  /// Why a test that needs `path` is skipped.
  public static func absence(of path: String) -> String { "there is no \(folder.appending(path: path).path())" }

  /// A loop over such a folder would ask nothing.
  public struct NoFiles: Error, CustomStringConvertible {
    public let description: String
  }

  /// The files of a folder, by name; at least one.
  public static func files(in path: String, withExtension pathExtension: String) throws -> [URL] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: path), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == pathExtension }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    guard !files.isEmpty else { throw NoFiles(description: "there is no .\(pathExtension) in \(folder.path())\(path)") }
    return files
  }

  public static func bytes(_ url: URL) throws -> [UInt8] { try Array(Data(contentsOf: url)) }
}
