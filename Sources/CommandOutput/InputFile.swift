import Foundation
package import FrameSources
import Synchronization

/// The files named on the command line for reading. They are recorded, so that none is overwritten.
package enum InputFile {
  private static let read = Mutex<Set<String>>([])

  package static func isRead(_ path: String) -> Bool { read.withLock { $0.contains(identity(path)) } }

  /// Records that the file is read, and finds it.
  package static func find(_ path: String) throws(FrameSourceError) -> SourceFile {
    let file = try SourceFile(path: path)
    note(path)
    return file
  }

  package static func note(_ path: String) { read.withLock { _ = $0.insert(identity(path)) } }

  /// Reads a whole file.
  ///
  /// - Parameter limit: The largest number of bytes. A larger file is refused before a byte is read.
  package static func bytes(_ path: String, limit: Int = SourceFile.largest) throws -> [UInt8] {
    do throws(FrameSourceError) { return try find(path).bytes(limit: limit) } catch { throw Failure(error) }
  }

  /// Reads a whole file that will be changed in place, and so may be overwritten.
  package static func bytesToChange(_ path: String, limit: Int) throws -> [UInt8] {
    do throws(FrameSourceError) { return try SourceFile(path: path).bytes(limit: limit) } catch { throw Failure(error) }
  }

  private static func identity(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
