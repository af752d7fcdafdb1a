#if os(Linux)
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  @Suite(.inGuest, .serialized)
  struct LoopbackInGuest {
    @Test(arguments: ["RGGB", "RG10", "RG12", "RG16"], [FrameSize(width: 64, height: 48), FrameSize(width: 640, height: 480)])
    func `a frame comes back as it was written`(code: String, size: FrameSize) throws {
      let shown = try noise(PixelFormat(code), size)
      try VividLoopback.show(shown) {
        let camera = try CaptureDevice(path: "/dev/video0")
        try camera.setFormat(shown.format, width: size.width, height: size.height)
        var stream = try camera.stream()
        let wait = try framesUntil(shown, in: &stream)
        #expect(wait < 60)
        for _ in 0..<3 {
          #expect(try stream.nextFrame().frame == shown)
        }
      }
    }
  }

  /// A frame of samples over the whole range of `format`, the same at every run.
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

  /// The frames of vivid's own picture before the first that is equal to `frame`.
  private func framesUntil(_ frame: RawFrame, in stream: inout CaptureStream) throws -> Int {
    for count in 0..<60 where try stream.nextFrame().frame == frame { return count }
    return 60
  }
#endif
