public import Dispatch

/// The clock of a camera, by which its frames are dated.
///
/// A device has the system's monotonic clock, ``SystemClock``. A test may give a simulated camera another one.
public protocol CameraClock: Sendable {
  /// The time since some moment in the past.
  var now: Duration { get }

  /// Waits until `event` is signalled, for `limit` at most.
  ///
  /// - Returns: Whether it was signalled in time.
  func wait(for event: DispatchSemaphore, limit: Duration) -> Bool

  /// Waits until the time is `moment`. It returns at once for a moment in the past.
  func sleep(until moment: Duration)
}

extension CameraClock {
  /// Waits until the time is `moment`, by waiting for an event that never comes.
  public func sleep(until moment: Duration) {
    let left = moment - now
    if left > .zero { _ = wait(for: DispatchSemaphore(value: 0), limit: left) }
  }
}

/// The system's monotonic clock.
public struct SystemClock: CameraClock {
  /// Creates the clock. All instances have the same time.
  public init() {}

  /// The time since the machine was started, without the time that it slept.
  public var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  /// Waits until `event` is signalled, for `limit` at most.
  ///
  /// - Returns: Whether it was signalled in time.
  public func wait(for event: DispatchSemaphore, limit: Duration) -> Bool {
    event.wait(timeout: .now() + limit / .seconds(1)) == .success
  }
}
