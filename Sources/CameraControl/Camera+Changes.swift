internal import CameraDevices
internal import Synchronization

/// The parts that all changes share: when a change takes effect, and who is notified.
extension Camera {
  /// A function that receives the first frame with a change.
  ///
  /// It receives `nil` where the camera does not run, so that no frame is on its way.
  typealias Completion = @Sendable (Result<CameraFrame?, CameraError>) -> Void

  /// Returns a completion that calls `handler` on a separate thread, in the order of the calls.
  func handing(_ handler: @escaping @Sendable (Duration?) -> Void) -> Completion {
    { [handlers, clock] result in
      let timestamp: Duration? =
        switch result {
        case .success(let frame): frame?.timestamp ?? clock.now
        case .failure: nil
        }
      handlers.call { handler(timestamp) }
    }
  }

  /// Waits for the first frame that has the change made by `body`. A task that is cancelled already makes no change.
  func timestamp(
    _ body: (@escaping Completion) throws(CameraError) -> Void
  ) async throws(CameraError) -> Duration {
    try checkCancellation()
    return try await result(of: body)?.timestamp ?? now
  }

  /// Waits for the result that `body` has its completion called with.
  ///
  /// - Throws: The error of the result or of `body`; ``CameraError/Reason/cancelled`` as soon as the task is cancelled.
  func result(
    of body: (@escaping Completion) throws(CameraError) -> Void
  ) async throws(CameraError) -> CameraFrame? {
    let (results, continuation) = AsyncStream.makeStream(of: Result<CameraFrame?, CameraError>.self)
    try body { result in
      continuation.yield(result)
      continuation.finish()
    }
    // A stream ends where the task that reads it is cancelled.
    var iterator = results.makeAsyncIterator()
    guard let result = await iterator.next() else { throw error(.cancelled) }
    return try result.get()
  }

  /// Sets controls whose effect is to be measured.
  ///
  /// - Parameters:
  ///   - exposureMode: The mode of exposure that the camera has afterwards; `nil` for the present one.
  ///   - whiteBalanceMode: The mode of white balance that the camera has afterwards; `nil` for the present one.
  ///   - completion: A function that receives the first frame that surely has the effect.
  ///   - set: A function that sets the controls.
  /// - Returns: Whether `completion` waits for such a frame.
  func setToMeasure(
    exposureMode: ExposureMode? = nil, whiteBalanceMode: WhiteBalanceMode? = nil, _ completion: @escaping Completion,
    by set: (any CameraBackend) throws(CameraDeviceError) -> Void
  ) throws(CameraError) -> Bool {
    try controlLock.withLock { (_: inout Void) throws(CameraError) -> Bool in
      try ask(set)
      return state.withLock { state in
        state.exposure.mode = exposureMode ?? state.exposure.mode
        state.whiteBalanceMode = whiteBalanceMode ?? state.whiteBalanceMode
        // The effect is not known while it is being measured, so nobody else may trust these frames.
        state.isBeingMeasured = true
        return state.note(state.timeline.newest, timeout: options.frameTimeout, completion)
      }
    }
  }

  func checkCancellation() throws(CameraError) {
    guard !Task.isCancelled else { throw error(.cancelled) }
  }
}

extension Camera.State {
  /// Notes that the device has `settings` from now on.
  ///
  /// - Parameters:
  ///   - settings: The new settings.
  ///   - timeout: The longest time without a frame. A change may take longer, by the frames of the pipeline.
  ///   - completion: A function that receives the first frame with the settings.
  /// - Returns: Whether `completion` waits for the first frame that has them. It does not where the camera does not
  ///   run, because no frame is on its way.
  @discardableResult
  mutating func note(
    _ settings: FrameSettings, timeout: Duration = .zero, _ completion: Camera.Completion? = nil
  ) -> Bool {
    var settings = settings
    settings.isUnknown = isUnknown
    let own = timeout + max(Self.pipelineTime, timeline.longestWait(for: settings))
    // Handlers are called in the order of the changes. Where no frame comes, waits end by their deadlines, so no
    // deadline is before that of an earlier change.
    let limit = max(own, waiters.filter(\.isForChange).map { $0.deadline - clock.now }.max() ?? .zero)
    let number = timeline.change(to: settings, at: clock.now)
    guard run != nil else {
      timeline.settle()
      return false
    }
    if let completion {
      waiters.append(FrameWaiter(limit: limit, from: clock.now, change: number, handler: completion))
    }
    return true
  }

  /// The least time, in addition to the frame timeout, for which a change is waited for while frames pass the
  /// pipeline.
  private static let pipelineTime = Duration.seconds(3)
}
