import Foundation
import SystemPackage

/// Files that the tool makes: whole, or not at all.
enum OutputFile {
  static func write(_ bytes: [UInt8], to path: String) throws {
    try write(path) { _ = try $0.writeAll(bytes) }
  }

  /// Writes beside `path` and takes its name when all is written. A file that was there is replaced; what is no file, such
  /// as a device, is refused.
  static func write(_ path: String, _ body: (FileDescriptor) throws -> Void) throws {
    guard !InputFile.isRead(path) else {
      throw Failure(.usage, "\(path) is a file that was read; writing it would lose it, so give another name")
    }
    if let status = try? Stat(path), status.type != .regular {
      let what = status.type == .directory ? "Is a directory" : "Not a regular file"
      throw Failure(.outputFailed, "\(path) could not be written: \(what)")
    }
    let unfinished = "\(path).\(ProcessInfo.processInfo.processIdentifier).unfinished"
    do {
      let descriptor = try FileDescriptor.open(
        FilePath(unfinished), .writeOnly, options: [.create, .exclusiveCreate], permissions: .init(rawValue: 0o666))
      do {
        try descriptor.closeAfter { try body(descriptor) }
        guard rename(unfinished, path) == 0 else { throw Errno(rawValue: errno) }
      } catch {
        unlink(unfinished)
        throw error
      }
    } catch Errno.fileExists {
      throw Failure(
        .outputFailed,
        "\(path) could not be written: \(unfinished) is there, which a run that was broken off may have left; delete it"
      )
    } catch let error as Errno {
      throw Failure(.outputFailed, "\(path) could not be written: \(error)")
    }
  }
}
