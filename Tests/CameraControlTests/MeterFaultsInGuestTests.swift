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

  /// The meter on vivid, which shows a gray card and has each fault on request. It has no controls of white balance:
  /// gains travel with the frames.
  @Suite(.inGuest) struct MeterFaultsInGuest {
    private typealias Control = VividLoopback.Control

    private static let (width, height) = (320, 180)
    private static let levels = Result { try SampleLevels(black: 64, white: 1023) }

    /// A card in the light of 4500 K, in noise.
    private static func card() throws -> (frame: RawFrame, right: WhiteBalance.WhiteBalanceGains) { try made.get() }

    /// Made once: a guest takes its time to draw so much noise.
    private static let made = Result { try makeCard() }

    private static func makeCard() throws -> (frame: RawFrame, right: WhiteBalance.WhiteBalanceGains) {
      let wall = try CameraMeterTests.wall(4500, level: 0.5)
      let format = try PixelFormat("RG10")
      let levels = try levels.get()
      var generator = SeededGenerator(seed: 45)
      var bytes: [UInt8] = []
      for row in 0..<height {
        for column in 0..<width {
          let isGreen = (row + column) % 2 == 1
          let share = isGreen ? wall.green : row % 2 == 0 ? wall.red : wall.blue
          let value = UInt16((64 + 959 * share + 8 * generator.normal()).rounded())
          bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
      }
      let frame = try RawFrame(
        format: format, width: width, height: height, bytesPerRow: 2 * width, bytes: bytes, levels: levels)
      let neutral = LinearRGB(red: wall.red, green: wall.green, blue: wall.blue)
      return (frame, try WhiteBalanceGains(neutralizing: neutral))
    }

    private static func camera() throws -> CameraControl.Camera {
      var options = CameraOptions()
      options.format = try PixelFormat("RG10")
      options.size = FrameSize(width: width, height: height)
      options.levels = try levels.get()
      let path = FilePath(RigGuest.singlePlanar.capture)
      return try Camera(path: path, profile: CameraUnderTest.profile(4), options: options)
    }

    private static func meter(_ camera: CameraControl.Camera) -> CameraMeter {
      var settings = MeterSettings()
      settings.timeLimit = 60
      return CameraMeter(camera, settings: settings)
    }

    /// Scans with a camera of its own, and holds the gains against the card's.
    private static func checkThatItWorks(
      _ right: WhiteBalance.WhiteBalanceGains
    ) async throws -> WhiteBalance.WhiteBalanceGains {
      let camera = try camera()
      try camera.startRunning()
      defer { camera.stopRunning() }
      let scene = try await meter(camera).scan()
      let gains = try #require(scene.whiteBalance.value?.value)
      for (gain, expected) in [(gains.red, right.red), (gains.green, right.green), (gains.blue, right.blue)] {
        #expect(Tolerance.neutralAfterLock.allows(abs(gain / expected - 1)), "\(gain), not \(expected)")
      }
      return gains
    }

    /// The errors with which a fault may end a scan or a camera.
    private static func isNamed(_ error: any Error) -> Bool {
      guard let error = error as? CameraMeterError, case .camera(let failure) = error else { return false }
      switch failure.reason {
      case .unplugged, .device, .notRunning: return true
      default: return false
      }
    }

    /// In any state: while nothing is metered, a scan runs, what was locked is held, or the light is followed.
    @Test(
      arguments: [
        Control.bufferError, Control.queueBufferError, Control.fatalStreamingError, Control.disconnect,
      ], MeteringStatus.allCases)
    func `a fault in any state is survived, or ends by name`(fault: UInt32, status: MeteringStatus) async throws {
      let (frame, right) = try Self.card()
      try await VividLoopback.show(frame) {
        let camera = try Self.camera()
        try camera.startRunning()
        let meter = Self.meter(camera)
        var scan: Task<MeteringScene, any Error>?
        switch status {
        case .diverged: break
        case .metering:
          scan = Task { try await meter.scan() }
          _ = await CameraMeterTests.statuses(meter.scenes) { $0.last == .metering }
        case .locked: try await meter.scan()
        case .converged:
          try await meter.unlock()
          _ = await CameraMeterTests.statuses(meter.scenes) { $0.last == .converged }
        }
        try VideoNode(RigGuest.singlePlanar.capture).set(fault, to: 1)
        let pending = scan ?? Task { try await meter.scan() }
        do { #expect(try await pending.value.whiteBalance.status == .locked) } catch {
          #expect(Self.isNamed(error), "\(error)")
        }
        camera.stopRunning()
      }
      try await Self.waitUntilClosed()
      try await VividLoopback.show(frame) { _ = try await Self.checkThatItWorks(right) }
      try await Self.waitUntilClosed()
    }

    @Test(arguments: [Control.requestBuffersError, Control.streamOnError])
    func `a start that fails is named, and the next succeeds`(fault: UInt32) async throws {
      let (frame, right) = try Self.card()
      try await VividLoopback.show(frame) {
        let camera = try Self.camera()
        let meter = Self.meter(camera)
        try VideoNode(RigGuest.singlePlanar.capture).set(fault, to: 1)
        #expect(throws: CameraError.self) { try camera.startRunning() }
        let error = try await CameraMeterTests.error { try await meter.scan() }
        #expect(Self.isNamed(error), "\(error)")
        try camera.startRunning()
        let gains = try #require(try await meter.scan().whiteBalance.value?.value)
        #expect(Tolerance.neutralAfterLock.allows(abs(gains.blue / gains.green * right.green / right.blue - 1)))
        camera.stopRunning()
      }
    }

    /// Nothing is left open or mapped; the capture thread may be on its way out.
    private static func waitUntilClosed() async throws {
      let limit = ContinuousClock.now.advanced(by: .seconds(10))
      let path = RigGuest.singlePlanar.capture
      while try OpenResources(of: path) != .none, ContinuousClock.now < limit {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try OpenResources(of: path) == .none)
    }

    @Test func `with half of the buffers dropped it converges to the same gains`() async throws {
      let (frame, right) = try Self.card()
      let node = try VideoNode(RigGuest.singlePlanar.capture)
      var found: [WhiteBalance.WhiteBalanceGains] = []
      for share: Int32 in [0, 50] {
        try await VividLoopback.show(frame) {
          try node.set(Control.droppedBuffers, to: share)
          defer { try? node.set(Control.droppedBuffers, to: 0) }
          found.append(try await Self.checkThatItWorks(right))
        }
      }
      // The same card, without noise from frame to frame.
      #expect(Tolerance.gainsOfSameCard.allows(abs(found[0].red / found[1].red - 1)))
      #expect(Tolerance.gainsOfSameCard.allows(abs(found[0].blue / found[1].blue - 1)))
    }

    @Test(arguments: [Control.sequenceWrap, Control.timestampWrap])
    func `a count or a clock that wraps moves no gains`(wrap: UInt32) async throws {
      let (frame, right) = try Self.card()
      let node = try VideoNode(RigGuest.singlePlanar.capture)
      try await VividLoopback.show(frame) {
        try node.set(wrap, to: 1)
        defer { try? node.set(wrap, to: 0) }
        let camera = try Self.camera()
        try camera.startRunning()
        defer { camera.stopRunning() }
        let first = try await camera.nextFrame(within: .seconds(20))
        let meter = Self.meter(camera)
        try await meter.scan(exposure: false, focus: false)
        try await meter.unlock()
        // The clock takes 16 s to wrap. The meter follows a quarter of the frames meanwhile, which is less to compute.
        try node.set(Control.droppedBuffers, to: 75)
        defer { try? node.set(Control.droppedBuffers, to: 0) }
        _ = try await camera.nextFrame(within: .seconds(60)) {
          $0.sequence < first.sequence || $0.timestamp < first.timestamp
        }
        try node.set(Control.droppedBuffers, to: 0)
        #expect(camera.isRunning)
        let gains = try #require(try await meter.scan(exposure: false, focus: false).whiteBalance.value?.value)
        #expect(Tolerance.neutralAfterLock.allows(abs(gains.blue / gains.green * right.green / right.blue - 1)))
        #expect(Tolerance.neutralAfterLock.allows(abs(gains.red / gains.green * right.green / right.red - 1)))
      }
    }

    @Test func `with all buffers dropped a scan ends in time, by name`() async throws {
      let (frame, right) = try Self.card()
      let node = try VideoNode(RigGuest.singlePlanar.capture)
      try await VividLoopback.show(frame) {
        let camera = try Self.camera()
        try camera.startRunning()
        defer { camera.stopRunning() }
        var settings = MeterSettings()
        settings.timeLimit = 1
        let meter = CameraMeter(camera, settings: settings)
        try node.set(Control.droppedBuffers, to: 100)
        defer { try? node.set(Control.droppedBuffers, to: 0) }
        let start = ContinuousClock.now
        let error = try await CameraMeterTests.error { try await meter.scan() }
        guard case .notConverged(let reasons) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(reasons[.whiteBalance]?.description.contains("no frames") == true)
        #expect(start.duration(to: .now) < .seconds(6))
      }
      try await VividLoopback.show(frame) { _ = try await Self.checkThatItWorks(right) }
    }
  }
#endif
