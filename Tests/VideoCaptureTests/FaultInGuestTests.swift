#if os(Linux)
  import Foundation
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// The faults that vivid can have on request. After each the camera must work again, and nothing may be left.
  @Suite(.inGuest) struct FaultInGuest {
    private typealias Control = VividLoopback.Control

    /// Runs `body` with an open camera and a node to set its faults by; then checks that nothing is left and that the
    /// camera works.
    private func with(
      _ camera: RigGuest.Camera = RigGuest.singlePlanar, _ body: (borrowing CaptureDevice, VideoNode) throws -> Void
    ) throws {
      do {
        let node = try VideoNode(camera.capture)
        // 60 frames a second; the webcam's are 2. By way of the other, which undoes what tests before have set.
        for input in [VividLoopback.Input.webcam, VividLoopback.Input.hdmi] { try node.selectInput(input) }
        try node.set(Control.captureScaler, to: 0)
        try body(open(camera), node)
      }
      #expect(try OpenResources(of: camera.capture) == .none)
      try VideoNode(camera.capture).set(Control.droppedBuffers, to: 0)
      var stream = try open(camera).stream()
      let frame = try stream.nextFrame().frame
      #expect(frame.width == 320)
    }

    private func open(_ camera: RigGuest.Camera) throws -> CaptureDevice {
      let device = try CaptureDevice(path: FilePath(camera.capture))
      try device.setFormat(PixelFormat("RG10"), width: 320, height: 180)
      return device
    }

    @Test(arguments: RigGuest.cameras)
    func `frames come one after another, in time`(camera: RigGuest.Camera) throws {
      try with(camera) { device, _ in
        var stream = try device.stream()
        let frames = try (0..<8).map { _ in try stream.nextFrame() }
        for (earlier, later) in zip(frames, frames.dropFirst()) {
          // vivid may count its first frames alike where the machine is slow; their times differ even then.
          #expect(later.sequence >= earlier.sequence)
          #expect(later.timestamp > earlier.timestamp)
        }
        #expect(frames[7].sequence > frames[0].sequence)
        let held = try OpenResources(of: camera.capture)
        #expect(held == OpenResources(descriptors: 2, mappings: 4), "the stream's and the node's")
      }
    }

    @Test(arguments: RigGuest.cameras)
    func `a corrupt frame is left out and counted`(camera: RigGuest.Camera) throws {
      try with(camera) { device, node in
        var stream = try device.stream()
        _ = try stream.nextFrame()
        try node.set(Control.bufferError, to: 1)
        let damaged = try (0..<6).map { _ in try stream.nextFrame().damagedFrameCount }
        #expect(damaged.reduce(0, +) == 1)
      }
    }

    @Test(arguments: [
      (Control.requestBuffersError, CaptureRequest.requestBuffers), (Control.queueBufferError, .queueBuffer),
      (Control.streamOnError, .streamOn),
    ])
    func `a request that fails once is named, and the next try works`(control: UInt32, request: CaptureRequest) throws {
      try with { device, node in
        try node.set(control, to: 1)
        let error = #expect(throws: CaptureError.self) { _ = try device.stream() }
        #expect(error?.reason == .requestFailed(request, .invalidArgument))
        #expect(error?.description == "/dev/video0: \(request.rawValue) failed: Invalid argument (EINVAL)")
        var stream = try device.stream()
        _ = try stream.nextFrame()
      }
    }

    @Test(arguments: RigGuest.cameras)
    func `a fatal error while streaming is an input/output error`(camera: RigGuest.Camera) throws {
      try with(camera) { device, node in
        var stream = try device.stream()
        _ = try stream.nextFrame()
        try node.set(Control.fatalStreamingError, to: 1)
        let error = #expect(throws: CaptureError.self) {
          for _ in 0..<8 { _ = try stream.nextFrame() }
        }
        #expect(error?.reason == .requestFailed(.dequeueBuffer, .ioError))
      }
    }

    @Test(arguments: RigGuest.cameras)
    func `a camera that is unplugged while streaming is gone`(camera: RigGuest.Camera) throws {
      try with(camera) { device, node in
        var stream = try device.stream()
        _ = try stream.nextFrame()
        try node.set(Control.disconnect, to: 1)
        let error = #expect(throws: CaptureError.self) {
          for _ in 0..<8 { _ = try stream.nextFrame() }
        }
        #expect(error?.reason == .deviceGone(.dequeueBuffer))
        let next = #expect(throws: CaptureError.self) { try device.formats() }
        #expect(next?.reason == .deviceGone(.enumerateFormats))
      }
    }

    @Test(arguments: RigGuest.cameras)
    func `a camera that delivers nothing is a time-out`(camera: RigGuest.Camera) throws {
      try with(camera) { device, node in
        try node.set(Control.droppedBuffers, to: 100)
        var stream = try device.stream()
        let timeout = Duration.milliseconds(300)
        let start = ContinuousClock.now
        let error = #expect(throws: CaptureError.self) { try stream.nextFrame(timeout: timeout) }
        #expect(error?.reason == .timeout(timeout, damaged: 0))
        #expect(ContinuousClock.now - start >= timeout)
        try node.set(Control.droppedBuffers, to: 0)
        _ = try stream.nextFrame()
      }
    }

    @Test func `a second stream finds the camera busy`() throws {
      try with { device, _ in
        var stream = try device.stream()
        let second = try CaptureDevice(path: device.path)
        let error = #expect(throws: CaptureError.self) { _ = try second.stream() }
        #expect(error?.reason == .busy(.requestBuffers))
        let other = #expect(throws: CaptureError.self) {
          try second.setFormat(PixelFormat("RGGB"), width: 640, height: 360)
        }
        #expect(other?.reason == .busy(.setFormat))
        _ = try stream.nextFrame()
      }
    }

    @Test func `a stream that was dropped leaves the camera free for another format`() throws {
      try with { device, _ in
        do { _ = try device.stream() }
        try device.setFormat(PixelFormat("RGGB"), width: 640, height: 360)
        var stream = try device.stream()
        #expect(stream.format.pixelFormat.fourCC == FourCC("RGGB"))
        let frame = try stream.nextFrame().frame
        #expect(frame.width == 640)
      }
    }

    @Test func `signals do not break a capture`() throws {
      try with { device, _ in
        let storm = SignalStorm()
        defer { storm.stop() }
        var stream = try device.stream()
        for _ in 0..<8 { _ = try stream.nextFrame() }
        #expect(storm.count > 8)
      }
    }

    @Test func `signals do not lengthen a time-out`() throws {
      try with { device, node in
        try node.set(Control.droppedBuffers, to: 100)
        let storm = SignalStorm()
        defer { storm.stop() }
        var stream = try device.stream()
        let start = ContinuousClock.now
        let timeout = Duration.milliseconds(300)
        let error = #expect(throws: CaptureError.self) { try stream.nextFrame(timeout: timeout) }
        #expect(error?.reason == .timeout(timeout, damaged: 0))
        #expect(ContinuousClock.now - start < .seconds(2))
      }
    }
  }
#endif
