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

  /// Runs `body` on a thread of its own, with the stream that it then owns, and `end` once the device is free again.
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

  /// Lets go who waits for the end; also of a run that could not start.
  func finish() { ended.signal() }

  /// Waits for the thread as long as a driver may take for a request. The thread itself does not wait for its end.
  func waitForEnd() {
    guard DispatchQueue.getSpecific(key: Self.runKey) != ObjectIdentifier(self) else { return }
    // Passed on: others may wait as well.
    if clock.wait(for: ended, limit: Self.limit) { ended.signal() }
  }

  private static let runKey = DispatchSpecificKey<ObjectIdentifier>()

  /// A USB control transfer may take five seconds.
  private static let limit = Duration.seconds(10)
}
