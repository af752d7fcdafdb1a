import Foundation

/// The descriptors of standard input, output and errors.
package enum StandardStreams {
  /// Occupies the standard descriptors that the caller has closed.
  ///
  /// Otherwise the next file or device that is opened would get one of them, and printed text would be written into it.
  /// Reading and writing the occupied descriptors fails, as for closed ones.
  package static func holdPlaces() {
    for place in Int32(0)...2 where fcntl(place, F_GETFD) == -1 {
      // A new file gets the lowest free number, and the lower ones are taken.
      _ = open("/dev/null", place == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
