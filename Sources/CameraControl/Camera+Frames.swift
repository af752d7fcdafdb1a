internal import CameraDevices
internal import Dispatch
internal import RawFrames
internal import Synchronization

extension Camera {
  /// Whether the camera runs.
  public var isRunning: Bool { state.withLock { $0.run != nil } }

  /// Starts the camera, in the format that it was created with. A camera that runs already is left as it is.
  ///
  /// - Throws: ``CameraError``, for example where the camera is unplugged or streams to another program.
  public func startRunning() throws(CameraError) {
    try checkConnection()
    // Another thread may be stopping the camera. That run ends first, so that this one begins.
    if let stopping = state.withLock({ $0.run }), stopping.isStopping {
      stopping.waitForEnd()
      end(stopping)
    }
    let run = CaptureRun(clock)
    let isFirst = state.withLock { state in
      guard state.run == nil else { return false }
      state.run = run
      (state.failure, state.endOfRun) = (nil, nil)
      (state.assignmentFailure, state.conversionFailure, state.automaticFailures) = (nil, nil, [:])
      (state.latest, state.latestArrival, state.latestTrusted) = (nil, nil, nil)
      state.timeline.settle()
      return true
    }
    guard isFirst else { return }
    let stream: any CameraStream
    do throws(CameraDeviceError) {
      // Another program may have set another format while the camera was stopped.
      if (try? device.currentFormat()) != format {
        try device.setFormat(format.pixelFormat, size: format.size, match: .exact)
      }
      stream = try device.stream(bufferCount: Self.bufferCount)
    } catch {
      if case .gone = error.fault { disconnect() }
      let failure = CameraError(error)
      // ``failure`` keeps the reason for callers that retry and do not look at the error.
      state.withLock { ($0.failure, $0.endOfRun) = (failure, failure) }
      end(run)
      run.finish()
      throw failure
    }
    let (bufferCount, start) = (stream.bufferCount, now)
    state.withLock { $0.timeline.bufferCount = bufferCount }
    run.start(stream) { [weak self] stream in
      var last = start
      // The thread holds the camera while it handles a frame, not while it waits for one, so that the camera can be
      // released at any time.
      while !run.isStopping {
        let outcome = Self.next(of: stream)
        // A request about a control may have shown that the camera is gone, even if its stream continues or is
        // silent.
        guard let self, self.isConnected else { return }
        switch outcome {
        case .success(let frame):
          let arrival = self.now
          if self.take(frame) { last = arrival } else { self.pass(silence: arrival - last) }
        case .failure(let error):
          guard self.survives(error) else { return }
          self.pass(silence: self.now - last)
        }
        self.expireWaiters()
      }
    } end: { [weak self] in
      self?.end(run)
    }
    let (watchers, kept) = state.withLock { (Array($0.lifeWatchers.values), $0.meter) }
    for watcher in watchers { watcher(.started) }
    if let kept { CameraMeter(self, kept).followByItself() }
  }

  /// Stops the camera, waits until it has stopped, and ends all streams of frames.
  ///
  /// On the capture thread, while a frame is handled, it does not wait. The camera stops right after the frame. Where a
  /// driver does not answer, it waits 10 seconds at most, and the device may stay busy until its driver answers.
  public func stopRunning() {
    guard let run = state.withLock({ $0.run }) else { return }
    run.stop()
    run.waitForEnd()
    end(run)
  }

  /// Ends the run during deinitialization, where it cannot wait.
  func endRunning() {
    let (run, observers, waiters) = state.withLock { ($0.run, $0.observers, $0.waiters) }
    run?.stop()
    for observer in observers.values { observer.receive(.end) }
    for waiter in waiters { waiter.finish(.failure(error(.notRunning))) }
  }

  /// The frames from now on. Each reader has its own stream, and a slow reader gets only the newest frame.
  ///
  /// The camera must be running: a stream of one that is stopped has no frames and ends at once. The stream ends when
  /// the camera stops or is unplugged. ``failure`` then has the reason.
  public var frames: AsyncStream<CameraFrame> {
    let (stream, continuation) = AsyncStream.makeStream(of: CameraFrame.self, bufferingPolicy: .bufferingNewest(1))
    let number = observe { event in
      switch event {
      case .frame(let frame, _): continuation.yield(frame)
      case .silence: break
      case .end: continuation.finish()
      }
    }
    if let number { continuation.onTermination = { [weak self] _ in self?.removeObserver(number) } }
    return stream
  }

