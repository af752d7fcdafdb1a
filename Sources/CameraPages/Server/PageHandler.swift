internal import NIOCore
internal import NIOHTTP1

/// A handler of one connection.
///
/// It reads requests and gets their answers. It ends the connection where the other side is slow or does not send a
/// request.
final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let site: any PageSite
  private let rules: RequestRules
  private let limits: ServerLimits
  private let budget: ByteBudget

  /// Whether a request has begun that has not come completely.
  private var isReceiving = false
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isClosing = false
  /// Whether the system has not taken all of the last answer yet. The next request waits for that, so that a connection
  /// has one answer in memory.
  private var isWriting = false
  private var nextRequest: PageRequest?
  /// The task that ends the connection unless it is cancelled before.
  private var deadline: Scheduled<Void>?
  private var unread: Scheduled<Void>?
  /// The number of bytes given to the system, whether sent or not.
  private var handedBytes = 0
  private var stream: EventStream?

  /// The pending events of a page, the newest of each kind.
  private struct EventStream {
    var waiting: [PageEvent] = []
    var ends: [@Sendable () -> Void] = []
  }

  init(_ site: any PageSite, _ rules: RequestRules, _ limits: ServerLimits, _ budget: ByteBudget) {
    (self.site, self.rules, self.limits, self.budget) = (site, rules, limits, budget)
  }

  // MARK: - The connection

  func channelActive(context: ChannelHandlerContext) {
    setDeadline(limits.requestTime, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    unread?.cancel()
    let ends = stream?.ends ?? []
    stream = nil
    for end in ends { end() }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      unread?.cancel()
      unread = nil
      writeEvents(context)
    }
    // A page that has read only a part of what waits is still watched, so that it cannot stop reading.
    if !context.channel.isWritable || waitingBytes(context) != 0 { watchUnread(context) }
    context.fireChannelWritabilityChanged()
  }

  /// Ends the connection if the page reads nothing for a while. A file on its way over a slow network goes on.
  private func watchUnread(_ context: ChannelHandlerContext) {
    guard unread == nil else { return }
    let before = takenBytes(context)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    unread = context.eventLoop.scheduleTask(in: TimeAmount(limits.unreadTime)) {
      let (handler, context) = bound.value
      handler.unread = nil
      guard !context.channel.isWritable || handler.waitingBytes(context) != 0 else { return }
      if let before, let now = handler.takenBytes(context), now > before {
        handler.watchUnread(context)
      } else {
        // No reader is left for the rest.
        context.close(promise: nil)
      }
    }
  }

  /// Returns the number of bytes that the system has not taken yet.
  private func waitingBytes(_ context: ChannelHandlerContext) -> Int? {
    try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
  }

  /// Returns the number of bytes that the system has taken since the connection was opened.
  private func takenBytes(_ context: ChannelHandlerContext) -> Int? { waitingBytes(context).map { handedBytes - $0 } }

  private func hand(_ part: HTTPServerResponsePart, _ context: ChannelHandlerContext) {
    let before = waitingBytes(context) ?? 0
    context.write(wrapOutboundOut(part), promise: nil)
    handedBytes += (waitingBytes(context) ?? 0) - before
  }

  private func setDeadline(_ time: Duration, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(time)) { bound.value.close(promise: nil) }
  }

  // MARK: - Requests

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is RequestBegin {
      isReceiving = true
      setDeadline(limits.requestTime, context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = []
      // The head of a request that was sent with the one before had no first bytes of its own.
      isReceiving = true
      setDeadline(limits.requestTime, context)
      let length = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      if length > limits.headBytes {
        refuse(431, "a request's fields must be at most \(limits.headBytes) bytes", context)
      } else if let announced = head.headers.first(name: "content-length").flatMap(Int.init),
        announced > limits.bodyBytes
      {
        refuse(413, "a command must be at most \(limits.bodyBytes) bytes", context)
      }
    case .body(let part):
      guard body.count + part.readableBytes <= limits.bodyBytes else {
        return refuse(413, "a command must be at most \(limits.bodyBytes) bytes", context)
      }
      body += part.readableBytesView
    case .end:
      budget.renew()
      isReceiving = false
      guard let head else { return }
      deadline?.cancel()
      let request = PageRequest(head, body: body)
      if isWriting { nextRequest = request } else { answer(request, context) }
    }
  }

  private func answer(_ request: PageRequest, _ context: ChannelHandlerContext) {
    let verdict = rules.verdict(on: request)
    guard case .allowed(let givesCookie) = verdict else {
      guard case .refused(let status, let reason) = verdict else { return }
      return refuse(status, reason, context)
    }
    let loop = context.eventLoop
    let cookie = givesCookie ? rules.token.map { "\(rules.cookieName)=\($0); HttpOnly; SameSite=Strict; Path=/" } : nil
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    site.answer(request) { response in
      var response = response
      if let cookie { response.fields.append(("Set-Cookie", cookie)) }
      let answer = response
      loop.execute {
        let (handler, context) = bound.value
        handler.write(answer, context)
      }
    }
  }

  private func refuse(_ status: Int, _ reason: String, _ context: ChannelHandlerContext) {
    isClosing = true
    write(PageResponse(status: status, text: reason), context)
  }

  // MARK: - Answers

  private func write(_ response: PageResponse, _ context: ChannelHandlerContext) {
    guard context.channel.isActive, let request = head else {
      response.whenGone?()
      return
    }
    head = nil
    let isLast = isClosing || !request.isKeepAlive
    var fields = HTTPHeaders(PageResponse.commonFields.map { ($0.name, $0.value) })
    fields.add(name: "Content-Type", value: response.type)
    for field in response.fields { fields.replaceOrAdd(name: field.name, value: field.value) }
    if isLast { fields.add(name: "Connection", value: "close") }
    switch response.content {
    case .whole(let bytes):
      fields.add(name: "Content-Length", value: "\(bytes.readableBytes)")
      writeHead(response.status, fields, request.version, context)
      if request.method != .HEAD { hand(.body(.byteBuffer(bytes)), context) }
      finish(isLast: isLast, context, response.whenGone)
    case .events(let open):
      guard request.method == .GET else {
        writeHead(response.status, fields, request.version, context)
        return finish(isLast: true, context)
      }
      writeHead(response.status, fields, request.version, context)
      context.flush()
      stream = EventStream()
      open(sink(context))
    }
  }

  private func writeHead(
    _ status: Int, _ fields: HTTPHeaders, _ version: HTTPVersion, _ context: ChannelHandlerContext
  ) {
    let head = HTTPResponseHead(version: version, status: HTTPResponseStatus(statusCode: status), headers: fields)
    hand(.head(head), context)
  }

  private func finish(
    isLast: Bool, _ context: ChannelHandlerContext, _ whenGone: (@Sendable () -> Void)? = nil
  ) {
    isWriting = true
    let written = context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    written.futureResult.whenComplete { _ in
      let (handler, context) = bound.value
      handler.isWriting = false
      whenGone?()
      if handler.waitingBytes(context) == 0 {
        handler.unread?.cancel()
        handler.unread = nil
      }
      if isLast {
        context.close(promise: nil)
      } else if context.channel.isActive, let request = handler.nextRequest {
        handler.nextRequest = nil
        handler.answer(request, context)
      } else if !handler.isReceiving, handler.head == nil, handler.stream == nil {
        handler.setDeadline(handler.limits.idleTime, context)
      }
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    // Until the system has taken all bytes, the page counts as slow.
    if waitingBytes(context) != 0 { watchUnread(context) }
  }

  // MARK: - Events

  private func sink(_ context: ChannelHandlerContext) -> EventSink {
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    return EventSink { event in
      loop.execute {
        let (handler, context) = bound.value
        guard handler.stream != nil else { return }
        handler.stream?.waiting.removeAll { $0.name == event.name }
        handler.stream?.waiting.append(event)
        handler.writeEvents(context)
      }
    } onEnd: { end in
      loop.execute {
        let (handler, _) = bound.value
        if handler.stream == nil { end() } else { handler.stream?.ends.append(end) }
      }
    } close: {
      loop.execute { bound.value.1.close(promise: nil) }
    }
  }

  private func writeEvents(_ context: ChannelHandlerContext) {
    guard context.channel.isWritable, let events = stream?.waiting, !events.isEmpty else { return }
    stream?.waiting = []
    for event in events { hand(.body(.byteBuffer(event.bytes)), context) }
    context.flush()
  }
}
