internal import CameraControl
internal import Dispatch
internal import Metering
internal import Synchronization

/// Stopping and starting the camera as pages come and go.
///
/// A camera that nobody watches is stopped, so that its device is free for other programs. The settings stay until the
/// screen ends, so that a page that returns, for example on a phone that was locked, finds the camera as it was left.
extension CameraScreen {
  /// Notes whether anybody watches. The camera stops or starts soon after.
  func watch(_ isWatched: Bool) {
    state.withLock { $0.isWatched = isWatched }
    attention.async { self.follow() }
  }

  /// Starts the camera, and waits until it runs or has failed to start.
  func awaken() async {
    state.withLock { $0.isWatched = true }
    await attend(to: {})
  }

  /// Makes `change` on the queue of attention, then stops or starts the camera accordingly.
  @discardableResult func attend<Value: Sendable>(to change: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      attention.async {
        let value = change()
        self.follow()
        continuation.resume(returning: value)
      }
    }
  }

  /// Starts the camera if somebody watches, and stops it if nobody does. It runs on the queue of attention.
  private func follow() {
    let (isWatched, isResting, hasEnded, camera) = state.withLock {
      ($0.isWatched, $0.connection == .resting, $0.hasEnded, $0.camera)
    }
    guard !hasEnded else { return }
    if isWatched, isResting {
      state.withLock { $0.connection = .silent }
      // A camera that does not start, for example because another program has it, is tried again by `run()`.
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

  /// Notices that a camera at rest is unplugged. It runs on the queue of attention.
  ///
  /// Without frames nothing else reports it. A device that this process holds open gets another node when it is plugged
  /// in again, and the search would not find it.
  func lookAtResting() {
    let (isResting, camera) = state.withLock { ($0.connection == .resting, $0.camera) }
    if isResting { camera.noticeUnplugging() }
  }

  /// Ends a scan and locks what the meter follows, because without frames it has nothing to follow.
  func stopFollowing() {
    let (meter, scan) = state.withLock { ($0.meter, $0.scan) }
    if let scan {
      scan.cancel()
      // It ends on the meter's queue. Then the meter follows what it did before, and not the scan's quantities.
      meter.queue.sync {}
    }
    // After the lock, nothing more is on its way to the device. Values set by an automatic mode or by a person stay.
    let followed = meter.followedQuantities
    if !followed.isEmpty { try? meter.lockAtOnce(followed) }
  }
}