  /// Calls `observer` for every frame, on the capture thread, until the camera stops.
  ///
  /// Where the camera does not run, `observer` receives ``FrameEvent/end`` at once.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `observer` sets the camera by the frames; `nil` where it does not.
  ///   - observer: The function that is called.
  /// - Returns: A number for ``removeObserver(_:)``; `nil` where the camera does not run.
  func observe(settingOn queue: DispatchQueue? = nil, _ observer: @escaping @Sendable (FrameEvent) -> Void) -> Int? {
    let number: Int? = state.withLock { state in
      guard state.run != nil else { return nil }
      state.lastObserver += 1
      state.observers[state.lastObserver] = FrameObserver(queue: queue, receive: observer)
      return state.lastObserver
    }
    if number == nil { observer(.end) }
    return number
  }

  func removeObserver(_ number: Int) { state.withLock { _ = $0.observers.removeValue(forKey: number) } }

  /// Waits until the meters have set what they had already decided to set.
  func waitForMeters() async {
    // The camera's own meter may be about to follow, and does not observe yet.
    let queues = state.withLock { state in
      state.observers.values.compactMap(\.queue) + [state.meter?.queue].compactMap(\.self)
    }
    for queue in queues {
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
  }

  /// The number of the last change. Frames from before it have a lower number.
  var lastChange: Int { state.withLock { $0.timeline.lastNumber } }

  /// The latest frame of this run, or of the last one where the camera does not run; `nil` before the first.
  public var latestFrame: CameraFrame? { state.withLock { $0.latest } }

  /// The time on ``now`` when ``latestFrame`` came; `nil` before the first. A driver may stamp frames by another clock.
  package var latestArrival: Duration? { state.withLock { $0.latestArrival } }

  /// The longest time without a frame before a wait ends: the option's, or that of a few frames where it is longer.
  var frameLimit: Duration { state.withLock { frameLimit($0) } }

  private func frameLimit(_ state: State) -> Duration {
    max(options.frameTimeout, state.timeline.longestFrame * Self.framesOfWait)
  }

  /// Waits for the next frame for which `isWanted` is true.
  ///
  /// - Parameters:
  ///   - limit: The longest time to wait. With `nil` it is 5 seconds, or as long as a change takes where frames are so
  ///     long that it takes longer.
  ///   - isWanted: Whether a frame will do. The default is a trusted frame.
  /// - Throws: ``CameraError/Reason/noFrame(within:cause:)`` where none came in time;
  ///   ``CameraError/Reason/notRunning``, ``CameraError/Reason/unplugged`` or the device's failure that ended the run,
  ///   where none can come; ``CameraError/Reason/cancelled`` as soon as the task is cancelled.
  public func nextFrame(
    within limit: Duration? = nil, where isWanted: @escaping @Sendable (CameraFrame) -> Bool = { $0.isTrusted }
  ) async throws(CameraError) -> CameraFrame {
    try checkConnection()
    var waiter: FrameWaiter?
    // A wait that was cancelled is still on the list.
    defer { state.withLock { $0.waiters.removeAll { $0 === waiter } } }
    let frame = try await result { completion throws(CameraError) in
      waiter = state.withLock { state in
        guard state.run != nil else { return nil }
        let newest = state.timeline.newest
        let limit = limit ?? max(Self.usualLimit, options.frameTimeout + state.timeline.longestWait(for: newest))
        let added = FrameWaiter(limit: limit, from: now, isWanted: isWanted, handler: completion)
        state.waiters.append(added)
        return added
      }
      guard waiter != nil else { throw reasonNotToRun }
    }
    guard let frame else { throw error(.notRunning) }
    return frame
  }

  /// A wait for one frame lasts at least as long as so many frames do. In some sensors the first frame of a run ends
  /// two frame times after the start, and frames may differ in length.
  static let framesOfWait = 3

  /// The time that a caller waits for a frame, where frames are not long.
  private static let usualLimit = Duration.seconds(5)

  // MARK: - On the capture thread

  /// The longest single wait of the thread, so that it notices a stop and an expired limit in time.
  private static let slice = Duration.milliseconds(100)

  private static func next(of stream: any CameraStream) -> Result<CapturedFrame, CameraDeviceError> {
    do throws(CameraDeviceError) { return .success(try stream.nextFrame(timeout: slice)) } catch {
      return .failure(error)
    }
  }

  /// Handles a frame: passes it to the waiters and the observers, and advances the automatic modes.
  ///
  /// - Returns: Whether the frame can be used. It cannot where the camera's levels do not fit its format.
  private func take(_ captured: CapturedFrame) -> Bool {
    let arrival = now
    let others = followOthers()
    let (isBalanceKnown, isExposureKnown) = (followAutomatic(), followExposure())
    let frame: RawFrame
    do throws(RawFrameError) { frame = try captured.frame.replacingLevels(levels) } catch {
      state.withLock { $0.trouble = .levels(error) }
      return false
    }
    typealias Reached = (frame: CameraFrame, change: Int, lastChange: Int, waiters: [FrameWaiter])
    let reached: Reached = state.withLock { state in
      let (settings, isInEffect) = state.timeline.settings(timestamp: captured.timestamp, arrival: arrival)
      let isTrusted = isInEffect && isBalanceKnown && isExposureKnown && others.isKnown
      state.trouble = others.fault.map(NoFrameCause.settings)
      // A silence is over.
      if case .noFrame = state.failure?.reason { state.failure = nil }
      let frame = CameraFrame(
        frame: frame, sequence: captured.sequence, timestamp: captured.timestamp,
        damagedFrameCount: captured.damagedFrameCount, appliedGains: settings.applied, softwareGains: settings.software,
        exposure: settings.exposure, isTrusted: isTrusted)
      (state.latest, state.latestArrival) = (frame, arrival)
      if isTrusted { state.latestTrusted = frame }
      return (frame, state.timeline.numberInEffect, state.timeline.lastNumber, state.waiters)
    }
    // `isReached` runs outside of the lock. A waiter may end meanwhile, so only those still on the list are served.
    let served = reached.waiters.filter { $0.isReached(by: reached.frame, change: reached.change) }
    let claimed = state.withLock { state in
      let claimed = served.filter { waiter in state.waiters.contains { $0 === waiter } }
      state.waiters.removeAll { waiter in claimed.contains { $0 === waiter } }
      return claimed
    }
    tell(.frame(reached.frame, lastChange: reached.lastChange))
    for waiter in claimed { waiter.finish(.success(reached.frame)) }
    if reached.frame.isTrusted { adjust(by: reached.frame) }
    return true
  }

  private func tell(_ event: FrameEvent) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer.receive(event) }
  }

  /// Notifies the observers that no usable frame came. Sets ``failure`` if this has lasted longer than the limit.
  ///
  /// - Parameter silence: The time since the last usable frame.
  private func pass(silence: Duration) {
    state.withLock { state in
      let limit = frameLimit(state)
      if silence > limit { state.failure = error(.noFrame(within: limit, cause: state.noFrameCause)) }
    }
    tell(.silence)
  }

  /// Returns whether the camera goes on after `error`.
  private func survives(_ error: CameraDeviceError) -> Bool {
    switch error.fault {
    case .noFrame: return true
    case .damagedFrames:
      state.withLock { $0.trouble = .damaged(error.fault) }
      return true
    case .gone:
      disconnect()
      return false
    default:
      let failure = CameraError(error)
      state.withLock { ($0.failure, $0.endOfRun) = (failure, failure) }
      return false
    }
  }

  private func expireWaiters() {
    let now = now
    let (expired, cause) = state.withLock { state in
      let expired = state.waiters.filter { $0.deadline <= now }
      state.waiters.removeAll { $0.deadline <= now }
      return (expired, state.noFrameCause)
    }
    for waiter in expired { waiter.finish(.failure(error(.noFrame(within: waiter.limit, cause: cause)))) }
  }

  private func end(_ run: CaptureRun) {
    let (observers, waiters) = state.withLock { state in
      guard state.run === run else { return ([FrameObserver](), [FrameWaiter]()) }
      state.run = nil
      let result = (Array(state.observers.values), state.waiters)
      state.observers = [:]
      state.waiters = []
      return result
    }
    let reason = reasonNotToRun
    for observer in observers { observer.receive(.end) }
    for waiter in waiters { waiter.finish(.failure(reason)) }
  }

  func disconnect() {
    let watchers = state.withLock { state in
      state.isConnected = false
      state.failure = error(.unplugged)
      return Array(state.lifeWatchers.values)
    }
    for watcher in watchers { watcher(.unplugged) }
  }

  /// Asks the device for its format, which tells whether it is still there while the camera does not run.
  ///
  /// A device that is gone is let go of: while a program has it open, Linux gives it another node when it comes back.
  package func noticeUnplugging() {
    _ = try? ask { device throws(CameraDeviceError) in try device.currentFormat() }
  }

  /// Calls `watcher` when the camera starts, and when it turns out to be unplugged, also where it does not run and
  /// nobody observes its frames.
  ///
  /// - Parameter owner: The owner, which has one watcher at a time and removes it at its end.
  func watchLife(for owner: ObjectIdentifier, _ watcher: @escaping @Sendable (LifeEvent) -> Void) {
    state.withLock { $0.lifeWatchers[owner] = watcher }
  }

  func removeLifeWatcher(of owner: ObjectIdentifier) {
    state.withLock { _ = $0.lifeWatchers.removeValue(forKey: owner) }
  }
}
