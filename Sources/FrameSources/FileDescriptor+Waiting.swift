internal import Foundation
package import SystemPackage

extension FileDescriptor {
  /// Reads what there is, and waits for it also where the descriptor is one that does not wait.
  ///
  /// Whoever shares a pipe with this process may have made it so.
  ///
  /// - Returns: The number of bytes, 0 at the end.
  package func readWaiting(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      do { return try read(into: buffer) } catch Errno.resourceTemporarilyUnavailable {
        var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
      }
    }
  }
}
