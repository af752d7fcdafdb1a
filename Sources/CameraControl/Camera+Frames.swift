#if os(Linux)
  internal import RawFrames
  internal import Synchronization
  internal import VideoCapture

  extension Camera {
    /// Whether frames come.
    public var isRunning: Bool { state.withLock { $0.run != nil } }

    /// Starts the camera. Nothing happens where it runs.
    ///
    /// - Throws: ``CameraError``, among others where it is unplugged, or streaming in another program.
    public func startRunning() throws(CameraError) {
      try checkConnection()
      let run = CaptureRun()
      let isFirst = state.withLock { state in
        guard state.run == nil else { return false }
        state.run = run
        state.failure = nil
        state.timeline.settle()
        return true
      }
      guard isFirst else { return }
      let stream: CaptureStream
      do throws(CaptureError) { stream = try device.stream(bufferCount: Self.bufferCount) } catch {
        if case .deviceGone = error.reason { disconnect() }
        end(run)
        run.finish()
        throw CameraError(error)
      }
      let (timeout, bufferCount) = (options.frameTimeout, stream.bufferCount)
      state.withLock { $0.timeline.bufferCount = bufferCount }
      run.start(stream) { [weak self] stream in
        var last = ContinuousClock.now
        // The camera is held while a frame is looked at, not while one is waited for: so it can be let go at any time.
        while !run.isStopping {
          let outcome = Self.next(of: &stream)
          guard let self else { return }
          switch outcome {
          case .success(let frame):
            last = .now
            self.take(frame)
          case .failure(let error):
            guard self.survives(error, silence: last.duration(to: .now), limit: timeout) else { return }
          }
          self.expireWaiters()
        }
      } end: { [weak self] in
        self?.end(run)
      }
    }

    /// Stops the camera and waits until it has stopped; from where a frame is looked at, it stops right after. Streams of
    /// frames end.
    public func stopRunning() {
      guard let run = state.withLock({ $0.run }) else { return }
      run.stop()
      run.waitForEnd()
      end(run)
    }

    /// For the last moment, in which nobody can be waited for.
    func endRunning() {
      let (run, consumers, waiters) = state.withLock { ($0.run, $0.consumers, $0.waiters) }
      run?.stop()
      for consumer in consumers.values { consumer.finish() }
      for waiter in waiters { waiter.finish(.failure(error(.notRunning))) }
    }

    /// The frames from now on, the newest where the reader is slow; each reader has a stream of its own. It ends when the
    /// camera stops or is unplugged; ``failure`` then says why.
    public var frames: AsyncStream<CameraFrame> {
      let (stream, continuation) = AsyncStream.makeStream(of: CameraFrame.self, bufferingPolicy: .bufferingNewest(1))
      let number: Int? = state.withLock { state in
        guard state.run != nil else { return nil }
        state.lastConsumer += 1
        state.consumers[state.lastConsumer] = continuation
        return state.lastConsumer
      }
      guard let number else {
        continuation.finish()
        return stream
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.consumers.removeValue(forKey: number) }
      }
      return stream
    }

    /// The frame that came last; `nil` before the first.
    public var latestFrame: CameraFrame? { state.withLock { $0.latest } }

    /// Waits for a frame that `isWanted`, from now on.
    ///
    /// - Throws: ``CameraError/Reason/noFrame(within:)`` where none came in time, ``CameraError/Reason/notRunning`` or
    ///   ``CameraError/Reason/unplugged`` where none can come.
    public func nextFrame(
      within limit: Duration = .seconds(5), where isWanted: @escaping @Sendable (CameraFrame) -> Bool = { $0.isTrusted }
    ) async throws(CameraError) -> CameraFrame {
      try checkConnection()
      let result = await withCheckedContinuation { continuation in
        let waiter = FrameWaiter(limit: limit, isWanted: isWanted) { continuation.resume(returning: $0) }
        let isRunning = state.withLock { state in
          if state.run != nil { state.waiters.append(waiter) }
          return state.run != nil
        }
        if !isRunning { waiter.finish(.failure(error(.notRunning))) }
      }
      guard let frame = try result.get() else { throw error(.notRunning) }
      return frame
    }

    // MARK: - On the capture thread

    /// So long at most the thread waits at once, so that it notices a stop and what has run out.
    private static let slice = Duration.milliseconds(100)

    private static func next(of stream: inout CaptureStream) -> Result<CapturedFrame, CaptureError> {
      do throws(CaptureError) { return .success(try stream.nextFrame(timeout: slice)) } catch { return .failure(error) }
    }

    private func take(_ captured: CapturedFrame) {
      let arrival = CaptureDevice.now
      let (isBalanceKnown, isExposureKnown) = (followAutomatic(), followExposure())
      guard let frame = try? captured.frame.replacingLevels(levels) else { return }
      typealias Reached = (
        frame: CameraFrame, change: Int, consumers: [AsyncStream<CameraFrame>.Continuation], waiters: [FrameWaiter]
      )
      let reached: Reached = state.withLock { state in
        let (settings, isInEffect) = state.timeline.settings(timestamp: captured.timestamp, arrival: arrival)
        let isTrusted = isInEffect && isBalanceKnown && isExposureKnown
        let frame = CameraFrame(
          frame: frame, sequence: captured.sequence, timestamp: captured.timestamp,
          damagedBefore: captured.damagedBefore, appliedGains: settings.applied, softwareGains: settings.software,
          exposure: settings.exposure, isTrusted: isTrusted)
        state.latest = frame
        if isTrusted { state.latestTrusted = frame }
        return (frame, state.timeline.numberInEffect, Array(state.consumers.values), state.waiters)
      }
      // Asked outside of the lock, and then taken off the list by one of those who may.
      let served = reached.waiters.filter { $0.isReached(by: reached.frame, change: reached.change) }
      let claimed = state.withLock { state in
        let claimed = served.filter { waiter in state.waiters.contains { $0 === waiter } }
        state.waiters.removeAll { waiter in claimed.contains { $0 === waiter } }
        return claimed
      }
      for consumer in reached.consumers { consumer.yield(reached.frame) }
      for waiter in claimed { waiter.finish(.success(reached.frame)) }
      if reached.frame.isTrusted { adjust(by: reached.frame) }
    }

    /// Whether the camera goes on after `error`.
    private func survives(_ error: CaptureError, silence: Duration, limit: Duration) -> Bool {
      switch error.reason {
      case .timeout, .damagedFrames:
        if silence > limit {
          let reason = CameraError.Reason.noFrame(within: limit)
          state.withLock { $0.failure = self.error(reason) }
        }
        return true
      case .deviceGone:
        disconnect()
        return false
      default:
        state.withLock { $0.failure = CameraError(error) }
        return false
      }
    }

    private func expireWaiters() {
      let now = ContinuousClock.now
      let expired = state.withLock { state in
        let expired = state.waiters.filter { $0.deadline < now }
        state.waiters.removeAll { $0.deadline < now }
        return expired
      }
      for waiter in expired { waiter.finish(.failure(error(.noFrame(within: waiter.limit)))) }
    }

    private func end(_ run: CaptureRun) {
      let (consumers, waiters) = state.withLock { state in
        guard state.run === run else { return ([AsyncStream<CameraFrame>.Continuation](), [FrameWaiter]()) }
        state.run = nil
        let result = (Array(state.consumers.values), state.waiters)
        state.consumers = [:]
        state.waiters = []
        return result
      }
      let reason: CameraError.Reason = isConnected ? .notRunning : .unplugged
      for consumer in consumers { consumer.finish() }
      for waiter in waiters { waiter.finish(.failure(error(reason))) }
    }

    func disconnect() {
      state.withLock { state in
        state.isConnected = false
        state.failure = error(.unplugged)
      }
    }
  }

  /// Somebody who waits for a frame.
  final class FrameWaiter: Sendable {
    let limit: Duration
    let deadline: ContinuousClock.Instant
    private let isWanted: @Sendable (CameraFrame) -> Bool
    /// The change that must be in effect.
    private let change: Int?
    private let handler: Camera.Completion

    init(
      limit: Duration, change: Int? = nil, isWanted: @escaping @Sendable (CameraFrame) -> Bool = { _ in true },
      handler: @escaping Camera.Completion
    ) {
      self.limit = limit
      deadline = .now.advanced(by: limit)
      self.change = change
      self.isWanted = isWanted
      self.handler = handler
    }

    func isReached(by frame: CameraFrame, change done: Int) -> Bool { change.map { $0 <= done } ?? isWanted(frame) }

    /// To be called once, by whoever has taken it off the list, with no lock held.
    func finish(_ result: Result<CameraFrame?, CameraError>) { handler(result) }
  }
#endif
