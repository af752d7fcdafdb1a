#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import DeviceProfiles
  import Metering
  import RawFrames
  import SensorSimulation
  import Synchronization
  import TestSupport
  import Testing
  import WhiteBalance

  /// A camera of several parts may change during a run: its lens goes away alone, or its frames take another size.
  @Suite(.virtualTime, .hangLimit) struct ChangingCameraTests {
    typealias Camera = CameraControl.Camera

    let device: SimulationInVirtualTime
    let camera: Camera

    init() throws {
      device = SimulationInVirtualTime()
      camera = try Camera(device: device, profile: SimulatedCamera.profile)
    }

    private func meter() throws -> CameraMeter {
      let meter = CameraMeter(camera)
      try #require(VirtualTime.current).watch(meter.queue)
      return meter
    }

    @Test func `a lens that goes away ends its own focus by name, and nothing else`() async throws {
      try camera.startRunning()
      try camera.lockForConfiguration()
      _ = try await camera.nextFrame()
      #expect(camera.lensPosition != nil)
      device.takeLensAway()
      #expect(camera.lensPosition == nil)
      let error = await #expect(throws: CameraError.self) { try await camera.setFocusModeLocked(lensPosition: 0.5) }
      #expect(error?.reason == .device(.noControl(.continuousAutoFocus)))
      #expect(camera.isConnected && camera.isRunning)
      let scene = try await meter().scan(focus: false)
      #expect(scene.status(of: .whiteBalance) == .locked && scene.status(of: .exposure) == .locked)
      let gains = try #require(scene.whiteBalance.value)
      let light = try camera.profile.characterization.temperatureAndTint(for: gains.value)
      let truth = try #require(device.simulated.truth.temperatureAndTint)
      #expect(Tolerance.temperatureOfSimulation.allows(abs(light.temperature - truth.temperature)), "\(light)")
    }

    @Test func `a camera that a control finds gone ends its run, though its stream goes on`() async throws {
      try camera.startRunning()
      _ = try await camera.nextFrame()
      let frames = camera.frames
      device.takeControlsAway()
      for await _ in frames {}
      #expect(!camera.isConnected && !camera.isRunning && camera.failure?.reason == .unplugged)
      await #expect(throws: CameraError(device: camera.uniqueID, reason: .unplugged)) { try await camera.nextFrame() }
    }

    @Test func `frames of a format that the camera's levels do not fit are told by whoever waits`() async throws {
      try camera.startRunning()
      let (white, limit) = (try await camera.nextFrame().frame.levels.white.red, Duration.seconds(1))
      device.coarsenFrames()
      let error = await #expect(throws: CameraError.self) {
        try await camera.nextFrame(within: limit, where: { _ in true })
      }
      let cause = RawFrameError.whiteAboveFormat(white: white, maximum: 255, format: PixelFormat.rggb.fourCC)
      #expect(error?.reason == .noFrame(within: limit, cause: .levels(cause)))
    }

    @Test func `a scan of frames that the camera's levels do not fit ends, and the camera says why`() async throws {
      let meter = try meter()
      try camera.startRunning()
      let white = try await camera.nextFrame().frame.levels.white.red
      device.coarsenFrames()
      let error = await #expect(throws: CameraMeterError.self) { try await meter.scan(focus: false) }
      guard case .notConverged? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let cause = RawFrameError.whiteAboveFormat(white: white, maximum: 255, format: PixelFormat.rggb.fourCC)
      let silence = CameraError.Reason.noFrame(within: camera.options.frameTimeout, cause: .levels(cause))
      #expect(camera.failure?.reason == silence)
    }

    @Test func `frames that take another size during a run are measured as they are`() async throws {
      // Half of these frames is large enough for a card.
      let device = try SimulationInVirtualTime(SimulatedCamera.Setup())
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      let meter = CameraMeter(camera)
      try #require(VirtualTime.current).watch(meter.queue)
      try camera.startRunning()
      let whole = try await camera.nextFrame().frame
      device.halveFrames()
      let half = try await camera.nextFrame { $0.frame.width != whole.width }
      #expect((half.frame.width, half.frame.height) == (whole.width / 2, whole.height / 2))
      #expect(device.currentSize() == FrameSize(width: whole.width / 2, height: whole.height / 2))
      let scene = try await meter.scan(focus: false)
      let gains = try #require(scene.whiteBalance.value)
      let light = try camera.profile.characterization.temperatureAndTint(for: gains.value)
      let truth = try #require(device.simulated.truth.temperatureAndTint)
      #expect(Tolerance.temperatureOfSimulation.allows(abs(light.temperature - truth.temperature)), "\(light)")
      #expect(camera.isRunning && camera.isConnected)
    }
  }
#endif
