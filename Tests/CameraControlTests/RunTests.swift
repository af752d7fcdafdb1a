#if os(Linux)
  import CameraControl
  import CameraDevices
  import Dispatch
  import RawFrames
  import Synchronization
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// Start and stop, from any thread and at any time.
  @Suite(.virtualTime) struct RunsOfACamera {
    @Test func `several threads may stop it at once, and wait for a tenth of a second at most`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      _ = try await test.camera.nextFrame()
      // The thread that waits for a frame notices the stop a moment later.
      test.driver.with { $0.isHanging = true }
      let start = test.driver.now
      DispatchQueue.concurrentPerform(iterations: 3) { _ in test.camera.stopRunning() }
      #expect(test.driver.now == start + .milliseconds(100))
      #expect(!test.camera.isRunning)
    }

    @Test func `a start sets the format again that another program has changed`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      _ = try await test.camera.nextFrame()
      test.camera.stopRunning()
      for other in ["YUYV", "GB16"] {
        test.driver.with { $0.fourCC = FourCC(other) }
        try test.camera.startRunning()
        #expect(try await test.camera.nextFrame().frame.format.fourCC == FourCC("RG16"), "\(other)")
        test.camera.stopRunning()
      }
    }

    @Test func `its frames end when the driver is done, and then it may be started again`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      let frames = camera.frames
      let isEnded = Atomic(false)
      test.driver.hold(.stops)
      test.driver.with { $0.failure = .ioError }
      async let end: Void = {
        for await _ in frames {}
        isEnded.store(true, ordering: .relaxed)
      }()
      // A driver takes its time to stop.
      await test.driver.holds()
      await test.driver.time.pass(.seconds(1))
      #expect(!isEnded.load(ordering: .relaxed) && camera.isRunning)
      test.driver.with { $0.failure = nil }
      test.driver.release()
      await end
      try camera.startRunning()
      #expect(try await camera.nextFrame().isTrusted)
      camera.stopRunning()
    }

    @Test func `a driver that does not answer is given up after ten seconds`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      _ = try await test.camera.nextFrame()
      test.driver.hold(.stops)
      let start = test.driver.now
      test.camera.stopRunning()
      #expect(test.driver.now == start + .seconds(10))
      #expect(!test.camera.isRunning)
      test.driver.release()
    }

    @Test func `who looks at a frame may stop it`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      let start = test.driver.now
      let camera = test.camera
      _ = try? await camera.nextFrame { _ in
        camera.stopRunning()
        return true
      }
      #expect(test.driver.now == start + test.driver.with { $0.interval })
      #expect(!camera.isRunning)
    }
  }

  /// A clock whose camera has no frame until a second thread waits for the end of a run, or the clock is opened. No real
  /// time passes.
  private final class GateClock: CameraClock {
    private let time = Mutex(Duration.zero)
    private let waitCount = Mutex(0)
    private let gate = DispatchSemaphore(value: 0)
    /// It is signalled once a first thread waits for the end of a run.
    let isWaitedFor = DispatchSemaphore(value: 0)

    var now: Duration { time.withLock(\.self) }

    func open() { gate.signal() }

    func sleep(until moment: Duration) {
      gate.wait()
      gate.signal()
      time.withLock { $0 = max($0, moment) }
    }

    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool {
      let isFirst = waitCount.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { isWaitedFor.signal() } else { open() }
      event.wait()
      return true
    }
  }

  @Suite(.hangLimit) struct StartsDuringAStop {
    @Test func `a start while another thread stops the camera waits for the end, and then starts`() throws {
      let clock = GateClock()
      let camera = try CameraControl.Camera(
        device: SimulatedCamera(SimulatedCamera.Setup(), clock: clock), profile: SimulatedCamera.profile)
      try camera.startRunning()
      let isStopped = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        camera.stopRunning()
        isStopped.signal()
      }
      clock.isWaitedFor.wait()
      try camera.startRunning()
      clock.open()
      isStopped.wait()
      #expect(camera.isRunning)
      camera.stopRunning()
    }
  }
#endif
