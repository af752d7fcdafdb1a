internal import Foundation
package import SystemPackage

extension FileDescriptor {
  /// Reads the bytes that are there, and waits until there are some, even where the descriptor is non-blocking.
  ///
  /// Another process that shares a pipe with this one may have made it non-blocking.
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
