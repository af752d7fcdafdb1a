public import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// A server of the camera screen: a web page with a camera's picture, its controls and the state of its meter.
///
///     let screen = CameraScreen(camera)
///     let server = CameraPageServer(screen)
///     let url = try await server.start(at: .standard)
///     try await screen.run()
///     await server.stop()
///
/// The URL has a token where other machines can reach the server. A client without the token sees nothing.
public final class CameraPageServer: Sendable {
  private let site: ScreenSite
  private let limits: ServerLimits
  private let group: MultiThreadedEventLoopGroup
  private let state = Mutex(State())

  private struct State {
    var isStarted = false
    var listener: (any Channel)?
    var connections = OpenConnections()
  }

  /// Creates a server of a screen.
  public convenience init(_ screen: CameraScreen) { self.init(screen, limits: ServerLimits()) }

  /// Creates a server of a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - limits: The limits on what browsers can make the server hold or wait for.
  package init(_ screen: CameraScreen, limits: ServerLimits) {
    self.limits = limits
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    site = ScreenSite(screen, limits: limits, loop: group.next())
  }

  deinit { group.shutdownGracefully { _ in } }

  /// Starts to listen at an address. A server listens at one address at a time.
  ///
  /// - Parameter address: The address. With a port of 0 the system chooses one.
  /// - Returns: The URL to open.
  /// - Throws: ``CameraPageError`` where the address is in use, not of this machine, or not allowed, or where the
  ///   server already listens.
  public func start(at address: ListenAddress) async throws(CameraPageError) -> String {
    let isFree = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFree else { throw CameraPageError(address: address, reason: "the server listens already") }
    let listener: any Channel
    do {
      // The rules need the port that the system chose, so connections are refused until it is known.
      let rules = Mutex<RequestRules?>(nil)
      listener = try await bind(address) { rules.withLock(\.self) }
      let port = listener.localAddress?.port ?? address.port
      let bound = ListenAddress(host: address.host, port: port)
      let made = RequestRules(address: bound, token: address.isLoopback ? nil : RequestRules.makeToken())
      rules.withLock { $0 = made }
      state.withLock { $0.listener = listener }
      site.start()
      return Self.url(made)
    } catch {
      state.withLock { $0.isStarted = false }
      throw CameraPageError(address: address, reason: Self.reason(error))
    }
  }

  /// Returns the usual reasons why nobody can listen at an address in words, because NIO names the call that failed.
  private static func reason(_ error: any Error) -> String {
    if error is SocketAddressError.UnknownHost { return "no machine is known by the name" }
    return switch (error as? IOError)?.errnoCode {
    case EADDRINUSE: "the port is in use by another program"
    case EADDRNOTAVAIL: "this machine does not have the address"
    case EACCES: "this user may not use the port"
    default: "\(error)"
    }
  }

  private static func url(_ rules: RequestRules) -> String {
    "http://\(rules.address)/" + (rules.token.map { "?token=\($0)" } ?? "")
  }

  private func bind(
    _ address: ListenAddress, _ rules: @escaping @Sendable () -> RequestRules?
  ) async throws -> any Channel {
    let limits = limits
    return try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: limits.unreadBytes)
      .childChannelOption(
        .writeBufferWaterMark, value: .init(low: limits.unreadBytes / 4, high: limits.unreadBytes)
      )
      .childChannelInitializer { [weak self] channel in
        guard let self, let rules = rules(), self.admit(channel) else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
          try Self.configure(channel, site: self.site, rules: rules, limits: limits)
        }
      }
      .bind(host: address.host, port: address.port).get()
  }

  /// Adds the handlers of a connection.
  static func configure(
    _ channel: any Channel, site: any PageSite, rules: RequestRules, limits: ServerLimits
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    let budget = ByteBudget(limits)
    try pipeline.addHandler(budget)
    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: true, withErrorHandling: true)
    try pipeline.addHandler(PageHandler(site, rules, limits, budget))
  }

  /// Notes a connection. It returns false where there are too many.
  private func admit(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let host = channel.remoteAddress?.ipAddress
    let isAdmitted = state.withLock { $0.connections.admit(channel, from: host, limits) }
    if isAdmitted {
      channel.closeFuture.whenComplete { [weak self] _ in self?.state.withLock { $0.connections.remove(id) } }
    }
    return isAdmitted
  }

  private static let backlog: CInt = 64

  /// Ends every connection, and stops listening.
  public func stop() async {
    site.stop()
    try? await state.withLock(\.listener)?.close().get()
    // Nobody can connect any more, so these are all.
    for connection in state.withLock({ $0.connections.channels }) { try? await connection.close().get() }
    state.withLock { ($0.listener, $0.isStarted) = (nil, false) }
  }
}

/// The reason why a page cannot be served.
public struct CameraPageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address that was asked for.
  public let address: ListenAddress
  /// The reason.
  public let reason: String

  /// The address and the reason.
  public var description: String {
    "cannot listen at \(address): \(reason); give another address, such as 127.0.0.1:0 for a free port"
  }
}

extension CameraPageError: LocalizedError {
  /// The address and the reason.
  public var errorDescription: String? { description }
}
