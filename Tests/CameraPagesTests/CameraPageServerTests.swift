import CameraControl
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import CameraPages

/// The server before a real socket, with the simulated camera.
@Suite(.serialized, .hangLimit) struct CameraPageServerTests {
  static let page = "0123456789abcdef"
  static let other = "fedcba9876543210"

  /// The standard bounds with longer times, because these tests use real sockets and must pass on a busy machine.
  /// `ConnectionBoundsTests` tests the times on a clock that it moves.
  static let unhurried = {
    var limits = ServerLimits()
    let times: [WritableKeyPath<ServerLimits, Duration>] = [
      \.requestTime, \.idleTime, \.unreadTime, \.pictureTime, \.restTime,
    ]
    for time in times { limits[keyPath: time] = .seconds(3600) }
    return limits
  }()

  /// A server of a camera that runs, at a port of the system's choice.
  static func serve(
    limits: ServerLimits = unhurried,
    _ body: @escaping @Sendable (ScreenUnderTest, Int) async throws -> Void
  ) async throws {
    let test = try ScreenUnderTest()
    let server = CameraPageServer(test.screen, limits: limits)
    let url = try await server.start(at: ListenAddress(host: "127.0.0.1", port: 0))
    let port = try #require(URL(string: url)?.port)
    do {
      try await test.run { test in try await body(test, port) }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  static func get(_ path: String, _ port: Int, fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(fields)\r\n"
  }

  static func post(_ body: String, _ port: Int, page: String = page, fields: String = "") -> String {
    "POST /command HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\nContent-Type: application/json\r\n"
      + "X-Page: \(page)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  static func status(_ answer: String) -> Int {
    Int(answer.split(separator: " ", maxSplits: 2).dropFirst().first ?? "") ?? 0
  }

  /// Expects a request to be answered with a status.
  static func expect(
    _ expected: Int, _ port: Int, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await RawConnection.exchange(port, text)
    #expect(status(answer) == expected, "\(text.prefix(80)): \(answer.prefix(200))", sourceLocation: sourceLocation)
  }

  /// Opens the stream of a page, and does `body` while it is open.
  static func watch(
    _ page: String, _ port: Int, _ body: @escaping @Sendable (inout RawConnection.Session) async throws -> Void
  ) async throws {
    try await RawConnection.open(port) { session in
      try await session.send("GET /events?page=\(page) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      _ = try await session.text { $0.contains("event: state") }
      try await body(&session)
    }
  }

  @Test func `a server listens to one address at a time`() async throws {
    let server = CameraPageServer(try ScreenUnderTest().screen)
    let free = ListenAddress(host: "127.0.0.1", port: 0)
    _ = try await server.start(at: free)
    let second = await #expect(throws: CameraPageError.self) { try await server.start(at: free) }
    #expect(second?.reason == "the server listens already")
    await server.stop()
    _ = try await server.start(at: free)
    await server.stop()
  }

  @Test func `the page and all that it needs come from the server, and nothing else is there`() async throws {
    try await Self.serve { _, port in
      let page = try await RawConnection.exchange(port, Self.get("/", port))
      #expect(Self.status(page) == 200 && page.contains("<title>Camera</title>"))
      #expect(page.contains("default-src 'none'") && page.contains("frame-ancestors 'none'"))
      var paths = page.matches(of: /(?:href|src)="(\/[a-z.]+\.(?:css|js|svg))"/).map { String($0.1) }
      #expect(paths.count >= 3)
      var seen: Set<String> = []
      while let path = paths.popLast() {
        guard seen.insert(path).inserted else { continue }
        let answer = try await RawConnection.exchange(port, Self.get(path, port))
        #expect(Self.status(answer) == 200, "\(path)")
        #expect(!answer.contains("http://") || path.hasSuffix(".svg") || answer.contains("www.w3.org"), "\(path)")
        paths += answer.matches(of: /from "\.(\/[a-z]+\.js)"/).map { String($0.1) }
        paths += answer.matches(of: /import "\.(\/[a-z]+\.js)"/).map { String($0.1) }
      }
      #expect(seen.count == PageFiles.responses.count - 1)
      for path in ["/x", "/../page.css", "/page.css/", "//", "/command"] {
        try await Self.expect(404, port, Self.get(path, port))
      }
    }
  }

  @Test func `a page is told the state, and one that controls sets the camera`() async throws {
    try await Self.serve { test, port in
      try await Self.watch(Self.page, port) { session in
        let command = #"{"do":"gains","red":2,"green":1,"blue":1.5}"#
        let answer = try await RawConnection.exchange(port, Self.post(command, port))
        #expect(Self.status(answer) == 200, "\(answer)")
        let told = try await session.text { $0.contains(#""askedGains":{"blue":1.5,"green":1,"red":2}"#) }
        #expect(told.contains(#"event: role"#) && told.contains(#""controls":true"#))
        #expect(test.screen.camera.deviceWhiteBalanceGains == .init(redGain: 2, greenGain: 1, blueGain: 1.5))
      }
    }
  }

  @Test func `a page that watches sets nothing until it takes control`() async throws {
    try await Self.serve { test, port in
      try await Self.watch(Self.page, port) { _ in
        try await Self.watch(Self.other, port) { session in
          let command = Self.post(#"{"do":"gray-world"}"#, port, page: Self.other)
          let refused = try await RawConnection.exchange(port, command)
          #expect(Self.status(refused) == 423)
          #expect(test.screen.camera.whiteBalanceOutcome == nil)
          let taken = try await RawConnection.exchange(
            port, Self.post(#"{"do":"take-control"}"#, port, page: Self.other))
          #expect(Self.status(taken) == 200)
          try await Self.expect(200, port, command)
          _ = try await session.text { $0.contains(#""controls":true"#) }
        }
      }
    }
  }

  @Test func `a page that is not open sets nothing`() async throws {
    try await Self.serve { _, port in
      let answer = try await RawConnection.exchange(port, Self.post(#"{"do":"gray-world"}"#, port))
      #expect(Self.status(answer) == 423)
      let nameless = try await RawConnection.exchange(port, Self.post(#"{"do":"gray-world"}"#, port, page: "x"))
      #expect(Self.status(nameless) == 400)
    }
  }

  @Test func `another origin and another host are refused`() async throws {
    try await Self.serve { test, port in
      try await Self.watch(Self.page, port) { _ in
        let command = #"{"do":"gray-world"}"#
        let origin = Self.post(command, port, fields: "Origin: http://evil.example\r\n")
        try await Self.expect(403, port, origin)
        let host = Self.get("/state.json", port).replacing("127.0.0.1:\(port)", with: "evil.example:\(port)")
        try await Self.expect(421, port, host)
        #expect(test.screen.camera.whiteBalanceOutcome == nil)
      }
    }
  }

  @Test func `a picture is newer than the one before, and a JPEG`() async throws {
    try await Self.serve { _, port in
      var last = 0
      // Between two questions the next picture may be made, and then any answer is newer.
      for _ in 0..<20 {
        let answer = try await RawConnection.exchange(port, Self.get("/picture.jpg?after=\(last)", port))
        let number = try #require(answer.firstMatch(of: /X-Picture: ([0-9]+)/).flatMap { Int($0.1) })
        #expect(Self.status(answer) == 200 && number > last)
        #expect(answer.contains("Content-Type: image/jpeg\r\n") && answer.contains("JFIF"))
        let length = try #require(answer.firstMatch(of: /Content-Length: ([0-9]+)/).flatMap { Int($0.1) })
        #expect(length > 500)
        last = number
      }
    }
  }

  @Test func `frames that are asked for one after another are all saved`() async throws {
    try await Self.serve { test, port in
      try await test.state { $0["reading"] != nil }
      let next = "GET /frame.dng HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      let answers = try await RawConnection.exchange(
        port, String(repeating: next, count: 7) + Self.get("/frame.dng", port))
      #expect(answers.components(separatedBy: "HTTP/1.1 200").count == 9)
    }
  }

  @Test func `files can be saved: a DNG, readings as lines of JSON, the diagram`() async throws {
    try await Self.serve { test, port in
      try await test.state { $0["reading"] != nil }
      let negative = try await RawConnection.exchange(port, Self.get("/frame.dng", port))
      #expect(Self.status(negative) == 200 && negative.contains("frame.dng") && negative.contains("\r\n\r\nII*"))
      let readings = try await RawConnection.exchange(port, Self.get("/readings.jsonl", port))
      let body = try #require(readings.firstRange(of: "\r\n\r\n")).upperBound
      let lines = readings[body...].split(separator: "\n")
      #expect(!lines.isEmpty)
      for line in lines { #expect(try JSON(line.utf8)["measurement"]?["verdict"]?.text == "ok") }
      let diagram = try await RawConnection.exchange(port, Self.get("/diagram.json", port))
      let start = try #require(diagram.firstRange(of: "\r\n\r\n")).upperBound
      let lights = try JSON(diagram[start...].utf8)
      #expect((lights["planckian"]?.count ?? 0) > 50 && (lights["edge"]?[0]?.count ?? 0) > 50)
      #expect((lights["history"]?.count ?? 0) >= lines.count)
      try await Self.expect(404, port, Self.get("/profile.icc", port))
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 421), ("nonsense\r\n\r\n", 400), ("GET / HTTP/9.9\r\n\r\n", 400),
    ("POST /command HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", 413),
    ("POST /command HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 421),
  ])
  func `what is no request is refused, and the server lives`(text: String, status: Int) async throws {
    try await Self.serve { _, port in
      let text = text.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
      try await Self.expect(status, port, text)
      try await Self.expect(200, port, Self.get("/", port))
    }
  }

  @Test func `a request of endless fields and a body of endless chunks are cut off`() async throws {
    try await Self.serve { _, port in
      let fields = (0..<5000).map { "X-\($0): \(String(repeating: "a", count: 20))\r\n" }.joined()
      let long = try await RawConnection.exchange(port, "GET / HTTP/1.1\r\n\(fields)")
      #expect([400, 413, 431].contains(Self.status(long)))
      let chunk = "1000\r\n\(String(repeating: " ", count: 0x1000))\r\n"
      let body = String(repeating: chunk, count: 20)
      let endless = try await RawConnection.exchange(
        port, "POST /command HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
      #expect(Self.status(endless) == 413)
      try await Self.expect(200, port, Self.get("/", port))
    }
  }

  @Test func `one connection too many is closed, and one page too many is told so`() async throws {
    var limits = Self.unhurried
    (limits.connections, limits.eventStreams) = (3, 1)
    try await Self.serve(limits: limits) { _, port in
      try await Self.watch(Self.page, port) { _ in
        let second = try await RawConnection.exchange(port, Self.get("/events?page=\(Self.other)", port))
        #expect(Self.status(second) == 503)
        try await RawConnection.open(port) { idle in
          try await idle.send("GET")
          try await RawConnection.open(port) { idle in
            try await idle.send("GET")
            let refused = try await RawConnection.exchange(port, Self.get("/", port))
            #expect(refused == "")
          }
        }
      }
      // The server may hear of a connection that ended after it hears of one that begins: it is asked until it has.
      var answer = ""
      while answer.isEmpty { answer = try await RawConnection.exchange(port, Self.get("/", port)) }
      #expect(Self.status(answer) == 200)
    }
  }

  @Test func `an address that is in use, or not of this machine, is an error that names it and says why`() async throws
  {
    try await Self.serve { test, port in
      let second = CameraPageServer(test.screen)
      let address = ListenAddress(host: "127.0.0.1", port: port)
      let error = await #expect(throws: CameraPageError.self) { _ = try await second.start(at: address) }
      #expect(error?.address == address && error?.reason == "the port is in use by another program")
    }
    // An address for documentation, which no machine has (RFC 5737).
    let foreign = ListenAddress(host: "192.0.2.1", port: 0)
    let server = CameraPageServer(try ScreenUnderTest().screen)
    let error = await #expect(throws: CameraPageError.self) { _ = try await server.start(at: foreign) }
    #expect(error?.reason == "this machine does not have the address")
    // No part of a name has more than 63 letters, so no name server is asked.
    let nobody = ListenAddress(host: String(repeating: "a", count: 64), port: 0)
    let unknown = await #expect(throws: CameraPageError.self) { _ = try await server.start(at: nobody) }
    #expect(unknown?.reason == "no machine is known by the name")
  }

  @Test func `a connection has as many requests as it likes, each within the bounds`() async throws {
    try await Self.serve { _, port in
      try await RawConnection.open(port) { session in
        let padding = "X-Padding: \(String(repeating: "a", count: 9000))\r\n"
        for count in 1...5 {
          try await session.send("GET /page.css HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(padding)\r\n")
          let answers = try await session.text { $0.components(separatedBy: "HTTP/1.1 ").count > count }
          #expect(answers.components(separatedBy: "HTTP/1.1 200").count == count + 1)
        }
      }
    }
  }

  @Test func `HEAD is answered by the fields alone`() async throws {
    try await Self.serve { _, port in
      for path in ["/", "/state.json", "/frame.dng", "/events?page=\(Self.page)"] {
        let answer = try await RawConnection.exchange(
          port, Self.get(path, port).replacing("GET ", with: "HEAD "))
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("\r\n\r\n"), "\(path)")
      }
    }
  }

  @Test func `a server that could not listen may listen elsewhere`() async throws {
    try await Self.serve { test, port in
      let second = CameraPageServer(test.screen)
      await #expect(throws: CameraPageError.self) {
        _ = try await second.start(at: ListenAddress(host: "127.0.0.1", port: port))
      }
      _ = try await second.start(at: ListenAddress(host: "127.0.0.1", port: 0))
      await second.stop()
    }
  }
}
