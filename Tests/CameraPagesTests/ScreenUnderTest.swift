import CameraControl
import CameraDevices
import DeviceProfiles
import Dispatch
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import CameraPages

/// A clock on which no wait takes time. A frame comes when every task that was ready before it has had its turn: a
/// camera that did not wait for the readers of its frames would take the processors from them.
final class JumpingClock: CameraClock {
  private struct State {
    var time = Duration.zero
    /// The number of threads that wait for the camera. While one waits, a frame waits for nothing: the tasks may have
    /// no other thread for their turn.
    var waiting = 0
    /// The semaphore on which the next frame waits for the turn of the tasks; `nil` where no frame waits.
    var turn: DispatchSemaphore?
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock(\.time) }

  func wait(for event: DispatchSemaphore, limit: Duration) -> Bool {
    state.withLock { state in
      state.waiting += 1
      state.turn?.signal()
    }
    event.wait()
    state.withLock { $0.waiting -= 1 }
    return true
  }

  func sleep(until moment: Duration) {
    let turn = state.withLock { state in
      state.turn = state.waiting == 0 ? DispatchSemaphore(value: 0) : nil
      return state.turn
    }
    if let turn {
      Task.detached { turn.signal() }
      turn.wait()
    }
    state.withLock { $0.turn = nil }
    jump(to: moment)
  }

  /// Makes it `moment` at once, without a turn of the tasks.
  func jump(to moment: Duration) { state.withLock { $0.time = max($0.time, moment) } }
}

/// A screen of a simulated camera, whose frames are followed while a test runs.
final class ScreenUnderTest: Sendable {
  let simulated: SimulatedCamera
  let clock = JumpingClock()
  let screen: CameraScreen
  /// What the screen's camera is where something is missing from it.
  let plain: PlainCamera

  /// - Parameters:
  ///   - profile: The profile of the camera.
  ///   - missing: The controls that the camera does not have.
  ///   - tellsLevels: Whether the camera and its profile tell the levels of frames.
  ///   - showsPattern: Whether the sensor shows a test pattern.
  ///   - clockOffset: The time that the clock of frames is ahead of the camera's.
  init(
    profile: DeviceProfile = SimulatedCamera.profile, without missing: Set<ControlID> = [], tellsLevels: Bool = true,
    showsPattern: Bool = false, clockOffset: Duration = .zero,
    _ change: (inout CameraScreen.Options) -> Void = { _ in }
  ) throws {
    var setup = SimulatedCamera.Setup()
    // Small frames are made quickly.
    setup.size = FrameSize(width: 160, height: 120)
    let simulated = try SimulatedCamera(setup, clock: clock)
    self.simulated = simulated
    var options = CameraScreen.Options()
    options.simulatedCamera = simulated
    options.pause = { _ in await Task.yield() }
    options.reopen = { try Camera(device: simulated, profile: $0) }
    change(&options)
    let isWhole = missing.isEmpty && tellsLevels && !showsPattern && clockOffset == .zero
    plain = PlainCamera(
      simulated, without: missing, tellsLevels: tellsLevels, showsPattern: showsPattern, clockOffset: clockOffset)
    var profile = profile
    if !tellsLevels { profile.levels = nil }
    screen = CameraScreen(try Camera(device: isWhole ? simulated : plain, profile: profile), options: options)
  }

  /// Does `body` while the camera's frames are followed.
  func run(_ body: @escaping @Sendable (ScreenUnderTest) async throws -> Void) async throws {
    let following = Task { try await self.screen.run() }
    // A screen that ran before still shows its last frame, and is not begun again.
    _ = try await state { $0["frame"] != nil && $0["camera"]?["connection"]?.text == "running" }
    let result: Result<Void, any Error>
    do { result = .success(try await body(self)) } catch { result = .failure(error) }
    following.cancel()
    let end = await following.result
    try result.get()
    try end.get()
  }

  /// Waits for a state that `isWanted`.
  ///
  /// - Parameter begin: The beginning of what leads to a state that may soon be over. It is watched from its start.
  @discardableResult
  func state(since begin: () -> Void = {}, _ isWanted: @escaping (JSON) -> Bool) async throws -> JSON {
    let (states, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let number = screen.observe { update in if case .state(let json) = update { continuation.yield(json) } }
    defer { screen.removeObserver(number) }
    screen.publishState()
    begin()
    for await bytes in states {
      let state = try JSON(bytes)
      if isWanted(state) { return state }
    }
    throw CancellationError()
  }

  /// Has the screen do what a page would send.
  func send(_ text: String) async throws {
    try await screen.perform(try ScreenCommand(Array(text.utf8)))
  }
}

/// A JSON document as tests ask for its members.
struct JSON {
  let value: Any

  init(_ bytes: some Sequence<UInt8>) throws {
    value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }

  private init(_ value: Any) { self.value = value }

  subscript(key: String) -> JSON? { (value as? [String: Any])?[key].map(JSON.init) }
  subscript(index: Int) -> JSON? {
    guard let list = value as? [Any], list.indices.contains(index) else { return nil }
    return JSON(list[index])
  }

  var number: Double? { (value as? NSNumber)?.doubleValue }
  var text: String? { value as? String }
  var bool: Bool? { value as? Bool }
  var count: Int { (value as? [Any])?.count ?? 0 }
}

/// A connection to a server, of bytes: what no browser would send can be sent.
struct RawConnection {
  let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

  /// Sends `text`, and returns what came until the server ended the connection.
  static func exchange(_ port: Int, _ text: String) async throws -> String {
    try await open(port) { connection in
      // A request that is refused early is not read to its end.
      try? await connection.send(text)
      return try await connection.text { _ in false }
    }
  }

  static func open<Result: Sendable>(
    _ port: Int, _ body: @escaping @Sendable (inout Self.Session) async throws -> Result
  ) async throws -> Result {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: .init(inboundType: ByteBuffer.self, outboundType: ByteBuffer.self))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var session = Session(outbound: outbound, inbound: inbound.makeAsyncIterator())
      return try await body(&session)
    }
  }

  struct Session {
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    var received = ""

    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Reads until the text `isEnough`, or the connection ends.
    mutating func text(until isEnough: (String) -> Bool) async throws -> String {
      while !isEnough(received), let part = try? await inbound.next() {
        received += String(decoding: part.readableBytesView, as: UTF8.self)
      }
      return received
    }
  }
}
