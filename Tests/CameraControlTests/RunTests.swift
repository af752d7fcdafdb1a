#if os(Linux)
  import CameraControl
  import Foundation
  import SystemPackage
  import struct TestSupport.LiveTrait
  import Testing
  import VideoCapture

  /// Start and stop, from any thread and at any time.
  @Suite(.live) struct RunsOfACamera {
    @Test func `several threads may stop it at once`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      // The thread that waits for a frame notices the stop a moment later.
      test.driver.with { $0.isHanging = true }
      let start = ContinuousClock.now
      let ended = DispatchGroup()
      for _ in 0..<3 {
        DispatchQueue.global().async(group: ended) { test.camera.stopRunning() }
      }
      await withCheckedContinuation { continuation in
        ended.notify(queue: .global()) { continuation.resume() }
      }
      #expect(start.duration(to: .now) < .seconds(5))
    }

    @Test func `it may be started again as soon as its frames have ended`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      var frames = test.camera.frames.makeAsyncIterator()
      _ = await frames.next()
      test.driver.with {
        $0.held = .stops
        $0.failure = .ioError
      }
      let driver = test.driver
      Thread {
        // A driver takes its time to stop.
        while driver.with({ $0.heldCount == 0 }) { Thread.sleep(forTimeInterval: 0.001) }
        Thread.sleep(forTimeInterval: 0.1)
        driver.with { $0.held = nil }
      }.start()
      while await frames.next() != nil {}
      test.driver.with { $0.failure = nil }
      try test.camera.startRunning()
      _ = try await test.camera.nextFrame()
      test.camera.stopRunning()
    }

    @Test func `who looks at a frame may stop it`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      let start = ContinuousClock.now
      let camera = test.camera
      _ = try? await camera.nextFrame { _ in
        camera.stopRunning()
        return true
      }
      #expect(start.duration(to: .now) < .seconds(5))
      #expect(!camera.isRunning)
    }
  }
#endif
