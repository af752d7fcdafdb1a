#if os(Linux)
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// Frames whose every byte is known, through a driver of the kernel's own.
  @Suite(.inGuest) struct LoopbackInGuest {
    @Test(
      arguments: ["RGGB", "RG10", "RG12", "RG16"],
      [FrameSize(width: 64, height: 48), FrameSize(width: 128, height: 96), FrameSize(width: 320, height: 240)])
    func `a frame comes back as it was shown`(code: String, size: FrameSize) throws {
      try checkLoopback(code, size, RigGuest.singlePlanar)
    }

    @Test(arguments: ["BA81", "GB10", "GR16", "BYR2"])
    func `a frame comes back in the multi-planar dialect too`(code: String) throws {
      try checkLoopback(code, FrameSize(width: 320, height: 240), RigGuest.multiPlanar)
    }

    private func checkLoopback(_ code: String, _ size: FrameSize, _ camera: RigGuest.Camera) throws {
      let shown = try noise(PixelFormat(code), size)
      try VividLoopback.show(shown, to: camera) {
        let device = try CaptureDevice(path: FilePath(camera.capture))
        try device.setFormat(shown.format, width: size.width, height: size.height)
        var stream = try device.stream()
        // vivid shows a picture of its own until the first frame has come through.
        var pictures = 0
        while try stream.nextFrame().frame != shown, pictures < 60 { pictures += 1 }
        try #require(pictures < 60, "the frame never came")
        for _ in 0..<3 {
          let frame = try stream.nextFrame().frame
          #expect(frame == shown)
        }
      }
      #expect(try OpenResources(of: camera.capture) == .none)
    }

    /// Samples over the whole range of `format`, the same at every run.
    private func noise(_ format: PixelFormat, _ size: FrameSize) throws -> RawFrame {
      var state: UInt64 = 1
      var bytes: [UInt8] = []
      for _ in 0..<(size.width * size.height) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let sample = state >> (64 - UInt64(format.bitsPerSample))
        bytes.append(UInt8(truncatingIfNeeded: sample))
        if format.bitsPerSample > 8 { bytes.append(UInt8(truncatingIfNeeded: sample >> 8)) }
      }
      return try RawFrame(format: format, width: size.width, height: size.height, bytes: bytes)
    }
  }
#endif
