internal import NIOCore

/// Ends a connection that sends more than a request may have, before anything reads it.
final class ByteBudget: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let limit: Int
  private var spent = 0

  init(_ limits: ServerLimits) { limit = limits.headBytes + limits.bodyBytes }

  /// A request was read to its end: the next may have as much.
  func renew() { spent = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
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
