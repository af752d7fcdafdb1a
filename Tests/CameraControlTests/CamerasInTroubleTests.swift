#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import Foundation
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  private typealias Camera = CameraControl.Camera

  @Suite(.virtualTime) struct CamerasInTrouble {
    /// The camera looks at the time with each frame, and ten times a second where none comes.
    @Test(arguments: [(150, 200), (200, 200), (201, 300)])
    func `a wait ends when its time is over`(limit: Int, end: Int) async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      test.driver.with { $0.isHanging = true }
      let (start, limit) = (test.driver.now, Duration.milliseconds(limit))
      await #expect(throws: CameraError(device: "/dev/video7", reason: .noFrame(within: limit))) {
        _ = try await test.camera.nextFrame(within: limit) { _ in true }
      }
      #expect(test.driver.now == start + .milliseconds(end))
      // It recovers.
      test.driver.with { $0.isHanging = false }
      _ = try await test.camera.nextFrame()
    }

    @Test func `a camera that is silent for longer than its limit says so, and goes on`() async throws {
      let test = try CameraUnderTest { $0.frameTimeout = .milliseconds(500) }
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      test.driver.with { $0.isHanging = true }
      await test.driver.time.pass(.milliseconds(500))
      #expect(camera.failure == nil)
      await test.driver.time.pass(.milliseconds(100))
      #expect(camera.failure?.reason == .noFrame(within: .milliseconds(500)))
      test.driver.with { $0.isHanging = false }
      #expect(try await camera.nextFrame().isTrusted)
      #expect(camera.isRunning)
    }

    @Test func `automatic white balance that cannot be switched off leaves no frame trusted, and is named`()
      async throws
    {
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.autoWhiteBalance]?.value = 1
          $0.controls[.autoWhiteBalance]?.flags = UInt32(V4L2_CTRL_FLAG_READ_ONLY)
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let limit = Duration.milliseconds(500)
      let reason = CameraError.Reason.noFrame(within: limit, cause: .intrusion(.automaticWhiteBalance))
      await #expect(throws: CameraError(device: "/dev/video7", reason: reason)) {
        _ = try await test.camera.nextFrame(within: limit)
      }
      test.driver.setByAnother(.autoWhiteBalance, to: 0)
      #expect(try await test.camera.nextFrame(within: limit).isTrusted)
    }

    @Test func `automatic white balance that cannot be switched off is not off because a caller locks it`() async throws
    {
      let driver = SensorDriver {
        $0.controls[.autoWhiteBalance] = .init(
          range: 0...1, value: 1, flags: UInt32(V4L2_CTRL_FLAG_READ_ONLY), type: V4L2_CTRL_TYPE_BOOLEAN)
      }
      let camera = try CameraUnderTest(driver).camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      let refused = CameraError.Reason.device(
        .refused("its automatic white balance is on, and the camera cannot switch it off"))
      #expect(try CameraUnderTest.reason { try camera.setWhiteBalanceMode(.locked) } == refused)
      #expect(
        try CameraUnderTest.reason {
          try camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
        } == refused)
      #expect(try CameraUnderTest.reason { try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance) } == refused)
      #expect(camera.intrusion == .automaticWhiteBalance)
      await #expect(throws: CameraError.self) { _ = try await camera.nextFrame(within: .milliseconds(500)) }
    }

    /// The driver tells how far apart frames are, or their exposure alone does.
    @Test(arguments: [true, false])
    func `frames that are longer than the limit are waited for and are no failure, and three of them are the limit`(
      isIntervalStated: Bool
    ) async throws {
      let interval = Duration.seconds(3)
      let test = try CameraUnderTest(
        .webcam {
          $0.interval = interval
          if !isIntervalStated { $0.statedInterval = .milliseconds(33) }
          $0.controls[.exposureAbsolute] = .init(range: 1...50000, value: isIntervalStated ? 156 : 30000)
        })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      await test.driver.time.pass(interval - .milliseconds(1))
      #expect(camera.failure == nil)
      try camera.lockForConfiguration()
      try camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      #expect(try await camera.nextFrame().appliedGains.red == 2)
      test.driver.with { $0.isHanging = true }
      await test.driver.time.pass(interval * 3)
      #expect(camera.failure == nil)
      await test.driver.time.pass(.milliseconds(100))
      #expect(camera.failure?.reason == .noFrame(within: interval * 3))
    }

    @Test func `a wait that damaged frames or a test pattern leave without an answer says so`() async throws {
      let limit = Duration.milliseconds(500)
      func text(_ test: CameraUnderTest) async throws -> String? {
        do throws(CameraError) {
          _ = try await test.camera.nextFrame(within: limit)
          return nil
        } catch { return error.description }
      }
      let test = try CameraUnderTest(
        .balanced { $0.controls[.testPattern] = .init(range: 0...3, value: 0) }
      ) { $0.frameTimeout = limit }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      test.driver.with { $0.isDamaging = true }
      let damage =
        "/dev/video7: no whole frame came within 0.5 seconds; the last that the device said: 8 frames in a row came "
        + "damaged; the last: its driver flagged it as corrupt"
      #expect(try await text(test) == damage)
      await test.driver.time.pass(limit)
      #expect(test.camera.failure?.description == damage)
      test.driver.with { $0.isDamaging = false }
      #expect(try await text(test) == nil)
      test.driver.with { $0.isHanging = true }
      #expect(
        try await text(test)
          == CameraError(device: "/dev/video7", reason: .noFrame(within: limit, cause: nil)).description)
      test.driver.with { $0.isHanging = false }
      test.driver.setByAnother(.testPattern, to: 2)
      #expect(
        try await text(test)
          == "/dev/video7: no frame that can be measured came within 0.5 seconds, because a test pattern is on; "
          + "switch it off")
    }

    @Test func `an unplugged camera ends every wait and says so ever after`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      _ = try await camera.nextFrame()
      try camera.lockForConfiguration()
      let frames = camera.frames
      let waiting = Task.virtual { try await camera.nextFrame(within: .seconds(20)) { _ in false } }
      let time = test.driver.now
      test.driver.with { $0.failure = .operationNotSupportedByDevice }
      for await _ in frames {}
      await #expect(throws: CameraError(device: "/dev/video7", reason: .unplugged)) { _ = try await waiting.value }
      #expect(test.driver.now == time, "at once")
      #expect(!camera.isConnected)
      #expect(!camera.isRunning)
      #expect(camera.failure?.reason == .unplugged)
      await #expect(throws: CameraError(device: "/dev/video7", reason: .unplugged)) { _ = try await camera.nextFrame() }
      #expect(try CameraUnderTest.reason { try camera.startRunning() } == .unplugged)
      #expect(try CameraUnderTest.reason { try camera.lockForConfiguration() } == .unplugged)
      #expect(try CameraUnderTest.reason { try camera.setWhiteBalanceMode(.locked) } == .unplugged)
      #expect(try CameraUnderTest.reason { try camera.setWhiteBalanceModeLocked(with: gains(1, 1, 1)) } == .unplugged)
      // Plugged in again, it is another device.
      test.driver.with { $0.failure = nil }
      let again = try CameraUnderTest(test.driver)
      try again.camera.startRunning()
      _ = try await again.camera.nextFrame()
      again.camera.stopRunning()
    }

    @Test func `a driver that fails for good stops the camera, which says why to whoever asks`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      let frames = test.camera.frames
      let waiting = Task.virtual { try await test.camera.nextFrame(within: .seconds(20)) { _ in false } }
      test.driver.with { $0.failure = .ioError }
      for await _ in frames {}
      let failure = CameraError(
        device: "/dev/video7",
        reason: .device(.failed("\(CaptureError.Reason.requestFailed(.dequeueBuffer, .ioError))")))
      #expect(test.camera.failure == failure)
      await #expect(throws: failure) { _ = try await waiting.value }
      await #expect(throws: failure) { _ = try await test.camera.nextFrame() }
      await #expect(throws: failure) { _ = try await test.camera.measuredPipelineDelay() }
      #expect(test.camera.isConnected)
      test.driver.with { $0.failure = nil }
      try test.camera.startRunning()
      _ = try await test.camera.nextFrame()
      test.camera.stopRunning()
    }

    @Test func `with half of the frames lost gains still arrive`() async throws {
      let test = try CameraUnderTest(.balanced { $0.lostEvery = 2 })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      try await test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1))
      let frame = try await test.camera.nextFrame()
      #expect(hasRedGainOfTwo(frame))
    }

    @Test func `many threads may use it at once`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      test.driver.time.pass(for: test.driver) {
        DispatchQueue.concurrentPerform(iterations: 8) { index in
          for step in 0..<20 {
            try? camera.setWhiteBalanceModeLocked(
              with: gains(1 + Float((index + step) % 4), 1, 1), completionHandler: nil)
            _ = camera.grayWorldDeviceWhiteBalanceGains
            if step % 5 == 0 { camera.whiteBalanceMode = .continuousAutoWhiteBalance }
          }
        }
      }
      try await camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1))
      let frame = try await camera.nextFrame()
      #expect(hasRedGainOfTwo(frame))
    }

    @Test func `a camera that cannot be started keeps the reason, and says it to who asks for a frame`() async throws {
      let test = try CameraUnderTest()
      test.driver.with { $0.failure = .ioError }
      let failure = try #require(throws: CameraError.self) { try test.camera.startRunning() }
      #expect(test.camera.failure == failure && !test.camera.isRunning)
      await #expect(throws: failure) { _ = try await test.camera.nextFrame() }
    }

    @Test func `a camera that starts has no failure from earlier`() throws {
      let test = try CameraUnderTest()
      // Not locked for configuration.
      test.camera.whiteBalanceMode = .continuousAutoWhiteBalance
      #expect(test.camera.failure != nil)
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      #expect(test.camera.failure == nil)
    }

    @Test func `who waits for a change, and who reads frames, is told when nobody has the camera any more`()
      async throws
    {
      let told: (isTold: Bool, frames: AsyncStream<CameraFrame>)? = await withCheckedContinuation { continuation in
        do {
          let test = try CameraUnderTest()
          try test.camera.startRunning()
          test.driver.with { $0.isHanging = true }
          try test.camera.lockForConfiguration()
          let frames = test.camera.frames
          try test.camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1)) {
            continuation.resume(returning: ($0 == nil, frames))
          }
        } catch { continuation.resume(returning: nil) }
      }
      let (isTold, frames) = try #require(told)
      #expect(isTold)
      for await _ in frames {}
    }
  }
#endif
