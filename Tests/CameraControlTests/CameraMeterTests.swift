#if os(Linux)
  import CameraControl
  import Colorimetry
  import DeviceProfiles
  import GrayCard
  import Metering
  import Synchronization
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// The meter on a camera with a sensor's driver behind it, whose frames are 4 ms apart.
  @Suite(.timeLimit(.minutes(1))) struct CameraMeterTests {
    static func meter(
      _ test: CameraUnderTest, timeLimit: Double = 5
    ) throws -> CameraMeter {
      var settings = MeterSettings()
      settings.timeLimit = timeLimit
      let meter = CameraMeter(test.camera, settings: settings)
      // The driver's frames are too small for a spot.
      meter.meteringMode = .uniform
      return meter
    }

    /// The statuses of white balance as they are seen until `isLast`.
    static func statuses(
      _ scenes: AsyncStream<MeteringScene>, until isLast: @escaping @Sendable ([MeteringStatus]) -> Bool
    ) async -> [MeteringStatus] {
      var seen: [MeteringStatus] = []
      for await scene in scenes {
        if seen.last != scene.whiteBalance.status { seen.append(scene.whiteBalance.status) }
        if isLast(seen) { break }
      }
      return seen
    }

    static func error(of body: () async throws -> Void) async throws -> CameraMeterError {
      try #require(await #expect(throws: CameraMeterError.self) { try await body() })
    }

    typealias Wall = (red: Double, green: Double, blue: Double)

    /// What the camera sees of a light: the profile's typical camera does not take each colour for one.
    static func wall(_ kelvin: Double, level: Double = 0.2) throws -> Wall {
      let response = try CameraUnderTest.profile(4).characterization.response(
        to: Chromaticity(TemperatureAndTint(temperature: kelvin, tint: 0)))
      let largest = max(response.red, response.green, response.blue)
      return (level * response.red / largest, level * response.green / largest, level * response.blue / largest)
    }

    /// A camera before a wall in daylight.
    static func camera(
      _ configure: (inout SensorDriver.State) -> Void = { _ in }
    ) throws -> CameraUnderTest {
      let wall = try wall(7000)
      return try CameraUnderTest(
        .balanced {
          $0.wall = wall
          configure(&$0)
        })
    }

    static func cameraError(_ error: CameraMeterError) -> CameraError? {
      if case .camera(let error) = error { return error }
      return nil
    }

    @Test func `a scan sets the device so that the next frames are neutral, each status in its order`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let scenes = meter.scenes
      async let seen = Self.statuses(scenes) { $0.last == .locked }
      let scene = try await meter.scan(exposure: false, focus: false)
      #expect(scene.whiteBalance.status == .locked)
      #expect(await seen == [.diverged, .metering, .converged, .locked])
      let frame = try await test.camera.nextFrame()
      #expect(Tolerance.neutralAfterLock.allows(frame.colorCast), "\(frame.colorCast)")
      #expect(test.camera.whiteBalanceMode == .locked)
      // Exposure and focus, not asked for, were left alone.
      #expect(scene.exposure.reason == .notMetered)
    }

    @Test func `the device's own automatic balance is switched off by a scan`() async throws {
      let test = try Self.camera { $0.controls[.autoWhiteBalance]?.value = 1 }
      #expect(test.camera.whiteBalanceMode == .continuousAutoWhiteBalance)
      try test.camera.startRunning()
      try await Self.meter(test).scan(exposure: false, focus: false)
      #expect(test.driver.value(.autoWhiteBalance) == 0)
      #expect(try await test.camera.nextFrame().colorCast < Tolerance.neutralAfterLock.limit)
    }

    @Test func `a lock runs out by itself, and what changed is followed`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let scenes = meter.scenes
      async let seen = Self.statuses(scenes) { $0.count == 6 }
      try await meter.scan(lockDuration: 0.5, exposure: false, focus: false)
      let other = try Self.wall(3500)
      test.driver.with { $0.wall = other }
      #expect(await seen == [.diverged, .metering, .converged, .locked, .metering, .converged])
      #expect(try await test.camera.nextFrame().colorCast < Tolerance.neutralAfterLock.limit)
    }

    @Test func `a lock is held while the light changes, and unlocking follows it`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      try await meter.scan(exposure: false, focus: false)
      let red = test.driver.value(.redBalance)
      let other = try Self.wall(3500)
      test.driver.with { $0.wall = other }
      try await Task.sleep(for: .milliseconds(300))
      #expect(test.driver.value(.redBalance) == red)
      try meter.unlock(exposure: false, focus: false)
      _ = await Self.statuses(meter.scenes) { $0.last == .converged }
      #expect(test.driver.value(.redBalance) != red)
      #expect(try await test.camera.nextFrame().colorCast < Tolerance.neutralAfterLock.limit)
    }

    @Test func `a scan of a card that is refused ends in time, and says by what`() async throws {
      let test = try Self.camera { $0.wall = (red: 0.001, green: 0.002, blue: 0.001) }
      try test.camera.startRunning()
      let meter = try Self.meter(test, timeLimit: 0.5)
      let start = ContinuousClock.now
      let error = try await Self.error { try await meter.scan(exposure: false, focus: false) }
      #expect(error == .notConverged([.whiteBalance: .timedOut(0.5, .refused([.tooDark]))]))
      #expect(start.duration(to: .now) < .seconds(2))
      #expect(meter.scene.whiteBalance.status == .diverged)
    }

    @Test func `a scan without any frame ends by the wall clock`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test, timeLimit: 0.3)
      test.driver.with { $0.isHanging = true }
      let start = ContinuousClock.now
      let error = try await Self.error { try await meter.scan(exposure: false, focus: false) }
      #expect(error == .notConverged([.whiteBalance: .timedOut(1.3, .noFrames)]))
      #expect(start.duration(to: .now) < .seconds(3))
    }

    @Test func `cancelling a scan leaves locked what was, at its gains`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let locked = try await meter.scan(exposure: false, focus: false)
      let red = test.driver.value(.redBalance)
      let other = try Self.wall(3500)
      test.driver.with { $0.wall = other }
      for wait in [0, 20, 80, 150] {
        let scan = Task { try await meter.scan(exposure: false, focus: false) }
        try await Task.sleep(for: .milliseconds(wait))
        scan.cancel()
        guard case .failure(let error as CameraMeterError) = await scan.result, error == .cancelled else { continue }
        #expect(meter.scene == locked, "after \(wait) ms")
        #expect(test.driver.value(.redBalance) == red, "after \(wait) ms")
      }
      let cancelled = Task { try await meter.scan(exposure: false, focus: false) }
      cancelled.cancel()
      _ = await cancelled.result
      #expect(meter.scene == locked)
    }

    @Test func `a scan takes the place of the one before`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let first = Task { try await meter.scan(exposure: false, focus: false) }
      _ = await Self.statuses(meter.scenes) { $0.last == .metering }
      try await meter.scan(exposure: false, focus: false)
      let error = try await Self.error { _ = try await first.value }
      #expect(error == .superseded)
    }

    // MARK: - What cannot be

    @Test func `what the camera cannot be set in is refused by name, or left out`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      #expect(meter.supportedQuantities == [.whiteBalance])
      let error = try await Self.error { try await meter.scan(throwIfUnsupported: true) }
      #expect(error == .notSupported([.exposure, .focus]))
      #expect(meter.scene == MeteringScene())
      let scene = try await meter.scan()
      #expect(scene.whiteBalance.status == .locked)
      #expect(scene.exposure.reason == .unsupported && scene.focus.reason == .unsupported)
      let nothing = try await Self.error { try await meter.scan(whiteBalance: false) }
      #expect(nothing == .notSupported([.exposure, .focus]))
    }

    @Test func `durations that are no numbers, nothing at all, and a camera that does not run are refused`()
      async throws
    {
      let test = try Self.camera()
      let meter = try Self.meter(test)
      let stopped = try await Self.error { try await meter.scan() }
      let failure = try #require(Self.cameraError(stopped))
      #expect(failure.reason == .notRunning)
      try test.camera.startRunning()
      #expect(try await Self.error { try await meter.scan(lockDuration: .nan) } == .metering(.lockDurationNotANumber))
      #expect(try await Self.error { try meter.lock(duration: .nan) } == .metering(.lockDurationNotANumber))
      #expect(
        try await Self.error { try await meter.scan(exposure: false, focus: false, whiteBalance: false) }
          == .metering(.nothingToMeter))
    }

    @Test func `a device that refuses to be set ends the scan with its reason`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      test.driver.with { $0.controls[.redBalance]?.failure = .ioError }
      let error = try await Self.error { try await meter.scan(exposure: false, focus: false) }
      let failure = try #require(Self.cameraError(error))
      #expect(failure.device == "/dev/video7")
      #expect(meter.failure == failure)
      #expect(meter.scene.whiteBalance.reason == .deviceFailed)
      // And the next succeeds.
      test.driver.with { $0.controls[.redBalance]?.failure = nil }
      #expect(try await meter.scan(exposure: false, focus: false).whiteBalance.status == .locked)
    }

    @Test(arguments: MeteringStatus.allCases) func `unplugged in any state, all ends by name`(
      status: MeteringStatus
    ) async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      var scan: Task<MeteringScene, any Error>?
      switch status {
      case .diverged: break
      case .metering:
        test.driver.with { $0.wall = (red: 0.001, green: 0.002, blue: 0.001) }
        scan = Task { try await meter.scan(exposure: false, focus: false) }
        _ = await Self.statuses(meter.scenes) { $0.last == .metering }
      case .converged:
        try meter.unlock(exposure: false, focus: false)
        _ = await Self.statuses(meter.scenes) { $0.last == .converged }
      case .locked: try await meter.scan(exposure: false, focus: false)
      }
      let scenes = meter.scenes
      test.driver.with { $0.failure = .operationNotSupportedByDevice }
      if let scan {
        let error = try await Self.error { _ = try await scan.value }
        let failure = try #require(Self.cameraError(error))
        #expect(failure.reason == .unplugged)
      }
      // The camera notices with its next frame.
      while test.camera.isConnected { try await Task.sleep(for: .milliseconds(5)) }
      if status != .diverged { for await _ in scenes {} }
      for await _ in meter.scenes {}
      let error = try await Self.error { try await meter.scan() }
      let failure = try #require(Self.cameraError(error))
      #expect(failure.reason == .unplugged)
      if status != .diverged { #expect(meter.scene.whiteBalance.reason == .deviceFailed) }
    }

    @Test func `nothing is left open`() async throws {
      let driver: SensorDriver
      do {
        let test = try Self.camera()
        driver = test.driver
        try test.camera.startRunning()
        let meter = try Self.meter(test)
        try await meter.scan(lockDuration: 0.01, exposure: false, focus: false)
        try await Task.sleep(for: .milliseconds(50))
        test.camera.stopRunning()
      }
      let limit = ContinuousClock.now.advanced(by: .seconds(5))
      while !driver.isAtRest, ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(5)) }
      #expect(driver.isAtRest)
    }
  }
#endif
