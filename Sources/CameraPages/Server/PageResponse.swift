internal import NIOCore

/// The answer to a request.
struct PageResponse: Sendable {
  var status: Int
  var type = "text/plain; charset=utf-8"
  var fields: [(name: String, value: String)] = []
  var content: Content
  /// Is called once the answer has left the memory: the system has taken it, or the connection has ended.
  var whenGone: (@Sendable () -> Void)?

  enum Content: Sendable {
    case whole(ByteBuffer)
    /// A stream of events, which lasts until the page or the server ends it. The closure receives the stream's sink.
    case events(@Sendable (EventSink) -> Void)
  }

  init(_ bytes: ByteBuffer, type: String, status: Int = 200) {
    (self.status, self.type, content) = (status, type, .whole(bytes))
  }

  init(status: Int, text: String) {
    self.init(ByteBuffer(string: text + "\n"), type: "text/plain; charset=utf-8", status: status)
  }

  init(events: @escaping @Sendable (EventSink) -> Void) {
    (status, type, content) = (200, "text/event-stream", .events(events))
  }

  /// The header fields of every answer. They forbid caching, content from elsewhere, and use by other pages.
  static let commonFields: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
  ]
}

/// A site that answers requests which the rules allow.
protocol PageSite: Sendable {
  /// Answers a request exactly once, at once or later.
  func answer(_ request: PageRequest, _ reply: @escaping @Sendable (PageResponse) -> Void)
}

/// A stream of events to one page. For a slow page, the newest event of each kind replaces one that was not sent yet.
struct EventSink: Sendable {
  /// Sends an event. It may be called from any thread.
  let send: @Sendable (PageEvent) -> Void
  /// Calls a closure once the stream has ended, on the connection's thread.
  let onEnd: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Ends the stream, and its connection.
  let close: @Sendable () -> Void
}

/// An event for a page.
struct PageEvent: Sendable {
  let name: String
  /// The bytes of the event, as they are sent.
  let bytes: ByteBuffer

  /// Creates an event from a text without line breaks.
  init(_ name: String, _ text: [UInt8]) {
    self.name = name
    var bytes = ByteBuffer()
    bytes.reserveCapacity(text.count + name.utf8.count + Self.frameLength)
    bytes.writeString("event: \(name)\ndata: ")
    bytes.writeBytes(text)
    bytes.writeString("\n\n")
    self.bytes = bytes
  }

  private static let frameLength = 16
}
