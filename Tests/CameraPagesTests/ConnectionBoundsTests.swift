import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import CameraPages

/// The bounds of a connection in time, by a clock that the test moves, and requests that nobody would send.
@Suite struct ConnectionBoundsTests {
  private static let limits = ServerLimits()
  private static let rules = RequestRules(address: ListenAddress(host: "127.0.0.1", port: 8480))

  /// A connection of a server whose camera does not run.
  private final class Connection {
    let loop = EmbeddedEventLoop()
    let channel: EmbeddedChannel
    let site: ScreenSite

    init() throws {
      channel = EmbeddedChannel(loop: loop)
      site = ScreenSite(try ScreenUnderTest().screen, limits: ConnectionBoundsTests.limits, loop: loop)
      try CameraPageServer.configure(
        channel, site: site, rules: ConnectionBoundsTests.rules, limits: ConnectionBoundsTests.limits)
      channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    /// A channel and its handlers hold each other until it is closed.
    deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

    func send(_ text: String) { _ = try? channel.writeInbound(ByteBuffer(string: text)) }

    /// Returns the text that was sent since the last time.
    func sent() -> String {
      loop.run()
      var text = ""
      while let part = try? channel.readOutbound(as: ByteBuffer.self) {
        text += String(decoding: part.readableBytesView, as: UTF8.self)
      }
      return text
    }

    func pass(_ duration: Duration) { loop.advanceTime(by: TimeAmount(duration)) }

    var isOpen: Bool { channel.isActive }
  }

  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:8480\r\n\r\n" }

