#if os(Linux)
  import CameraControl
  import CameraDevices
  import Foundation
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  private typealias Camera = CameraControl.Camera

  @Suite(.virtualTime) struct FramesOfACamera {
    @Test(arguments: [0, 1, 2], [0, 3])
    func `a frame that is trusted has the gains that it says`(pipeline: Int, backlog: Int) async throws {
      // The driver's frames are late by as much as the camera allows for.
      let test = try CameraUnderTest(
        .balanced {
          $0.pipeline = pipeline
          $0.backlog = backlog
        })
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
        #expect(Tolerance.samplesOfWall.allows(abs(response.red / native.red - 1)))
        #expect(Tolerance.samplesOfWall.allows(abs(response.blue / native.blue - 1)))
      }
    }

    @Test(arguments: [0, 1, 2, 5])
    func `a frame is trusted from the first that surely has the change`(delay: Int) async throws {
      let test = try CameraUnderTest(.balanced { $0.pipeline = delay }) { $0.pipelineDelay = delay }
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      _ = try await camera.nextFrame()
      try camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      // The first frame begins with the change, and it takes the pipeline as many more to have it.
      let frames = await test.frames(delay + 4)
      let expected = (0..<delay + 4).map { $0 >= delay }
      #expect(frames.map(\.isTrusted) == expected)
      #expect(frames.map(hasRedGainOfTwo) == expected)
      #expect(frames.map { $0.appliedGains.red == 2 } == expected)
    }

    @Test(arguments: [0, 2])
    func `frames that come more slowly than the driver says are trusted by their real interval`(before: Int)
      async throws
    {
      // An exposure that is longer than a frame makes it so.
      let test = try CameraUnderTest(
        .balanced {
          $0.pipeline = 2
          $0.interval = .milliseconds(20)
          $0.statedInterval = .milliseconds(4)
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      // The first frame of a run has no frame before it.
      if before > 0 { _ = await test.frames(before) }
      try test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      let frames = await test.frames(4)
      #expect(frames.map(\.isTrusted) == [false, false, true, true])
      #expect(frames.map(hasRedGainOfTwo) == [false, false, true, true])
    }

    @Test func `an interval that no frame can have is not believed`() async throws {
      let test = try CameraUnderTest(
        .balanced {
          $0.pipeline = 2
          $0.statedInterval = .seconds(4000)
        })
      #expect(test.camera.activeVideoMinFrameDuration == .seconds(3600))
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      _ = try await test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1))
      #expect(hasRedGainOfTwo(try await test.camera.nextFrame()))
      // A frame is waited for as long as if the interval were the timeout: three of them.
      test.driver.with { $0.isHanging = true }
      await test.driver.time.pass(CameraOptions().frameTimeout * 3 + .milliseconds(100))
      #expect(test.camera.failure?.reason == .noFrame(within: CameraOptions().frameTimeout * 3))
    }

    @Test func `an interval longer than a frame is waited for is told as it is, and exposures last as long`() throws {
      let interval = CameraOptions().frameTimeout * 2
      let test = try CameraUnderTest(
        .webcam {
          ($0.interval, $0.statedInterval) = (interval, interval)
          $0.controls[.exposureAbsolute] = .init(range: 1...100_000, value: 1000)
        })
      #expect(test.camera.activeVideoMinFrameDuration == interval)
      try test.camera.lockForConfiguration()
      // The duration grows up to the interval, with no gain.
      let change = try test.camera.changeExposure(byStops: 5)
      #expect(Tolerance.rounding.allows(abs(change - 5)))
      #expect(test.driver.value(.gain) == 16 && test.driver.value(.exposureAbsolute) == 32000)
    }

    /// A sensor may expose each frame for seconds, and its frames come seconds later.
    @Test func `a change has the time that the frames of its pipeline take`() async throws {
      for interval in [Duration.milliseconds(1300), .milliseconds(1900)] {
        let test = try CameraUnderTest(
          .balanced {
            $0.pipeline = 2
            $0.interval = interval
          })
        try test.camera.startRunning()
        defer { test.camera.stopRunning() }
        try test.camera.lockForConfiguration()
        _ = try await test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1))
        #expect(hasRedGainOfTwo(try await test.camera.nextFrame()), "\(interval)")
      }
    }

    @Test(arguments: [Duration.seconds(-100_000), .seconds(100_000)], [4, 16])
    func `frames without a clock are trusted from the first that surely has the change`(
      offset: Duration, buffers: Int
    ) async throws {
      // The reader is as slow as it can be: every buffer lies filled when the change is made.
      let test = try CameraUnderTest(
        .balanced {
          $0.clockOffset = offset
          $0.leastBuffers = UInt32(buffers)
          $0.backlog = buffers
          $0.pipeline = 2
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      _ = try await test.camera.nextFrame()
      try test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      // Behind the buffers and the pipeline.
      let late = buffers + 2
      let frames = await test.frames(late + 3)
      let expected = (0..<late + 3).map { $0 >= late }
      #expect(frames.map(\.isTrusted) == expected)
      #expect(frames.map(hasRedGainOfTwo) == expected)
    }

    @Test func `what was set before a start is in the first frame, and the first two are not trusted`() async throws {
      let test = try CameraUnderTest()
      try test.camera.lockForConfiguration()
      try test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      for _ in 0..<2 {
        try test.camera.startRunning()
        defer { test.camera.stopRunning() }
        let frames = await test.frames(4)
        #expect(frames.allSatisfy { $0.appliedGains.red == 2 && hasRedGainOfTwo($0) })
        // The first frames of a sensor are often dark or half exposed.
        #expect(frames.map(\.isTrusted) == [false, false, true, true])
      }
    }

    @Test func `frames that were lost leave a gap in the count`() async throws {
      let test = try CameraUnderTest(.balanced { $0.lostEvery = 3 })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      #expect(await test.frames(6).map(\.sequence) == [1, 2, 4, 5, 7, 8])
    }

    @Test func `a slow reader has the newest, and every reader has his own`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      var (slow, other) = (test.camera.frames.makeAsyncIterator(), test.camera.frames.makeAsyncIterator())
      let first = try #require(await slow.next())
      _ = await other.next()
      let later = try await test.camera.nextFrame { $0.sequence == first.sequence + 10 }
      #expect(await slow.next()?.sequence == later.sequence)
      #expect(await slow.next()?.sequence == later.sequence + 1)
      #expect(await other.next()?.sequence == later.sequence + 1)
    }

    @Test func `a stream ends where the camera stops, and at once where it does not run`() async throws {
      let test = try CameraUnderTest()
      #expect(await test.camera.frames.first { _ in true } == nil)
      try test.camera.startRunning()
      let frames = test.camera.frames
      test.camera.stopRunning()
      for await _ in frames {}
      #expect(!test.camera.isRunning)
      // The camera can be started again.
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
      #expect(driver.comesToRest())
    }
  }

  @Suite(.virtualTime) struct CompletionHandlers {
    @Test func `come in order, with the time of the first frame that has the gains`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      let (calls, continuation) = AsyncStream.makeStream(of: (index: Int, time: Duration?).self)
      var expected: [Duration?] = []
      for index in 0..<20 {
        // One or two changes with each frame.
        if index % 3 != 0 { _ = try await camera.nextFrame { _ in true } }
        try camera.setWhiteBalanceModeLocked(with: gains(1 + Float(index % 3), 1, 1)) { time in
          continuation.yield((index, time))
        }
        // The third frame from then is the first that surely has it.
        expected.append(test.driver.now + test.driver.with { $0.interval } * 3)
      }
      var made: [(index: Int, time: Duration?)] = []
      for await call in calls {
        made.append(call)
        if made.count == 20 { break }
      }
      #expect(made.map(\.index) == Array(0..<20))
      #expect(made.map(\.time) == expected)
    }

    @Test func `come in order where the camera hangs, however long each would have been waited for`() async throws {
      let test = try CameraUnderTest(.webcam())
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      _ = try await camera.nextFrame()
      let (calls, continuation) = AsyncStream.makeStream(of: (name: String, time: Duration?).self)
      test.driver.with { $0.isHanging = true }
      // Behind a frame of one second, that of a hundredth is waited for longer than the gains behind both would be.
      try camera.setExposureModeCustom(duration: .seconds(1), iso: nil) { continuation.yield(("long", $0)) }
      try camera.setExposureModeCustom(duration: .milliseconds(10), iso: nil) { continuation.yield(("short", $0)) }
      try camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1)) { continuation.yield(("gains", $0)) }
      var made: [(name: String, time: Duration?)] = []
      for await call in calls {
        made.append(call)
        if made.count == 3 { break }
      }
      #expect(made.map(\.name) == ["long", "short", "gains"] && made.allSatisfy { $0.time == nil })
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
      let time = try await camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1))
      #expect(time == camera.now && time == test.driver.now)
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
#endif
