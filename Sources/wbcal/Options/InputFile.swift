import Foundation
import Synchronization
import SystemPackage

/// Files named on the command line, read whole.
enum InputFile {
  /// Refuses what is not a file, with the reason.
  @discardableResult
  static func check(_ path: String) throws -> Stat {
    let status: Stat
    do { status = try Stat(path) } catch { throw Failure(.noInput, "\(path): \(error)") }
    switch status.type {
    case .regular:
      read.withLock { _ = $0.insert(identity(path)) }
      return status
    case .directory: throw Failure(.noInput, "\(path) is a directory; a file is needed")
    default: throw Failure(.noInput, "\(path) is not a regular file")
    }
  }

  /// The files that this run reads, so that none of them is written over.
  private static let read = Mutex<Set<String>>([])

  static func isRead(_ path: String) -> Bool { read.withLock { $0.contains(identity(path)) } }

  private static func identity(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// - Parameter limit: files larger than this are refused before a byte is read.
  static func bytes(_ path: String, limit: Int = largest) throws -> [UInt8] {
    let descriptor = try open(path)
    do {
      return try descriptor.closeAfter {
        let size = try Stat(descriptor).size
        guard size <= limit else {
          throw Failure(.badData, "\(path) has \(size) bytes; the largest that is read is \(limit)")
        }
        return try bytes(of: descriptor, from: 0, count: Int(size))
      }
    } catch let error as Errno {
      throw Failure(.noInput, "\(path): \(error)")
    }
  }

  /// Opens a file. What takes its name after the look at it, such as a pipe, is refused as well, and never waited for.
  static func open(_ path: String) throws -> FileDescriptor {
    try check(path)
    let descriptor: FileDescriptor
    do { descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: [.nonBlocking, .closeOnExec]) } catch
    {
      throw Failure(.noInput, "\(path): \(error)")
    }
    guard (try? Stat(descriptor).type) == .regular else {
      try? descriptor.close()
      throw Failure(.noInput, "\(path) is not a regular file")
    }
    return descriptor
  }

  /// Fewer where the file ends before.
  static func bytes(of descriptor: FileDescriptor, from offset: Int64, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < bytes.count {
      let count = try bytes.withUnsafeMutableBytes {
        try descriptor.read(
          fromAbsoluteOffset: offset + Int64(filled), into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
      guard count > 0 else { break }
      filled += count
    }
    bytes.removeSubrange(filled...)
    return bytes
  }

  /// 1 GiB: a raw frame of 500 megapixels.
  static let largest = 1 << 30
}
