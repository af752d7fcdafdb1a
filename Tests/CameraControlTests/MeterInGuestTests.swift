#if os(Linux)
  import CameraControl
  import GrayCard
  import Metering
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// The meter on the rig's UVC camera, behind the kernel's own driver.
  @Suite(.inGuest) struct MeterInGuest {
    private static let level = 0.1

    private static func show(_ kelvin: Double, level: Double = level, to rig: RigCamera) throws {
      let wall = try CameraMeterTests.wall(kelvin, level: level)
      try rig.perform(.light(red: wall.red, green: wall.green, blue: wall.blue))
    }

    private static func camera(_ rig: RigCamera) throws -> CameraControl.Camera {
      var options = CameraOptions()
      options.format = try PixelFormat("RG16")
      options.size = FrameSize(width: 320, height: 240)
      options.levels = try SampleLevels(black: 65535.0 / 16, white: 65535)
      return try CameraControl.Camera(path: FilePath(rig.path), profile: CameraUnderTest.profile(4), options: options)
    }

    private static func meter(_ camera: CameraControl.Camera, timeLimit: Double = 40) -> CameraMeter {
      var settings = MeterSettings()
      settings.timeLimit = timeLimit
      return CameraMeter(camera, settings: settings)
    }

    /// How far the card in the next frame is from neutral, the software's part done.
    private static func cast(_ camera: CameraControl.Camera) async throws -> Double {
      let frame = try await camera.nextFrame(within: .seconds(20))
      let raw = frame.frame
      let region = Region(centerOf: raw)
      let total = TileMoments(of: raw, in: region, side: raw.width, by: .fastest).total
      func mean(_ channel: BayerChannel) -> Double { total[channel].mean - raw.levels.black[channel] }
      let green = (mean(.greenOnRedRow) + mean(.greenOnBlueRow)) / 2 * frame.softwareGains.green
      return largest(
        abs(mean(.red) * frame.softwareGains.red / green - 1), abs(mean(.blue) * frame.softwareGains.blue / green - 1))
    }

    /// Runs `body`; afterwards nothing is left open or mapped.
    private func with(_ body: (RigCamera) async throws -> Void) async throws {
      try await RigCamera.with { rig in
        let path = try rig.path
        try await body(rig)
        // The capture thread may be on its way out.
        let limit = ContinuousClock.now.advanced(by: .seconds(10))
        while try OpenResources(of: path) != .none, ContinuousClock.now < limit {
          try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try OpenResources(of: path) == .none)
      }
    }

    @Test func `from automatic modes a scan locks all three at the card, each status in its order`() async throws {
      try await with { rig in
        try Self.show(3500, level: 0.02, to: rig)
        try rig.perform(.texture(0.06))
        try rig.perform(.distance(660))
        let node = try VideoNode(rig.path)
        try node.set(RigCamera.Control.autoWhiteBalance, to: 1)
        let camera = try Self.camera(rig)
        try camera.startRunning()
        let meter = Self.meter(camera)
        let scenes = meter.scenes
        async let seen = CameraMeterTests.statuses(scenes) { $0.last == .locked }
        let scene = try await meter.scan(throwIfUnsupported: true)
        #expect(await seen == [.diverged, .metering, .converged, .locked])
        for quantity in MeteringQuantity.allCases { #expect(scene.status(of: quantity) == .locked) }
        #expect(try node.value(of: RigCamera.Control.autoWhiteBalance) == 0)
        let cast = try await Self.cast(camera)
        #expect(Tolerance.neutralAfterLock.allows(cast), "\(cast)")
        let focus = Double(try rig.perform(.tellState).focus)
        #expect(Tolerance.focusedLens.allows(abs(focus - 660)), "\(focus)")
        // The card's brightest channel in the middle of the range.
        let level = try #require(scene.exposure.value)
        #expect(level > 0.35 && level < 0.7, "\(level)")
        camera.stopRunning()
      }
    }

    @Test func `a lock runs out, and the light that changed is followed`() async throws {
      try await with { rig in
        try Self.show(3500, to: rig)
        let camera = try Self.camera(rig)
        try camera.startRunning()
        let meter = Self.meter(camera)
        let scenes = meter.scenes
        async let seen = CameraMeterTests.statuses(scenes) { $0.count == 6 }
        try await meter.scan(lockDuration: 2, exposure: false, focus: false)
        try Self.show(7000, to: rig)
        #expect(await seen == [.diverged, .metering, .converged, .locked, .metering, .converged])
        let cast = try await Self.cast(camera)
        #expect(Tolerance.neutralAfterLock.allows(cast), "\(cast)")
        camera.stopRunning()
      }
    }

    @Test func `a scan that cannot end runs out of time, by name`() async throws {
      try await with { rig in
        try Self.show(3500, level: 0.0005, to: rig)
        let camera = try Self.camera(rig)
        try camera.startRunning()
        let meter = Self.meter(camera, timeLimit: 1)
        let dark = try await CameraMeterTests.error { try await meter.scan(exposure: false, focus: false) }
        #expect(dark == .notConverged([.whiteBalance: .timedOut(1, .refused([.tooDark]))]))
        try rig.perform(.hang)
        let start = ContinuousClock.now
        let none = try await CameraMeterTests.error { try await meter.scan(exposure: false, focus: false) }
        #expect(none == .notConverged([.whiteBalance: .timedOut(2, .noFrames)]))
        #expect(start.duration(to: .now) < .seconds(8))
        try rig.perform(.resume)
        camera.stopRunning()
      }
    }

    @Test(arguments: MeteringStatus.allCases)
    func `unplugged in any state it ends by name, and works when it is plugged in again`(
      status: MeteringStatus
    ) async throws {
      try await with { rig in
        try Self.show(3500, to: rig)
        do {
          let camera = try Self.camera(rig)
          try camera.startRunning()
          let meter = Self.meter(camera)
          var scan: Task<MeteringScene, any Error>?
          switch status {
          case .diverged: break
          case .metering:
            try Self.show(3500, level: 0.0005, to: rig)
            scan = Task { try await meter.scan(exposure: false, focus: false) }
            _ = await CameraMeterTests.statuses(meter.scenes) { $0.last == .metering }
          case .converged:
            try await meter.unlock(exposure: false, focus: false)
            _ = await CameraMeterTests.statuses(meter.scenes) { $0.last == .converged }
          case .locked: try await meter.scan(exposure: false, focus: false)
          }
          let scenes = meter.scenes
          try rig.perform(.unplug)
          if let scan {
            let error = try await CameraMeterTests.error { _ = try await scan.value }
            #expect(CameraMeterTests.cameraError(error)?.reason == .unplugged)
          }
          if status != .diverged { for await _ in scenes {} }
          let limit = ContinuousClock.now.advanced(by: .seconds(10))
          while camera.isConnected, ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(20)) }
          let error = try await CameraMeterTests.error { try await meter.scan(exposure: false, focus: false) }
          #expect(CameraMeterTests.cameraError(error)?.reason == .unplugged)
        }
        try rig.perform(.plug)
        try Self.show(3500, to: rig)
        let camera = try Self.camera(rig)
        try camera.startRunning()
        try await Self.meter(camera).scan(exposure: false, focus: false)
        let cast = try await Self.cast(camera)
        #expect(Tolerance.neutralAfterLock.allows(cast), "\(cast)")
        camera.stopRunning()
      }
    }
  }
#endif
