#if os(Linux)
  import CameraControl
  import Dispatch
  import RawFrames
  import Synchronization
  import SystemPackage
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
#endif
