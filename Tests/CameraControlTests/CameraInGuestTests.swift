#if os(Linux)
  import CameraControl
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// The rig's UVC camera behind the kernel's uvcvideo, and vivid, which has no controls of white balance.
  @Suite(.inGuest) struct CameraInGuest {
    private func open(_ path: String, _ format: String = "RG16") throws -> CameraControl.Camera {
      var options = CameraOptions()
      options.format = try PixelFormat(format)
      options.size = FrameSize(width: 320, height: 240)
      options.levels = try SampleLevels(black: 65535.0 / 16, white: 65535)
      return try CameraControl.Camera(path: FilePath(path), profile: CameraUnderTest.profile(4), options: options)
    }

    @Test func `automatic, locked, then a gray card: the next frames are neutral to half a percent`() async throws {
      try await RigCamera.with { rig in
        try rig.perform(.light(red: 0.1, green: 0.2, blue: 0.14))
        let camera = try open(try rig.path)
        #expect(camera.balanceMethod == .balanceControls)
        try camera.startRunning()
        defer { camera.stopRunning() }
        try camera.lockForConfiguration()
        try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
        _ = try await camera.nextFrame(within: .seconds(20)) { _ in !camera.isAdjustingWhiteBalance }
        try camera.setWhiteBalanceMode(.locked)
        _ = try await camera.nextFrame(within: .seconds(20))
        try await camera.setWhiteBalanceModeLocked(with: camera.grayWorldDeviceWhiteBalanceGains)
        let frame = try await camera.nextFrame(within: .seconds(20))
        let card = try #require(frame.cardCast)
        #expect(card < 0.005, "\(camera.deviceWhiteBalanceGains)")
      }
    }

    @Test func `vivid's gains are software's, and its faults end no wait late`() async throws {
      let path = RigGuest.singlePlanar.capture
      let node = try VideoNode(path)
      try node.selectInput(VividLoopback.Input.hdmi)
      try node.set(VividLoopback.Control.captureScaler, to: 1)
      let camera = try open(path)
      #expect(camera.balanceMethod == .software)
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      let gains = CameraControl.Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5)
      try await camera.setWhiteBalanceModeLocked(with: gains)
      #expect(try await camera.nextFrame().softwareGains == .init(red: 2, green: 1, blue: 1.5))
      try node.set(VividLoopback.Control.bufferError, to: 1)
      _ = try await camera.nextFrame()
      // Every buffer dropped: a wait ends in its time, and the camera goes on afterwards.
      try node.set(VividLoopback.Control.droppedBuffers, to: 100)
      _ = try? await camera.nextFrame(within: .milliseconds(300)) { _ in false }
      await #expect(throws: CameraError.self) { _ = try await camera.nextFrame(within: .milliseconds(300)) }
      try node.set(VividLoopback.Control.droppedBuffers, to: 50)
      try await camera.setWhiteBalanceModeLocked(with: gains)
      try node.set(VividLoopback.Control.droppedBuffers, to: 0)
      // Fatal: frames end, and the camera says why.
      let frames = camera.frames
      try node.set(VividLoopback.Control.fatalStreamingError, to: 1)
      for await _ in frames {}
      #expect(camera.failure != nil)
      #expect(!camera.isRunning)
    }

    @Test func `an unplugged camera says so, and is opened again when it is back`() async throws {
      try await RigCamera.with { rig in
        let camera = try open(try rig.path)
        try camera.startRunning()
        let frames = camera.frames
        _ = try await camera.nextFrame(within: .seconds(20))
        try rig.perform(.unplug)
        for await _ in frames {}
        #expect(!camera.isConnected)
        camera.stopRunning()
        let node = camera.uniqueID
        try rig.perform(.plug)
        // A `Camera` whose device is gone keeps no node open. So the kernel gives the device its old node again.
        #expect(try rig.path == node)
        let again = try open(node)
        try again.startRunning()
        _ = try await again.nextFrame(within: .seconds(20))
        again.stopRunning()
      }
    }
  }

  extension CameraFrame {
    /// The greatest departure of the middle half from neutral.
    var cardCast: Double? {
      let region = Region(centerOf: frame)
      let total = TileMoments(of: frame, in: region, side: frame.width, by: .fastest).total
      func signal(_ channel: BayerChannel) -> Double {
        (total[channel].mean - frame.levels.black[channel])
      }
      let green = (signal(.greenOnRedRow) + signal(.greenOnBlueRow)) / 2
      guard green > 0 else { return nil }
      return largest(
        abs(signal(.red) * softwareGains.red / (green * softwareGains.green) - 1),
        abs(signal(.blue) * softwareGains.blue / (green * softwareGains.green) - 1))
    }
  }
#endif
