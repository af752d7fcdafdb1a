#if os(Linux)
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// The rig's UVC camera: a device behind the kernel's uvcvideo.
  @Suite(.inGuest) struct WebcamInGuest {
    @Test func `its formats and sizes are listed`() throws {
      try RigCamera.with { camera in
        let device = try CaptureDevice(path: FilePath(camera.path))
        #expect(device.identity.card == "Rig Camera")
        #expect(device.identity.driver == "uvcvideo")
        #expect(try device.rawFormats().map(\.fourCC.description) == ["RGGB", "RG16", "pRAA"])
        for format in try device.rawFormats() {
          let sizes = [FrameSize(width: 320, height: 240), FrameSize(width: 640, height: 480)]
          #expect(try device.frameSizes(for: format) == .discrete(sizes))
        }
      }
    }

    @Test(arguments: ["RGGB", "RG16", "pRAA"], [FrameSize(width: 320, height: 240), FrameSize(width: 640, height: 480)])
    func `a frame comes`(code: String, size: FrameSize) throws {
      try RigCamera.with { camera in
        let device = try CaptureDevice(path: FilePath(camera.path))
        try device.setFormat(PixelFormat(code), width: size.width, height: size.height)
        var stream = try device.stream()
        #expect(try stream.nextFrame().frame.width == size.width)
      }
    }
  }
#endif
