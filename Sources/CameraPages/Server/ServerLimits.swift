/// The bounds of a server: what a browser, or a program that pretends to be one, can make it hold or wait for.
package struct ServerLimits: Hashable, Sendable {
  /// The most connections at a time. A browser opens two for a page that is watched, and six at most.
  package var connections = 96
  /// The most pages that are told of the camera's state at a time.
  package var eventStreams = 32
  /// The most bytes of a request's line and fields.
  package var headBytes = 16 << 10
  /// The most bytes of a command.
  package var bodyBytes = 16 << 10
  /// The longest time from a connection, or the first byte of a request, to the request's end.
  package var requestTime = Duration.seconds(10)
  /// The longest time that a connection without a request is kept.
  package var idleTime = Duration.seconds(60)
  /// The longest time for which a page may leave what it is sent unread.
  package var unreadTime = Duration.seconds(5)
  /// The longest time that a request for the next picture waits for one.
  package var pictureTime = Duration.seconds(5)
  /// The time after which a camera that no page watches stops. It goes on when a page asks for something.
  package var restTime = Duration.seconds(10)
  /// The bytes that wait in the server for a page that reads slowly, before it is sent no more.
  package var unreadBytes = 256 << 10

  /// Creates the standard bounds.
  package init() {}
}
