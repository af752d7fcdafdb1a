internal import NIOCore

/// The event that the first bytes of a request have come. Its head is known only once it is complete.
struct RequestBegin: Sendable {}

/// A handler that ends a connection which sends more bytes than a request may have, before they are parsed.
final class ByteBudget: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let limit: Int
  private var spent = 0

  init(_ limits: ServerLimits) { limit = limits.headBytes + limits.bodyBytes }

  /// Starts a new count, once a request has been read completely.
  func renew() { spent = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if spent == 0 { context.fireUserInboundEventTriggered(RequestBegin()) }
    spent += unwrapInboundIn(data).readableBytes
    guard spent <= limit else {
      let answer = "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
      context.close(promise: nil)
      return
    }
    context.fireChannelRead(data)
  }
}
