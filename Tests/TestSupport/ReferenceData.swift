public import Foundation

/// The measured data of `Tests/ReferenceData`, and the files there that other programs wrote. The README beside them
/// names their sources and licences.
public enum ReferenceData {
  private static let folder = repositoryRoot.appending(path: "Tests/ReferenceData", directoryHint: .isDirectory)

  public static func url(_ path: String) -> URL { folder.appending(path: path) }

  /// The files of a folder, in the order of their names. There must be one: a test of no files would pass.
  public static func files(in path: String, withExtension pathExtension: String) throws -> [URL] {
    struct NoFiles: Error { let path, pathExtension: String }
    let files = try FileManager.default.contentsOfDirectory(at: url(path), includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == pathExtension }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    guard !files.isEmpty else { throw NoFiles(path: path, pathExtension: pathExtension) }
    return files
  }

  public static func bytes(_ path: String) throws -> [UInt8] { try bytes(url(path)) }

  public static func bytes(_ url: URL) throws -> [UInt8] { try Array(Data(contentsOf: url)) }
}
