#if os(Linux)
  import Foundation
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// The rig's UVC camera: a device behind the kernel's uvcvideo, which has faults that vivid has not.
  @Suite(.inGuest) struct WebcamInGuest {
    private func open(_ camera: RigCamera) throws -> CaptureDevice {
      let device = try CaptureDevice(path: FilePath(camera.path))
      try device.setFormat(PixelFormat("RG16"), width: 320, height: 240)
      return device
    }

    /// Runs `body` with the camera; then checks that nothing is left and that the camera works.
    private func with(
      deliversDamagedFrames: Bool = false, _ body: (borrowing CaptureDevice, RigCamera) throws -> Void
    ) throws {
      try RigCamera.with(deliversDamagedFrames: deliversDamagedFrames) { camera in
        let path = try camera.path
        do { try body(open(camera), camera) }
        #expect(try OpenResources(of: path) == .none)
        try camera.perform(.resume)
        try checkThatItWorks(camera)
        #expect(try OpenResources(of: camera.path) == .none)
      }
    }

    private func checkThatItWorks(_ camera: RigCamera) throws {
      var stream = try open(camera).stream()
      let frames = try [stream.nextFrame(), stream.nextFrame()]
      #expect(frames.map(\.sequence) == [0, 1])
      #expect(frames.map(\.frame.width) == [320, 320])
    }

    @Test func `it tells who it is, and what it has`() throws {
      try RigCamera.with { camera in
        let device = try CaptureDevice(path: FilePath(camera.path))
        #expect(device.identity.card == "Rig Camera")
        #expect(device.identity.driver == "uvcvideo")
        #expect(CaptureDevice.allPaths.contains(device.path))
        let formats = try device.rawFormats()
        #expect(formats.map(\.fourCC.description) == ["RGGB", "RG16", "pRAA"])
        for format in formats {
          let sizes = [FrameSize(width: 320, height: 240), FrameSize(width: 640, height: 480)]
          #expect(try device.frameSizes(for: format) == .discrete(sizes))
          for size in sizes {
            let active = try device.setFormat(format, width: size.width, height: size.height)
            #expect(active.bytesPerRow == size.width * format.bitsPerSample / 8)
            #expect(active.imageSize == active.bytesPerRow * size.height)
          }
        }
      }
    }

    /// A camera has a second node, for what comes beside the pictures.
    @Test func `its other node is not a camera`() throws {
      try RigCamera.with { camera in
        let number = try #require(Int(camera.path.dropFirst("/dev/video".count)))
        let error = #expect(throws: CaptureError.self) {
          _ = try CaptureDevice(path: FilePath("/dev/video\(number + 1)"))
        }
        #expect(error?.reason == .notACaptureDevice(card: "Rig Camera"))
      }
    }

    @Test(arguments: [false, true])
    func `damaged frames are left out, by the kernel or by us`(areDelivered: Bool) throws {
      try with(deliversDamagedFrames: areDelivered) { device, camera in
        var stream = try device.stream()
        _ = try stream.nextFrame()
        for fault in [RigCamera.Command.errorFrames(2), .shortFrames(2)] {
          let first = try camera.perform(fault).frame
          var frame = try stream.nextFrame()
          while frame.sequence < first { frame = try stream.nextFrame() }
          // The two have their numbers, which are missing then.
          #expect(frame.sequence == first + 2)
          #expect(frame.damagedFrameCount == (areDelivered ? 2 : 0))
        }
      }
    }

    @Test(arguments: [RigCamera.Command.errorFrames(1000), .shortFrames(1000)])
    func `a camera that sends nothing but damaged frames is an error`(fault: RigCamera.Command) throws {
      try with(deliversDamagedFrames: true) { device, camera in
        var stream = try device.stream(damagedFrameLimit: 3)
        _ = try stream.nextFrame()
        try camera.perform(fault)
        let error = #expect(throws: CaptureError.self) {
          for _ in 0..<4 { _ = try stream.nextFrame() }
        }
        #expect(error?.reason == .damagedFrames(count: 3, last: .flagged))
      }
      try with { device, camera in
        var stream = try device.stream()
        _ = try stream.nextFrame()
        try camera.perform(fault)
        let timeout = Duration.milliseconds(300)
        let error = #expect(throws: CaptureError.self) {
          for _ in 0..<4 { _ = try stream.nextFrame(timeout: timeout) }
        }
        #expect(error?.reason == .timeout(timeout, damaged: 0))
      }
    }

    @Test func `a camera that hangs is a time-out, and its stream goes on when it does`() throws {
      try with { device, camera in
        var stream = try device.stream()
        _ = try stream.nextFrame()
        try camera.perform(.hang)
        let timeout = Duration.milliseconds(300)
        let start = ContinuousClock.now
        let error = #expect(throws: CaptureError.self) {
          for _ in 0..<4 { _ = try stream.nextFrame(timeout: timeout) }
        }
        #expect(error?.reason == .timeout(timeout, damaged: 0))
        #expect(ContinuousClock.now - start < .seconds(2))
        try camera.perform(.resume)
        _ = try stream.nextFrame()
      }
    }

    @Test func `a stream whose endpoint has halted fails, and the next stream works`() throws {
      try with { device, camera in
        do {
          var stream = try device.stream()
          _ = try stream.nextFrame()
          try camera.perform(.haltEndpoint)
          let timeout = Duration.milliseconds(300)
          let error = #expect(throws: CaptureError.self) {
            for _ in 0..<8 { _ = try stream.nextFrame(timeout: timeout) }
          }
          // Each of the kernel's transfers that fails gives back the buffers that wait, as damaged: none to very many.
          switch error?.reason {
          case .timeout(timeout, damaged: 0..<8)?, .damagedFrames(count: 8, last: .flagged)?: break
          default: Issue.record("\(String(describing: error))")
          }
        }
        var stream = try device.stream()
        _ = try stream.nextFrame()
      }
    }

    @Test(arguments: [false, true])
    func `a camera that is unplugged while it streams is gone, and works when it is back`(isWaiting: Bool) throws {
      try with { device, camera in
        var stream = try device.stream()
        _ = try stream.nextFrame()
        let ended = DispatchSemaphore(value: 0)
        if isWaiting {
          // It hangs, so that nothing but the unplugging ends the wait.
          try camera.perform(.hang)
          Thread.detachNewThread {
            usleep(50_000)
            _ = try? camera.perform(.unplug)
            ended.signal()
          }
        } else {
          try camera.perform(.unplug)
        }
        let start = ContinuousClock.now
        let error = #expect(throws: CaptureError.self) {
          for _ in 0..<8 { _ = try stream.nextFrame() }
        }
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(error?.reason == .deviceGone(.dequeueBuffer))
        if isWaiting { ended.wait() }
        let next = #expect(throws: CaptureError.self) { try device.formats() }
        #expect(next?.reason == .deviceGone(.enumerateFormats))
        let path = device.path
        let opened = #expect(throws: CaptureError.self) { _ = try CaptureDevice(path: path) }
        #expect(opened?.reason == .noSuchDevice)
        // The old device and its stream are still held here.
        try camera.perform(.plug)
        try checkThatItWorks(camera)
        let still = #expect(throws: CaptureError.self) { _ = try stream.nextFrame() }
        #expect(still?.reason == .deviceGone(.dequeueBuffer))
      }
    }

    @Test func `a camera that is unplugged between frames, many times, leaves nothing`() throws {
      try RigCamera.with { camera in
        for _ in 0..<3 {
          let path = try camera.path
          do {
            var stream = try open(camera).stream()
            _ = try stream.nextFrame()
            try camera.perform(.unplug)
            #expect(try OpenResources(of: path) == OpenResources(descriptors: 1, mappings: 4))
          }
          #expect(try OpenResources(of: path) == .none)
          try camera.perform(.plug)
        }
      }
    }
  }
#endif
