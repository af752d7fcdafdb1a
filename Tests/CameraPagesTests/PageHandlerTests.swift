import Foundation
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import CameraPages

/// The fields of an answer.
@Suite struct PageHandlerTests {
  private final class PageOfItsOwn: PageSite {
    func answer(_ request: PageRequest, _ reply: @escaping @Sendable (PageResponse) -> Void) {
      var response = PageResponse(status: 200, text: "a page")
      response.fields = [("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")]
      reply(response)
    }
  }

  @Test func `the cookie is for the server alone, and a page has one policy`() throws {
    let channel = EmbeddedChannel(loop: EmbeddedEventLoop())
    let rules = RequestRules(address: ListenAddress(host: "0.0.0.0", port: 8480), token: "secret")
    try CameraPageServer.configure(channel, site: PageOfItsOwn(), rules: rules, limits: ServerLimits())
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    func answer(_ target: String, _ fields: String = "") throws -> String {
      try channel.writeInbound(ByteBuffer(string: "GET \(target) HTTP/1.1\r\nHost: 10.0.0.1:8480\r\n\(fields)\r\n"))
      channel.embeddedEventLoop.run()
      var text = ""
      while let part = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(decoding: part.readableBytesView, as: UTF8.self)
      }
      return text
    }
    let first = try answer("/?token=secret")
    #expect(first.contains("Set-Cookie: wbcal-8480=secret; HttpOnly; SameSite=Strict; Path=/\r\n"))
    #expect(first.components(separatedBy: "Content-Security-Policy").count == 2)
    let second = try answer("/", "Cookie: wbcal-8480=secret\r\n")
    #expect(second.hasPrefix("HTTP/1.1 200") && !second.contains("Set-Cookie"))
    _ = try channel.finish()
  }
}
