/// The limits on what a browser, or a program that pretends to be one, can make a server hold or wait for.
package struct ServerLimits: Hashable, Sendable {
  /// The largest number of connections at a time. A browser opens two for a watched page, and six at most.
  package var connections = 96
  /// The largest number of connections from one address of another machine at a time: those of four browsers.
  package var connectionsOfAddress = 24
  /// The largest number of pages that receive events at a time.
  package var eventStreams = 32
  /// The largest number of bytes in a request's line and fields.
  package var headBytes = 16 << 10
  /// The largest number of bytes in a command.
  package var bodyBytes = 16 << 10
  /// The longest time from a connection, or the first byte of a request, to the request's end.
  package var requestTime = Duration.seconds(10)
  /// The longest time that a connection without a request is kept.
  package var idleTime = Duration.seconds(60)
  /// The longest time for which a page may leave data unread.
  package var unreadTime = Duration.seconds(5)
  /// The longest time that a request for the next picture waits for one.
  package var pictureTime = Duration.seconds(5)
  /// The time without a page after which the camera stops. It starts again with the next request that needs it.
  package var restTime = Duration.seconds(10)
  /// The number of bytes waiting for a slow page above which it is sent no more.
  package var unreadBytes = 256 << 10

  /// Creates the standard bounds.
  package init() {}
}
