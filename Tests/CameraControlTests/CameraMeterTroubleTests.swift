#if os(Linux)
  import CameraControl
  import Dispatch
  import Metering
  import RawFrames
  import Synchronization
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// Cancellations, stops and unplugged cameras while the meter has work that is not done yet.
  @Suite(.virtualTime, .hangLimit) struct CameraMeterTroubleTests {
    /// Keeps the meter's queue busy, by a lock that is not done until the driver answers.
    private static func hold(_ meter: CameraMeter, _ test: CameraUnderTest) {
      test.driver.hold { try? meter.lockAtOnce([.whiteBalance]) }
    }

    @Test func `scans that are cancelled before they begin do not begin`() async throws {
      let test = try CameraMeterTests.camera { $0.wall = CameraMeterTests.darkWall }
      try test.camera.startRunning()
      let meter = try CameraMeterTests.meter(test, timeLimit: 3)
      Self.hold(meter, test)
      let scans = (0..<2).map { _ in
        Task.virtual { try await CameraMeterTests.error { try await meter.scan(exposure: false, focus: false) } }
      }
      await test.driver.time.pass(.milliseconds(30))
      for scan in scans { scan.cancel() }
      test.driver.release()
      for scan in scans { #expect(try await scan.value == .cancelled) }
      // A scan that had begun would have changed the status.
      #expect(meter.scene.whiteBalance.status == .locked)
    }

    @Test func `a lens that is lost alone ends its own focus, and the rest is measured and locked`() async throws {
      let wall = try CameraMeterTests.wall(5000)
      let test = try CameraUnderTest(
        .webcam {
          $0.wall = wall
          $0.interval = CameraMeterTests.interval
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let meter = try CameraMeterTests.meter(test)
      test.driver.with { $0.controls[.focusAbsolute] = nil }
      let error = try await CameraMeterTests.error { try await meter.scan() }
      #expect(error == .notConverged([.focus: .unsupported]))
      #expect(meter.scene.exposure.status == .locked && meter.scene.whiteBalance.status == .locked)
      #expect(meter.failure == nil)
    }

    @Test func `a picture of a surface without detail is taken, though its focus is not found`() async throws {
      let wall = try CameraMeterTests.wall(5000)
      let test = try CameraUnderTest(
        .webcam {
          $0.interval = CameraMeterTests.interval
          $0.wall = wall
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let meter = try #require(test.camera.meter)
      // The driver's frames are too small for a spot.
      meter.meteringMode = .uniform
      test.driver.time.watch(meter.queue)
      try await meter.unlock()
      let isReached = {
        meter.scene.focus.reason == .noContrast && meter.scene.exposure.status == .converged
          && meter.scene.whiteBalance.status == .converged
      }
      for _ in 0..<600 where !isReached() { _ = try await test.camera.nextFrame(where: { _ in true }) }
      try #require(isReached(), "\(meter.scene)")
      #expect(try await test.camera.capturePicture().isTrusted)
    }

    @Test func `a duration that is no number is refused before anything is set`() async throws {
      let test = try CameraMeterTests.camera { $0.controls[.autoWhiteBalance]?.value = 1 }
      try test.camera.startRunning()
      let meter = try CameraMeterTests.meter(test)
      let refused = CameraMeterError.metering(.lockDurationNotANumber)
      await #expect(throws: refused) { try await meter.lock(duration: .nan, exposure: false, focus: false) }
      let error = try await CameraMeterTests.error {
        try await meter.scan(lockDuration: .nan, exposure: false, focus: false)
      }
      #expect(error == refused)
      #expect(test.driver.value(.autoWhiteBalance) == 1)
    }

    @Test func `a camera that was stopped does not run because of that, whatever failed before`() async throws {
      let test = try CameraUnderTest(
        .balanced { $0.interval = CameraMeterTests.interval }
      ) { $0.frameTimeout = .milliseconds(500) }
      let camera = test.camera
      let meter = try CameraMeterTests.meter(test)
      func reason() async throws -> CameraError.Reason? {
        let error = try await CameraMeterTests.error { try await meter.scan(exposure: false, focus: false) }
        return CameraMeterTests.cameraError(error)?.reason
      }
      try camera.startRunning()
      try await meter.unlock(exposure: false, focus: false)
      camera.whiteBalanceMode = .locked
      #expect(camera.failure?.reason == .notLockedForConfiguration)
      camera.stopRunning()
      #expect(try await reason() == .notRunning)
      meter.queue.sync {}
      #expect(meter.failure?.reason == .notRunning)
      // The camera falls silent twice and is then stopped. The reason is the stop, and not the silence.
      try camera.startRunning()
      test.driver.with { $0.isHanging = true }
      await test.driver.time.pass(.milliseconds(600))
      #expect(camera.failure?.reason == .noFrame(within: .milliseconds(500)))
      test.driver.with { $0.isHanging = false }
      _ = try await camera.nextFrame()
      #expect(camera.failure == nil)
      test.driver.with { $0.isHanging = true }
      await test.driver.time.pass(.milliseconds(600))
      camera.stopRunning()
      #expect(try await reason() == .notRunning)
      // One that ended by itself says why.
      test.driver.with { $0.isHanging = false }
      try camera.startRunning()
      let frames = camera.frames
      test.driver.with { $0.failure = .ioError }
      for await _ in frames {}
      camera.whiteBalanceMode = .locked
      guard case .device? = try await reason() else {
        Issue.record("\(String(describing: meter.failure))")
        return
      }
      test.driver.with { $0.failure = nil }
    }

    @Test func `scenes end when the camera is unplugged, also where nothing was asked for`() async throws {
      let test = try CameraMeterTests.camera()
      try test.camera.startRunning()
      let meter = try CameraMeterTests.meter(test)
      let scenes = meter.scenes
      test.driver.with { $0.failure = .operationNotSupportedByDevice }
      // Without an end the suite's limit in time ends the test.
      for await _ in scenes {}
      #expect(!test.camera.isConnected)
    }

    @Test(arguments: [false, true])
    func `scenes of a camera at rest end when it turns out to be unplugged`(isStarted: Bool) async throws {
      let test = try CameraMeterTests.camera()
      let meter = try CameraMeterTests.meter(test)
      let scenes = meter.scenes
      test.driver.with { $0.failure = .operationNotSupportedByDevice }
      let error = #expect(throws: CameraError.self) {
        if isStarted { try test.camera.startRunning() } else { _ = try test.camera.currentSettings(of: [.exposure]) }
      }
      #expect(error?.reason == .unplugged)
      // Without an end the suite's limit in time ends the test.
      for await _ in scenes {}
      #expect(meter.failure?.reason == .unplugged)
    }

    @Test func `scenes that are asked for at the moment of the unplugging end too`() async throws {
      var setup = SimulatedCamera.Setup()
      setup.size = FrameSize(width: 16, height: 16)
      for _ in 0..<Self.unpluggings {
        let device = try SimulatedCamera(setup, clock: JumpingClock())
        let camera = try Camera(device: device, profile: SimulatedCamera.profile)
        try camera.startRunning()
        let meter = CameraMeter(camera)
        let scenes = Mutex<[AsyncStream<MeteringScene>]>([])
        DispatchQueue.concurrentPerform(iterations: Self.readers + 1) { index in
          guard index > 0 else { return device.unplug() }
          var isConnected = true
          while isConnected {
            isConnected = camera.isConnected
            let stream = meter.scenes
            scenes.withLock { $0.append(stream) }
          }
        }
        // Without an end the suite's limit in time ends the test.
        for stream in scenes.withLock(\.self) { for await _ in stream {} }
      }
    }

    private static let unpluggings = 60
    private static let readers = 4

    @Test func `a scan of a camera that was started again is not ended by the stop before`() async throws {
      let test = try CameraMeterTests.camera()
      try test.camera.startRunning()
      let meter = try CameraMeterTests.meter(test)
      try await meter.unlock(exposure: false, focus: false)
      Self.hold(meter, test)
      // The frame that the meter has taken last waits for the lock; its frames' end is seen behind it.
      await test.driver.time.pass(.milliseconds(50))
      test.camera.stopRunning()
      try test.camera.startRunning()
      async let scene = meter.scan(exposure: false, focus: false)
      await test.driver.time.pass(.milliseconds(50))
      test.driver.release()
      #expect(try await scene.whiteBalance.status == .locked)
    }

    @Test func `a lock that could not run out, because no frames come, is refused`() async throws {
      let test = try CameraMeterTests.camera()
      let meter = try CameraMeterTests.meter(test)
      await #expect(throws: CameraMeterError.camera(CameraError(device: "/dev/video7", reason: .notRunning))) {
        try await meter.lock(duration: 1, exposure: false, focus: false)
      }
      try await meter.lock(exposure: false, focus: false)
      #expect(meter.scene.whiteBalance.status == .locked)
    }
  }
#endif
