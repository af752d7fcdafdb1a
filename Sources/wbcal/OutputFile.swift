import Foundation
import SystemPackage

/// Files that the tool writes, whole or not at all.
enum OutputFile {
  /// Writes beside `path` under another name first, so that no reader meets half a file, and a failure leaves an older one
  /// as it was.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier).part"
    do {
      let file = try FileDescriptor.open(
        FilePath(temporary), .writeOnly, options: [.create, .truncate],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      try file.closeAfter { _ = try file.writeAll(bytes) }
      guard rename(temporary, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      unlink(temporary)
      throw Failure(.outputFailed, "\(path) could not be written: \(error)")
    }
  }
}
