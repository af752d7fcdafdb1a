internal import Foundation
package import SystemPackage

extension FileDescriptor {
  /// Whether a read would return at once.
  ///
  /// It is true where the state of the file cannot be requested, because reading then gives the error.
  package var isReadable: Bool {
    var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    let count = poll(&request, 1, 0)
    // A signal tells nothing of the file.
    return count > 0 || count < 0 && errno != EINTR
  }

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
