// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import Foundation
  import Testing
  import ToolSupport

  /// `wbcal camera serve` as a process: what it prints, whom it lets in, and how it ends.
  @Suite(.waiting) struct CameraServeToolTests {
    /// Sends a request to this machine, and returns the answer's status.
    private static func status(_ path: String, _ port: UInt16) throws -> Int {
      let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(connection) }
      var address = sockaddr_in()
      (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      let isOpen = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isOpen)
      let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
      try #require(send(connection, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count)
      var (answer, part): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
      while case let count = recv(connection, &part, part.count, 0), count > 0 { answer += part[..<count] }
      return Int(String(decoding: answer, as: UTF8.self).split(separator: " ").dropFirst().first ?? "") ?? 0
    }

    @Test(arguments: [("127.0.0.1:0", SIGTERM), ("0.0.0.0:0", SIGINT)])
    func `the address is printed, others need its token and are warned of, and a signal ends it`(
      listen: String, signal: Int32
    ) throws {
      let scratch = try ScratchFolder()
      let (child, line, reader) = try Tool.begin(["camera", "serve", "simulated:", "--listen", listen], in: scratch)
      defer { close(reader) }
      var hasEnded = false
      defer { if !hasEnded { kill(child, SIGKILL) } }
      let isLocal = listen.hasPrefix("127")
      let match = try #require(
        line.firstMatch(of: /^simulated: at http:\/\/[0-9.]+:([0-9]+)\/(\?token=[^\n]+)?\n$/), "\(line)")
      let port = try #require(UInt16(match.1))
      #expect(match.2 == nil ? isLocal : !isLocal, "\(line)")
      #expect(try Self.status("/", port) == (isLocal ? 200 : 401))
      #expect(try Self.status("/" + (match.2.map(String.init) ?? ""), port) == 200)
      #expect(try Self.status("/?token=0", port) == (isLocal ? 200 : 401))
      kill(child, signal)
      #expect(Tool.wait(for: child) == 128 + signal)
      hasEnded = true
      let said = try String(decoding: scratch.bytes("errors"), as: UTF8.self)
      #expect(said.isEmpty == isLocal && said.contains("not encrypted") != isLocal, "\(said)")
    }
  }
#endif
