#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import Colorimetry
  import DeviceProfiles
  import Dispatch
  import Foundation
  import GrayCard
  import Metering
  import Synchronization
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// The meter on a camera with a sensor's driver behind it. Its frames are 1/64 s apart, so that sums of their times
  /// are exact.
  @Suite(.virtualTime, .hangLimit) struct CameraMeterTests {
    static func meter(
      _ test: CameraUnderTest, timeLimit: Double = 5
    ) throws -> CameraMeter {
      var settings = MeterSettings()
      settings.timeLimit = timeLimit
      let meter = CameraMeter(test.camera, settings: settings)
      // The driver's frames are too small for a spot.
      meter.meteringMode = .uniform
      test.driver.time.watch(meter.queue)
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

    /// The wall as the profile's camera sees it under a light. An arbitrary colour might be that of no light.
    static func wall(_ kelvin: Double, level: Double = 0.2) throws -> Wall {
      let response = try CameraUnderTest.profile(4).characterization.response(
        to: Chromaticity(TemperatureAndTint(temperature: kelvin, tint: 0)))
      let largest = max(response.red, response.green, response.blue)
      return (level * response.red / largest, level * response.green / largest, level * response.blue / largest)
    }

    static let interval = Duration.seconds(1) / 64

    /// A wall whose card is refused.
    static let darkWall: Wall = (red: 0.001, green: 0.002, blue: 0.001)

    /// A camera before a wall in daylight.
    static func camera(
      _ configure: (inout SensorDriver.State) -> Void = { _ in }
    ) throws -> CameraUnderTest {
      let wall = try wall(7000)
      return try CameraUnderTest(
        .balanced {
          $0.wall = wall
          $0.interval = interval
          configure(&$0)
        })
    }

    static func cameraError(_ error: CameraMeterError) -> CameraError? {
      if case .camera(let error) = error { return error }
      return nil
    }

    @Test(arguments: [.nan, .infinity, 1e30, -1] as [Double])
    func `a scan or a following whose limit of time is none is refused`(limit: Double) async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let meter = try Self.meter(test, timeLimit: limit)
      for error in [
        try await Self.error { try await meter.scan() }, try await Self.error { try await meter.unlock() },
      ] {
        guard case .metering(.timeLimitOutOfRange) = error else {
          Issue.record("\(error)")
          return
        }
      }
      #expect(meter.scene == MeteringScene())
    }

    @Test func `a card at a wrong black level is refused`() throws {
      let test = try Self.camera()
      let meter = CameraMeter(test.camera)
      let reader = MeteringReader()
      func codes(_ black: Double) throws -> [CardRefusal.Code] {
        // To the profile's camera the card is then in daylight of 5000 K.
        let gains = WhiteBalanceGains(red: 130.0 / 300, green: 1, blue: 180.0 / 300)
        let frame = CameraFrame(try PedestalCard.frame(black: black), appliedGains: gains)
        guard case .refused(let reasons) = meter.metering(frame, reader, [.whiteBalance], isTrusted: true).card else {
          return []
        }
        return reasons.map(\.code)
      }
      #expect(try codes(PedestalCard.black) == [] && codes(PedestalCard.wrongBlack) == [.blackLevel])
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

    @Test func `only the automatic modes of what is metered are switched off`() async throws {
      func driver(_ state: inout SensorDriver.State) {
        state.controls[.autoWhiteBalance]?.value = 1
        state.controls[.exposureAbsolute] = .init(range: 1...10000, value: 156)
        state.controls[.autoExposure] = .init(
          range: 0...3, value: 3, type: V4L2_CTRL_TYPE_MENU, names: [1: "Manual Mode", 3: "Aperture Priority Mode"])
        state.controls[.focusAbsolute] = .init(range: 0...1000, value: 500)
        state.controls[.continuousAutoFocus] = .init(range: 0...1, value: 1, type: V4L2_CTRL_TYPE_BOOLEAN)
      }
      let automatic: [(control: ControlID, off: Int64)] = [
        (.autoExposure, 1), (.continuousAutoFocus, 0), (.autoWhiteBalance, 0),
      ]
      for metered in 0..<3 {
        let test = try Self.camera(driver)
        let before = automatic.map { test.driver.value($0.control) }
        try await Self.meter(test).lock(exposure: metered == 0, focus: metered == 1, whiteBalance: metered == 2)
        var expected = before
        expected[metered] = automatic[metered].off
        #expect(automatic.map { test.driver.value($0.control) } == expected)
      }
    }

    @Test func `a lock runs out by itself, and what changed is followed`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let scenes = meter.scenes
      async let seen = Self.statuses(scenes) { $0.count == 6 }
      try await meter.scan(lockDuration: 0.5, exposure: false, focus: false)
      let locked = test.driver.now
      let other = try Self.wall(3500)
      test.driver.with { $0.wall = other }
      _ = await Self.statuses(meter.scenes) { $0.last == .metering }
      #expect(test.driver.now == locked + .milliseconds(500))
      #expect(await seen == [.diverged, .metering, .converged, .locked, .metering, .converged])
      #expect(try await test.camera.nextFrame().colorCast < Tolerance.neutralAfterLock.limit)
    }

    @Test func `a lock is held while the light changes, and unlocking follows it`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      try await meter.scan(lockDuration: -1, exposure: false, focus: false)
      let red = test.driver.value(.redBalance)
      let other = try Self.wall(3500)
      test.driver.with { $0.wall = other }
      await test.driver.time.pass(.seconds(10))
      #expect(test.driver.value(.redBalance) == red)
      try await meter.unlock(exposure: false, focus: false)
      _ = await Self.statuses(meter.scenes) { $0.last == .converged }
      #expect(test.driver.value(.redBalance) != red)
      #expect(try await test.camera.nextFrame().colorCast < Tolerance.neutralAfterLock.limit)
    }

    @Test func `a scan of a card that is refused ends in time, and says by what`() async throws {
      let test = try Self.camera { $0.wall = Self.darkWall }
      try test.camera.startRunning()
      let meter = try Self.meter(test, timeLimit: 0.5)
      let start = test.driver.now
      let error = try await Self.error { try await meter.scan(exposure: false, focus: false) }
      #expect(error == .notConverged([.whiteBalance: .timedOut(0.5, .refused([.tooDark]))]))
      // The time limit of the scan counts from its first frame.
      #expect(test.driver.now == start + Self.interval + .milliseconds(500))
      #expect(meter.scene.whiteBalance.status == .diverged)
    }

    @Test func `a scan without any frame ends by the camera's clock`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test, timeLimit: 0.5)
      test.driver.with { $0.isHanging = true }
      let start = test.driver.now
      let error = try await Self.error { try await meter.scan(exposure: false, focus: false) }
      #expect(error == .notConverged([.whiteBalance: .timedOut(1.5, .noFrames)]))
      #expect(test.driver.now == start + .milliseconds(1500))
    }

    @Test func `a scan whose frames stop coming says what it last saw`() async throws {
      let test = try Self.camera { $0.wall = Self.darkWall }
      try test.camera.startRunning()
      let meter = try Self.meter(test, timeLimit: 0.5)
      async let error = Self.error { try await meter.scan(exposure: false, focus: false) }
      _ = await test.frames(3)
      test.driver.with { $0.isHanging = true }
      #expect(try await error == .notConverged([.whiteBalance: .timedOut(1.5, .refused([.tooDark]))]))
    }

    @Test func `a scan of frames whose time stands ends by the camera's clock`() async throws {
      let test = try Self.camera { ($0.wall, $0.hasTime) = (Self.darkWall, false) }
      try test.camera.startRunning()
      let meter = try Self.meter(test, timeLimit: 0.5)
      let start = test.driver.now
      let error = try await Self.error { try await meter.scan(exposure: false, focus: false) }
      #expect(error == .notConverged([.whiteBalance: .timedOut(1.5, .refused([.tooDark]))]))
      #expect(test.driver.now == start + .milliseconds(1500))
    }

    /// An app that computes takes every thread of Swift's pool. The test runs in a process of its own, because the
    /// other tests need the pool of this one.
    @Test func `a meter goes on while Swift's pool computes`() async {
      await #expect(processExitsWith: .success) {
        try await VirtualTime.scope {
          let test = try Self.camera()
          try test.camera.startRunning()
          let meter = try Self.meter(test, timeLimit: 2)
          let pool = BusyPool()
          defer { pool.end() }
          // Without frames it would go on for ever.
          let scan = Task.virtual { try await meter.scan(exposure: false, focus: false) }
          await test.driver.time.pass(.seconds(2))
          scan.cancel()
          #expect(try await scan.value.whiteBalance.status == .locked)
          #expect(try await test.camera.nextFrame().colorCast < Tolerance.neutralAfterLock.limit)
          test.driver.with { $0.wall = Self.darkWall }
          let error = try await Self.error { try await meter.scan(exposure: false, focus: false) }
          #expect(error == .notConverged([.whiteBalance: .timedOut(2, .refused([.tooDark]))]))
        }
      }
    }

    @Test func `a frame that came before the meter changed the device is not used`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      // Time passes while its queue has work.
      let meter = CameraMeter(test.camera)
      meter.meteringMode = .uniform
      // It looks at every frame, because the lock is to run out.
      try await meter.lock(duration: 600, exposure: false, focus: false)
      _ = await test.frames(3)
      meter.queue.sync {}
      meter.queue.suspend()
      async let scene = meter.scan(exposure: false, focus: false)
      let light = test.driver.with { $0.wall }
      // A hand passes before the lens after the scan was asked for, and before it takes the device over.
      test.driver.with { $0.wall = Self.darkWall }
      #expect(try await test.camera.nextFrame { _ in true }.isTrusted)
      test.driver.with { $0.wall = light }
      meter.queue.resume()
      meter.queue.sync {}
      #expect(meter.scene.whiteBalance.status == .metering && meter.scene.whiteBalance.reason == nil)
      #expect(try await scene.whiteBalance.status == .locked)
    }

    @Test func `a meter that is slow looks at the newest frame`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      // Time passes while its queue has work.
      let meter = CameraMeter(test.camera)
      meter.meteringMode = .uniform
      try await meter.unlock(exposure: false, focus: false)
      _ = await test.frames(3)
      meter.queue.sync {}
      #expect(meter.scene.whiteBalance.reason == nil)
      meter.queue.suspend()
      _ = await test.frames(2)
      test.driver.with { $0.wall = Self.darkWall }
      _ = await test.frames(3)
      meter.queue.resume()
      meter.queue.sync {}
      guard case .refused = meter.scene.whiteBalance.reason else {
        Issue.record("it looked at a frame from before: \(String(describing: meter.scene.whiteBalance.reason))")
        return
      }
    }

    @Test func `cancelling a scan leaves locked what was, at its gains`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let start = test.driver.now
      let locked = try await meter.scan(exposure: false, focus: false)
      let length = Int((test.driver.now - start) / Self.interval)
      let red = test.driver.value(.redBalance)
      let other = try Self.wall(3500)
      test.driver.with { $0.wall = other }
      var moved = 0
      for count in 0..<length {
        let scan = Task.virtual { try await meter.scan(exposure: false, focus: false) }
        if count > 0 { await test.driver.time.pass(Self.interval * count) }
        if test.driver.value(.redBalance) != red { moved += 1 }
        scan.cancel()
        let error = try await Self.error { _ = try await scan.value }
        #expect(error == .cancelled, "after \(count) frames")
        #expect(meter.scene == locked, "after \(count) frames")
        #expect(test.driver.value(.redBalance) == red, "after \(count) frames")
      }
      // The gains are set in the course of a scan, and looked at for a block of frames.
      #expect(moved >= 12)
    }

    @Test func `a scan takes the place of the one before`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let first = Task.virtual { try await meter.scan(exposure: false, focus: false) }
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

    @Test func `a NaN duration, an empty request and a stopped camera are refused`()
      async throws
    {
      let test = try Self.camera()
      let meter = try Self.meter(test)
      let stopped = try await Self.error { try await meter.scan() }
      let failure = try #require(Self.cameraError(stopped))
      #expect(failure.reason == .notRunning)
      try test.camera.startRunning()
      #expect(try await Self.error { try await meter.scan(lockDuration: .nan) } == .metering(.lockDurationNotANumber))
      #expect(try await Self.error { try await meter.lock(duration: .nan) } == .metering(.lockDurationNotANumber))
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

    @Test func `a scan of other quantities gives back what the one before had taken over`() async throws {
      let test = try CameraUnderTest(.webcam(automatic: true))
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let mode = test.camera.exposureMode
      let first = Task.virtual { try await meter.scan(focus: false, whiteBalance: false) }
      for await scene in meter.scenes where scene.exposure.status == .metering { break }
      let during = test.camera.exposureMode
      // Whether it converges is of no interest here.
      _ = try? await meter.scan(exposure: false, whiteBalance: false)
      let error = try await Self.error { _ = try await first.value }
      #expect(error == .superseded)
      #expect(mode == .continuousAutoExposure && during != mode && test.camera.exposureMode == mode)
    }

    @Test func `a scan that cannot begin leaves the automatic modes on`() async throws {
      let test = try CameraUnderTest(.webcam(automatic: true))
      try test.camera.startRunning()
      let meter = try Self.meter(test)
      let mode = test.camera.exposureMode
      let found = try #require(test.driver.value(.autoExposure))
      test.driver.with { $0.controls[.continuousAutoFocus]?.failure = .ioError }
      let error = try await Self.error { try await meter.scan(whiteBalance: false) }
      #expect(Self.cameraError(error) != nil && meter.scene.exposure.reason == .deviceFailed)
      #expect(mode == .continuousAutoExposure && test.camera.exposureMode == mode)
      #expect(test.driver.value(.autoExposure) == found)
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
        test.driver.with { $0.wall = Self.darkWall }
        scan = Task.virtual { try await meter.scan(exposure: false, focus: false) }
        _ = await Self.statuses(meter.scenes) { $0.last == .metering }
      case .converged:
        try await meter.unlock(exposure: false, focus: false)
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
      for await _ in scenes {}
      #expect(!test.camera.isConnected)
      for await _ in meter.scenes {}
      let error = try await Self.error { try await meter.scan() }
      let failure = try #require(Self.cameraError(error))
      #expect(failure.reason == .unplugged)
      #expect(meter.scene.whiteBalance.reason == .deviceFailed)
    }

    @Test func `nothing is left open`() async throws {
      let driver: SensorDriver
      do {
        let test = try Self.camera()
        driver = test.driver
        try test.camera.startRunning()
        let meter = try Self.meter(test)
        try await meter.scan(lockDuration: 0.01, exposure: false, focus: false)
        await driver.time.pass(.seconds(1))
        test.camera.stopRunning()
      }
      #expect(driver.comesToRest())
    }
  }

  /// Keeps every thread of Swift's pool computing, until it is told to end.
  private final class BusyPool: Sendable {
    private let isOver = Atomic(false)

    init() {
      let started = DispatchSemaphore(value: 0)
      // The pool has a thread for each of them.
      let count = Processor.usableCount
      for _ in 0..<2 * count {
        Task.detached { [self] in
          started.signal()
          while !isOver.load(ordering: .relaxed) {}
        }
      }
      for _ in 0..<count { started.wait() }
    }

    func end() { isOver.store(true, ordering: .relaxed) }
  }
#endif
