import Foundation
package import FrameSources
import Synchronization
import SystemPackage

/// The files that a command reads, without the sources of a batch. They are recorded, so that no output replaces one.
package enum InputFile {
  private static let read = Mutex<Set<Identity>>([])

  package static func isRead(_ path: String) -> Bool {
    let identities = identities(path)
    return read.withLock { !$0.isDisjoint(with: identities) }
  }

  /// Records that the file is read, and finds it.
  package static func find(_ path: String) throws(FrameSourceError) -> SourceFile {
    let file = try SourceFile(path: path)
    note(path)
    return file
  }

  package static func note(_ path: String) {
    let identities = identities(path)
    read.withLock { $0.formUnion(identities) }
  }

  /// Returns the first path that leads to the same file as an earlier one.
  package static func repeated(_ paths: [String]) -> String? {
    var earlier: Set<Identity> = []
    return paths.first { path in
      let identities = identities(path)
      defer { earlier.formUnion(identities) }
      return !earlier.isDisjoint(with: identities)
    }
  }

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

  /// The identity of a file. Its device and inode are the same for every spelling and link. Its path identifies it once
  /// it is gone.
  private enum Identity: Hashable {
    case file(DeviceID, Inode)
    case path(String)
  }

  private static func identities(_ path: String) -> Set<Identity> {
    var identities: Set = [Identity.path(URL(fileURLWithPath: path).standardizedFileURL.path)]
    if let status = try? Stat(FilePath(path)) { identities.insert(.file(status.deviceID, status.inode)) }
    return identities
  }
}
