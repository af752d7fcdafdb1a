#if os(Linux)
  import CameraControl
  import Foundation
  import RawFrames
  import Synchronization
  import SystemPackage
  import struct TestSupport.LiveTrait
  import Testing
  import VideoCapture
  import WhiteBalance

  private func gains(_ red: Float, _ green: Float, _ blue: Float) -> Camera.WhiteBalanceGains {
    Camera.WhiteBalanceGains(redGain: red, greenGain: green, blueGain: blue)
  }

  @Suite(.live) struct FramesOfACamera {
    @Test(arguments: [0, 1, 2]) func `a frame that is trusted has the gains that it says`(pipeline: Int) async throws {
      // The driver's frames are late by as much as the camera allows for.
      let test = try CameraUnderTest(.balanced { $0.pipeline = pipeline })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      let native = try await test.camera.nextFrame().means()
      for step in 0..<12 {
        let gain = Float(1 + step % 4)
        try test.camera.setWhiteBalanceModeLocked(with: gains(gain, 1, 5 - gain), completionHandler: nil)
        let frame = try await test.camera.nextFrame()
        #expect(frame.appliedGains == WhiteBalanceGains(red: Double(gain), green: 1, blue: Double(5 - gain)))
        let response = frame.nativeResponse(frame.means())
        #expect(abs(response.red / native.red - 1) < 1e-3)
        #expect(abs(response.blue / native.blue - 1) < 1e-3)
      }
    }

    @Test func `frames behind a change are not trusted until it is surely in them`() async throws {
      let test = try CameraUnderTest(.balanced { $0.pipeline = 2 })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      _ = try await camera.nextFrame()
      let frames = camera.frames
      try camera.setWhiteBalanceModeLocked(with: gains(4, 1, 1), completionHandler: nil)
      var untrusted = 0
      for await frame in frames {
        if frame.isTrusted {
          // One from before the change may still be in the stream.
          #expect(abs(frame.means().red / frame.means().green - frame.appliedGains.red / 2) < 0.01)
          if frame.appliedGains.red == 4 { break }
        } else {
          untrusted += 1
        }
      }
      #expect(untrusted >= 1)
    }

    @Test func `times of another clock are not believed, and frames are counted`() async throws {
      for offset in [Duration.seconds(-100_000), .seconds(100_000)] {
        let test = try CameraUnderTest(.balanced { $0.clockOffset = offset })
        try test.camera.startRunning()
        defer { test.camera.stopRunning() }
        try test.camera.lockForConfiguration()
        let before = try await test.camera.nextFrame().sequence
        try await test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1))
        let frame = try await test.camera.nextFrame()
        #expect(frame.sequence >= before + 6)
        #expect(abs(frame.means().red / frame.means().green - 1) < 0.01)
      }
    }

    @Test func `a slow reader has the newest, and every reader has his own`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      var (slow, other) = (test.camera.frames.makeAsyncIterator(), test.camera.frames.makeAsyncIterator())
      let first = try #require(await slow.next())
      _ = await other.next()
      let later = try await test.camera.nextFrame { $0.sequence >= first.sequence + 10 }
      _ = await slow.next()
      let next = try #require(await slow.next())
      #expect(next.sequence >= later.sequence)
      #expect(await other.next() != nil)
    }

    @Test func `a stream ends where the camera stops, and at once where it does not run`() async throws {
      let test = try CameraUnderTest()
      #expect(await test.camera.frames.first { _ in true } == nil)
      try test.camera.startRunning()
      let frames = test.camera.frames
      test.camera.stopRunning()
      for await _ in frames {}
      #expect(!test.camera.isRunning)
      // And again.
      try test.camera.startRunning()
      _ = try await test.camera.nextFrame()
      test.camera.stopRunning()
    }

    @Test func `nothing is held once the camera is gone, even while it ran`() async throws {
      let driver = SensorDriver.balanced()
      do {
        let test = try CameraUnderTest(driver)
        try test.camera.startRunning()
        _ = try await test.camera.nextFrame()
      }
      for _ in 0..<500 where !driver.isAtRest { try await Task.sleep(for: .milliseconds(2)) }
      #expect(driver.isAtRest)
    }
  }

  @Suite(.live) struct CompletionHandlers {
    @Test func `come in order, with the time of the first frame that has the gains`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      let calls = Mutex<[(Int, Duration?)]>([])
      for index in 0..<20 {
        try camera.setWhiteBalanceModeLocked(with: gains(1 + Float(index % 3), 1, 1)) { time in
          calls.withLock { $0.append((index, time)) }
        }
      }
      let last = try await camera.setWhiteBalanceModeLocked(with: gains(4, 1, 1))
      let frame = try await camera.nextFrame()
      #expect(frame.timestamp >= last)
      for _ in 0..<500 where calls.withLock({ $0.count }) < 20 { try await Task.sleep(for: .milliseconds(2)) }
      let made = calls.withLock { $0 }
      #expect(made.map(\.0) == Array(0..<20))
      let times = made.compactMap(\.1)
      #expect(times.count == 20)
      #expect(times == times.sorted())
      #expect(times.last.map { $0 <= last } == true)
    }

    @Test func `may use the camera`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      let reached = await withCheckedContinuation { continuation in
        do {
          try camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1)) { _ in
            try? camera.setWhiteBalanceModeLocked(with: gains(3, 1, 1)) { _ in
              continuation.resume(returning: camera.deviceWhiteBalanceGains)
            }
          }
        } catch { Issue.record(error) }
      }
      #expect(reached.redGain == 3)
    }

    @Test func `are called at once where the camera does not run, and with nil where it stops`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.lockForConfiguration()
      let before = CaptureDevice.now
      let time = try await camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1))
      #expect(time >= before && time <= CaptureDevice.now)
      try camera.startRunning()
      test.driver.with { $0.isHanging = true }
      let stopped: Duration?? = await withCheckedContinuation { continuation in
        do {
          try camera.setWhiteBalanceModeLocked(with: gains(3, 1, 1)) { continuation.resume(returning: .some($0)) }
        } catch { continuation.resume(returning: nil) }
        camera.stopRunning()
      }
      #expect(stopped == .some(nil))
    }
  }

  @Suite(.live) struct CamerasInTrouble {
    @Test func `a wait ends when its time is over`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      test.driver.with { $0.isHanging = true }
      let start = ContinuousClock.now
      await #expect(throws: CameraError(device: "/dev/video7", reason: .noFrame(within: .milliseconds(150)))) {
        _ = try await test.camera.nextFrame(within: .milliseconds(150)) { _ in false }
      }
      #expect(start.duration(to: .now) < .seconds(2))
      // It recovers.
      test.driver.with { $0.isHanging = false }
      _ = try await test.camera.nextFrame()
    }

    @Test func `an unplugged camera ends every wait and says so ever after`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      _ = try await camera.nextFrame()
      try camera.lockForConfiguration()
      let frames = camera.frames
      let waiting = Task.live { try await camera.nextFrame(within: .seconds(20)) { _ in false } }
      test.driver.with { $0.failure = .operationNotSupportedByDevice }
      for await _ in frames {}
      await #expect(throws: CameraError.self) { _ = try await waiting.value }
      #expect(!camera.isConnected)
      #expect(!camera.isRunning)
      #expect(camera.failure?.reason == .unplugged)
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

    @Test func `a driver that fails for good stops the camera, which says why`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      let frames = test.camera.frames
      test.driver.with { $0.failure = .ioError }
      for await _ in frames {}
      #expect(test.camera.failure?.reason == .capture(.requestFailed(.dequeueBuffer, .ioError)))
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
      #expect(abs(frame.means().red / frame.means().green - 1) < 0.01)
    }

    @Test func `many threads may use it at once`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      await withTaskGroup { group in
        for index in 0..<8 {
          group.addTask {
            for step in 0..<20 {
              try? camera.setWhiteBalanceModeLocked(
                with: gains(1 + Float((index + step) % 4), 1, 1), completionHandler: nil)
              _ = camera.grayWorldDeviceWhiteBalanceGains
              if step % 5 == 0 { camera.whiteBalanceMode = .continuousAutoWhiteBalance }
            }
          }
        }
      }
      try await camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1))
      let frame = try await camera.nextFrame()
      #expect(abs(frame.means().red / frame.means().green - 1) < 0.01)
    }
  }
#endif
