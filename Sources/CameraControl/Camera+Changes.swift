internal import CameraDevices

/// The parts that all changes have in common: when a change is in effect, and who is told.
extension Camera {
  /// The function that is called with the first frame that has a change, or with `nil` where the camera does not run and no frame is on its
  /// way.
  typealias Completion = @Sendable (Result<CameraFrame?, CameraError>) -> Void

  /// The longest time that a change may take: the silence that a camera is allowed, and its pipeline at a few frames a second.
  var changeLimit: Duration { options.frameTimeout + .seconds(3) }

  /// A caller's handler, which is called on a thread of its own, in order.
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

  /// Waits for the first frame that has the change that `body` makes.
  func timestamp(
    _ body: (@escaping Completion) throws(CameraError) -> Void
  ) async throws(CameraError) -> Duration {
    let result: Result<CameraFrame?, CameraError> = await withCheckedContinuation { continuation in
      do throws(CameraError) {
        try body { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try result.get()?.timestamp ?? now
  }
}

extension Camera.State {
  /// Notes that the device has `settings` from now on.
  ///
  /// - Returns: whether `completion` waits for the first frame that has them: none is on its way where the camera does
  ///   not run.
  @discardableResult
  mutating func note(
    _ settings: FrameSettings, limit: Duration = .zero, _ completion: Camera.Completion? = nil
  ) -> Bool {
    var settings = settings
    settings.isUnknown = isUnknown
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
}
