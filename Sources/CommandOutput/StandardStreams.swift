import Foundation

/// The places of standard input, output and errors.
package enum StandardStreams {
  /// Takes the places that the caller left closed, so that no file or device that is opened gets one: what is printed would be
  /// written into it. Reading from these places and writing to them fails as it does where they are closed.
  package static func holdPlaces() {
    for place in Int32(0)...2 where fcntl(place, F_GETFD) == -1 {
      // A file gets the lowest free number, and those below are taken.
      _ = open("/dev/null", place == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
