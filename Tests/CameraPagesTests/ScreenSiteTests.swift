// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import CameraControl
import Dispatch
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import CameraPages

/// What a site holds for its pages, and for how long.
@Suite(.serialized, .hangLimit) struct ScreenSiteTests {
  private static func answer(_ site: any PageSite, _ target: String) async -> PageResponse {
    await withCheckedContinuation { continuation in
      site.answer(PageRequest(method: "GET", target: target)) { continuation.resume(returning: $0) }
    }
  }

  @Test func `a frame is saved when the file of the one before has left the memory`() async throws {
    try await ScreenUnderTest().run { test in
      let loop = NIOAsyncTestingEventLoop()
      let site = ScreenSite(test.screen, limits: ServerLimits(), loop: loop)
      let first = await Self.answer(site, "/frame.dng")
      #expect(first.status == 200)
      #expect(await Self.answer(site, "/frame.dng").status == 503)
      first.whenGone?()
      #expect(await Self.answer(site, "/frame.dng").status == 200)
      await loop.shutdownGracefully()
    }
  }

  private static func sequence(of picture: PageResponse) throws -> Double {
    let field = picture.fields.first { $0.0 == "X-Sequence" }
    return try #require(field.flatMap { Double($0.1) })
  }

  @Test func `the first picture of a page is of now, and not the last that another page has seen`() async throws {
    try await ScreenUnderTest().run { test in
      let loop = NIOAsyncTestingEventLoop()
      let site = ScreenSite(test.screen, limits: ServerLimits(), loop: loop)
      site.start()
      let former = try Self.sequence(of: await Self.answer(site, "/picture.jpg"))
      // Pictures are made for two seconds more, which are 60 frames.
      let present = try await test.state { ($0["frame"]?["sequence"]?.number ?? 0) > former + 100 }
      let now = try #require(present["frame"]?["sequence"]?.number)
      #expect(try Self.sequence(of: await Self.answer(site, "/picture.jpg?after=0")) > now)
      site.stop()
      // What was cancelled ends on the loop.
      await loop.run()
      await loop.shutdownGracefully()
    }
  }

  @Test func `no more pages than the limit are open, however many ask at once`() async throws {
    try await ScreenUnderTest().run { test in
      var limits = ServerLimits()
      limits.eventStreams = 2
      let loop = NIOAsyncTestingEventLoop()
      let site = ScreenSite(test.screen, limits: limits, loop: loop)
      // All are answered before the first is open.
      var opens: [@Sendable (EventSink) -> Void] = []
      for _ in 0..<3 {
        guard case .events(let open) = await Self.answer(site, "/events?page=0123456789abcdef").content else {
          Issue.record("no events")
          return
        }
        opens.append(open)
      }
      let closed = Mutex<[Int]>([])
      for (number, open) in opens.enumerated() {
        open(EventSink(send: { _ in }, onEnd: { _ in }, close: { closed.withLock { $0.append(number) } }))
      }
      #expect(closed.withLock(\.self) == [2])
      site.stop()
      // What was cancelled ends on the loop.
      await loop.run()
      await loop.shutdownGracefully()
    }
  }

  @Test func `a site that has stopped leaves the camera to the next one of its screen`() async throws {
    try await ScreenUnderTest().run { test in
      let (loop, limits) = (NIOAsyncTestingEventLoop(), ServerLimits())
      let sites = (0..<2).map { _ in ScreenSite(test.screen, limits: limits, loop: loop) }
      let ends = Mutex<[@Sendable () -> Void]>([])
      for site in sites {
        site.start()
        guard case .events(let open) = await Self.answer(site, "/events?page=0123456789abcdef").content else {
          Issue.record("no events")
          return
        }
        open(EventSink(send: { _ in }, onEnd: { end in ends.withLock { $0.append(end) } }, close: {}))
        if site === sites[0] { site.stop() }
      }
      // A server closes its connections after its site has stopped.
      let end = ends.withLock(\.[0])
      end()
      await loop.advanceTime(by: TimeAmount(limits.restTime * 2))
      test.screen.attention.sync {}
      #expect(test.screen.camera.isRunning)
      sites[1].stop()
      // Started again, a site without a page lets the camera rest.
      sites[0].start()
      await loop.advanceTime(by: TimeAmount(limits.restTime))
      try await test.state { $0["camera"]?["connection"]?.text == "resting" }
      sites[0].stop()
      await loop.shutdownGracefully()
    }
  }

  /// A site that counts its answers and those that have left the memory. It answers when it is told to.
  private final class CountedSite: PageSite {
    let counts = Mutex((answered: 0, gone: 0))
    let isWaiting: Bool
    let waiting = Mutex<[@Sendable () -> Void]>([])

    init(isWaiting: Bool = false) { self.isWaiting = isWaiting }

    func answer(_ request: PageRequest, _ reply: @escaping @Sendable (PageResponse) -> Void) {
      counts.withLock { $0.answered += 1 }
      var response = PageResponse(status: 200, text: "a file")
      response.whenGone = { [weak self] in self?.counts.withLock { $0.gone += 1 } }
      let answer = response
      if isWaiting { waiting.withLock { $0.append { reply(answer) } } } else { reply(answer) }
    }
  }

  /// Takes what is written when it is told to, as a system whose page reads slowly.
  private final class SlowSystem: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    private var untaken: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if let promise { untaken.append(promise) }
      context.write(data, promise: nil)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      for promise in untaken { promise.fail(ChannelError.ioOnClosedChannel) }
      untaken = []
      context.close(mode: mode, promise: promise)
    }

    func take() {
      let taken = untaken
      untaken = []
      for promise in taken { promise.succeed() }
    }
  }

  private static func open(_ site: CountedSite, before system: SlowSystem) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(loop: EmbeddedEventLoop())
    try CameraPageServer.configure(
      channel, site: site, rules: RequestRules(address: ListenAddress(host: "127.0.0.1", port: 8480)),
      limits: ServerLimits())
    try channel.pipeline.syncOperations.addHandler(system, position: .first)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    return channel
  }

  private static let request = ByteBuffer(string: "GET /frame.dng HTTP/1.1\r\nHost: 127.0.0.1:8480\r\n\r\n")

  @Test func `an answer leaves the memory when the system has taken it, and the next is made then`() throws {
    let (site, system) = (CountedSite(), SlowSystem())
    let channel = try Self.open(site, before: system)
    for _ in 0..<2 { try channel.writeInbound(Self.request) }
    for count in 1...2 {
      channel.embeddedEventLoop.run()
      #expect(site.counts.withLock { $0 } == (count, count - 1))
      system.take()
    }
    #expect(site.counts.withLock { $0 } == (2, 2))
    _ = try channel.finish()
  }

  @Test(arguments: [true, false])
  func `an answer leaves the memory when its connection is closed, written or not`(isWritten: Bool) throws {
    let (site, system) = (CountedSite(isWaiting: !isWritten), SlowSystem())
    let channel = try Self.open(site, before: system)
    try channel.writeInbound(Self.request)
    channel.embeddedEventLoop.run()
    _ = try channel.finish()
    let replies = site.waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for reply in replies { reply() }
    channel.embeddedEventLoop.run()
    #expect(site.counts.withLock { $0 } == (1, 1))
  }
}