  @Test func `one address of another machine cannot take all connections`() {
    var (open, admitted) = (OpenConnections(), [EmbeddedChannel]())
    // A channel that is not finished leaks.
    defer { for channel in admitted { _ = try? channel.finish() } }
    func admits(_ host: String) -> Bool {
      let channel = EmbeddedChannel()
      admitted.append(channel)
      return open.admit(channel, from: host, Self.limits)
    }
    for _ in 0..<Self.limits.connectionsOfAddress { #expect(admits("192.0.2.7")) }
    #expect(!admits("192.0.2.7") && admits("192.0.2.8"))
    open.remove(ObjectIdentifier(admitted[0]))
    #expect(admits("192.0.2.7") && !admits("192.0.2.7"))
    // This machine may take the rest, by whichever of its names.
    while open.channels.count < Self.limits.connections {
      #expect(admits(["127.0.0.1", "::1", "::ffff:127.0.0.1"][open.channels.count % 3]))
    }
    #expect(!admits("127.0.0.1") && !admits("192.0.2.8"))
  }

  @Test func `this machine may take all connections by its address in IPv6's form`() {
    var (open, admitted) = (OpenConnections(), [EmbeddedChannel]())
    defer { for channel in admitted { _ = try? channel.finish() } }
    for _ in 0..<Self.limits.connections {
      let channel = EmbeddedChannel()
      admitted.append(channel)
      let isAdmitted = open.admit(channel, from: "::ffff:127.0.0.1", Self.limits)
      #expect(isAdmitted)
    }
  }

  @Test func `a connection that says nothing is closed`() throws {
    let connection = try Connection()
    connection.pass(Self.limits.requestTime - .milliseconds(1))
    #expect(connection.isOpen)
    connection.pass(.milliseconds(1))
    #expect(!connection.isOpen)
  }

  @Test(arguments: [1, 2]) func `a request that comes byte by byte is not waited for`(number: Int) throws {
    let connection = try Connection()
    if number == 2 {
      connection.send(Self.get("/page.css"))
      #expect(connection.sent().hasPrefix("HTTP/1.1 200"))
      connection.pass(.seconds(5))
    }
    for byte in Self.get("/").dropLast(20) {
      connection.send(String(byte))
      connection.pass(.seconds(1))
    }
    #expect(!connection.isOpen)
  }

  @Test func `a body that does not come behind a request sent with another is not waited for`() throws {
    let connection = try Connection()
    let post = "POST /command HTTP/1.1\r\nHost: 127.0.0.1:8480\r\nContent-Length: 10\r\n\r\n"
    connection.send(Self.get("/page.css") + post)
    #expect(connection.sent().hasPrefix("HTTP/1.1 200"))
    connection.pass(Self.limits.requestTime - .milliseconds(1))
    #expect(connection.isOpen)
    connection.pass(.milliseconds(1))
    #expect(!connection.isOpen)
  }

  @Test func `a connection without a next request is closed after a while`() throws {
    let connection = try Connection()
    connection.send(Self.get("/page.css"))
    #expect(connection.sent().hasPrefix("HTTP/1.1 200"))
    connection.pass(Self.limits.idleTime - .milliseconds(1))
    #expect(connection.isOpen)
    connection.pass(.milliseconds(1))
    #expect(!connection.isOpen)
  }

  @Test func `a page that does not read what it is sent is dropped, and no more is kept for it than the newest`() throws
  {
    let connection = try Connection()
    connection.send(Self.get("/events?page=0123456789abcdef"))
    #expect(connection.sent().contains("event: state"))
    connection.channel.isWritable = false
    connection.channel.pipeline.fireChannelWritabilityChanged()
    connection.site.start()
    connection.pass(Self.limits.unreadTime - .seconds(2))
    #expect(connection.isOpen && connection.sent().isEmpty)
    connection.channel.isWritable = true
    connection.channel.pipeline.fireChannelWritabilityChanged()
    let sent = connection.sent()
    #expect(sent.ranges(of: "event: state").count == 1)
    connection.channel.isWritable = false
    connection.channel.pipeline.fireChannelWritabilityChanged()
    connection.pass(Self.limits.unreadTime)
    #expect(!connection.isOpen)
    connection.site.stop()
  }

  @Test func `a page that reads slowly is sent all, and is dropped when it stops`() throws {
    let connection = try Connection()
    connection.send(Self.get("/events?page=0123456789abcdef"))
    _ = connection.sent()
    let first = try connection.channel.pipeline.syncOperations.context(handlerType: ByteBudget.self)
    /// Leaves so many bytes that were written and not taken.
    func leave(_ count: Int) {
      connection.channel.flush()
      first.write(NIOAny(ByteBuffer(repeating: 0, count: count)), promise: nil)
    }
    leave(100)
    connection.channel.isWritable = false
    connection.channel.pipeline.fireChannelWritabilityChanged()
    for rest in [90, 50, 10] {
      leave(rest)
      connection.pass(Self.limits.unreadTime)
      #expect(connection.isOpen, "\(rest)")
    }
    connection.pass(Self.limits.unreadTime)
    #expect(!connection.isOpen)
  }

  @Test func `a page that stops once little is left to send is dropped too`() throws {
    let connection = try Connection()
    connection.send(Self.get("/events?page=0123456789abcdef"))
    _ = connection.sent()
    let first = try connection.channel.pipeline.syncOperations.context(handlerType: ByteBudget.self)
    connection.channel.isWritable = false
    connection.channel.pipeline.fireChannelWritabilityChanged()
    first.write(NIOAny(ByteBuffer(repeating: 0, count: 10)), promise: nil)
    connection.channel.isWritable = true
    connection.channel.pipeline.fireChannelWritabilityChanged()
    connection.pass(Self.limits.unreadTime)
    #expect(!connection.isOpen)
  }

  @Test func `a request for a picture that does not come is answered in time`() throws {
    let connection = try Connection()
    connection.send(Self.get("/picture.jpg"))
    connection.pass(Self.limits.pictureTime - .milliseconds(1))
    #expect(connection.sent().isEmpty)
    connection.pass(.milliseconds(1))
    #expect(connection.sent().hasPrefix("HTTP/1.1 204"))
  }

  @Test func `a page that reads is told every second that the server lives`() throws {
    let connection = try Connection()
    connection.site.start()
    connection.send(Self.get("/events?page=0123456789abcdef"))
    _ = connection.sent()
    for _ in 0..<100 {
      connection.pass(.seconds(1))
      #expect(connection.sent().contains("event: state"))
    }
    #expect(connection.isOpen)
    connection.site.stop()
  }

  /// Requests as a browser sends them, to be broken.
  private static let requests = [
    get("/"), get("/events?page=0123456789abcdef"), get("/picture.jpg?after=3"), get("/state.json"),
    get("/diagram.json"), get("/readings.jsonl"), get("/page.js"),
    "POST /command HTTP/1.1\r\nHost: 127.0.0.1:8480\r\nOrigin: http://127.0.0.1:8480\r\nX-Page: 0123456789abcdef\r\n"
      + "Content-Type: application/json\r\nContent-Length: 24\r\n\r\n{\"do\":\"cancel-scan\"}    ",
    "POST /command HTTP/1.1\r\nHost: 127.0.0.1:8480\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
      + "5\r\n{\"do\"\r\n3\r\n:1}\r\n0\r\n\r\n",
  ]

  @Test func `any bytes are answered by HTTP or not at all, in bounds, and the next connection is served`() {
    expectLaw(within: .exact) { draws in
      var bytes = Array(draws.one(of: Self.requests).utf8)
      for _ in 0...Int(draws.choice(below: 6)) {
        let place = Int(draws.choice(below: UInt64(bytes.count)))
        switch draws.choice(below: 5) {
        case 0: bytes[place] = UInt8(draws.choice(below: 256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: draws.one(of: Self.requests).utf8.prefix(40), at: place)
        case 3:
          bytes.insert(contentsOf: [UInt8](repeating: bytes[place], count: 1 << draws.choice(below: 16)), at: place)
        default: bytes = Array(bytes.prefix(place + 1))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      return bytes
    } law: { bytes in
      let connection = try Connection()
      _ = try? connection.channel.writeInbound(ByteBuffer(bytes: bytes))
      var answer = connection.sent()
      connection.pass(Self.limits.pictureTime)
      answer += connection.sent()
      connection.pass(Self.limits.idleTime)
      let isStream = answer.contains("text/event-stream")
      guard answer.isEmpty || answer.hasPrefix("HTTP/1.") else { return 1 }
      guard !connection.isOpen || isStream else { return 2 }
      let next = try Connection()
      next.send(Self.get("/"))
      return next.sent().hasPrefix("HTTP/1.1 200") ? 0 : 3
    }
  }
}
