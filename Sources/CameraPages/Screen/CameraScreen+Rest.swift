internal import CameraControl
internal import Dispatch
internal import Metering
internal import Synchronization

/// A camera that nobody watches does not run: its device is free, and it costs nothing. The settings stay until the screen ends, so that a page
/// that comes back, such as that of a phone that was locked, finds it as it was left.
extension CameraScreen {
  /// Says whether somebody watches. The camera stops or goes on soon after.
  func watch(_ isWatched: Bool) {
    state.withLock { $0.isWatched = isWatched }
    attention.async { self.follow() }
  }

  /// Has the camera run, and waits until it does, where it can.
  func awaken() async {
    state.withLock { $0.isWatched = true }
    await attend(to: {})
  }

  /// Does `change` on the queue of attention, and then stops or starts the camera as is wanted.
  @discardableResult func attend<Value: Sendable>(to change: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      attention.async {
        let value = change()
        self.follow()
        continuation.resume(returning: value)
      }
    }
  }

  /// Stops the camera or starts it again, as is wanted now. On the queue of attention.
  private func follow() {
    let (isWatched, isResting, hasEnded, camera) = state.withLock {
      ($0.isWatched, $0.connection == .resting, $0.hasEnded, $0.camera)
    }
    guard !hasEnded else { return }
    if isWatched, isResting {
      state.withLock { $0.connection = .silent }
      // A camera that does not start, such as one that another program has now, is tried again by `run()`.
      if (try? camera.startRunning()) != nil { noteStart() }
    } else if !isWatched, !isResting, camera.isConnected {
      stopFollowing()
      state.withLock { $0.connection = .resting }
      camera.stopRunning()
    } else {
      return
    }
    publishState()
  }

  /// Ends a scan, and locks what the meter follows: without frames there is nothing to follow.
  func stopFollowing() {
    let (meter, scan) = state.withLock { ($0.meter, $0.scan) }
    scan?.cancel()
    // Once it has locked, nothing more is on its way to the device. The values that an automatic mode or a person set stay.
    let followed = meter.followedQuantities
    if !followed.isEmpty {
      try? meter.lockAtOnce(
        exposure: followed.contains(.exposure), focus: followed.contains(.focus),
        whiteBalance: followed.contains(.whiteBalance))
    }
  }
}
