#if os(Linux)
  package import Dispatch

  /// The time that a camera goes by: the system's monotonic clock, by which drivers date their frames. A test hands in a
  /// clock of its own, which passes from frame to frame (hence `package`).
  package protocol CaptureClock: Sendable {
    /// The time since some moment in the past.
    var now: Duration { get }

    /// Waits until `event` is signalled, for `limit` at most.
    ///
    /// - Returns: whether it was signalled in time.
    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool
  }
#endif
