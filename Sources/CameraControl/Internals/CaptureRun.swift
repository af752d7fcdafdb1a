internal import CameraDevices
internal import Dispatch
internal import Synchronization

/// One run of a camera, from start to stop.
final class CaptureRun: Sendable {
  private let stopping = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)
  private let clock: any CameraClock

  init(_ clock: any CameraClock) {
    self.clock = clock
  }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  /// Runs `body` with the stream on a new thread, which owns the stream, and `end` once the device is free again.
  func start(
    _ stream: any CameraStream, _ body: @escaping @Sendable (any CameraStream) -> Void,
    end: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "CameraControl.capture", qos: .userInitiated)
    queue.setSpecific(key: Self.runKey, value: ObjectIdentifier(self))
    queue.async {
      body(stream)
      stream.stop()
      end()
      self.finish()
    }
  }

  /// Asks the thread to end.
  func stop() {
    stopping.store(true, ordering: .releasing)
  }

  /// Releases the threads that wait for the end, also for a run that could not start.
  func finish() { ended.signal() }

  /// Waits for the thread, as long as a driver may take for a request. Called on the thread itself it does not wait.
  func waitForEnd() {
    guard DispatchQueue.getSpecific(key: Self.runKey) != ObjectIdentifier(self) else { return }
    // The signal is passed on, because other threads may wait as well.
    if clock.wait(for: ended, limit: Self.limit) { ended.signal() }
  }

  private static let runKey = DispatchSpecificKey<ObjectIdentifier>()

  /// A USB control transfer may take five seconds.
  private static let limit = Duration.seconds(10)
}
