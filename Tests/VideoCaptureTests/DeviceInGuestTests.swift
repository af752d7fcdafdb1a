#if os(Linux)
  import Foundation
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// A driver of the kernel's own describes itself.
  @Suite(.inGuest) struct DeviceInGuest {
    private func open(_ camera: RigGuest.Camera, input: Int32 = VividLoopback.Input.webcam) throws -> CaptureDevice {
      try VideoNode(camera.capture).selectInput(input)
      return try CaptureDevice(path: FilePath(camera.capture))
    }

    private func reason(for path: String) throws -> CaptureError.Reason {
      let error = #expect(throws: CaptureError.self) { _ = try CaptureDevice(path: FilePath(path)) }
      #expect(try OpenResources(of: path) == .none)
      return try #require(error).reason
    }

    @Test func `a camera tells who it is`() throws {
      let identity = try open(RigGuest.singlePlanar).identity
      #expect(identity.driver == "vivid")
      #expect(identity.card == "vivid")
      #expect(identity.bus == "platform:vivid-000")
      let release = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
      #expect(identity.driverVersion.split(separator: ".").prefix(2) == release.split(separator: ".").prefix(2))
    }

    @Test func `the paths are those of the video nodes, by their numbers`() {
      #expect(CaptureDevice.allPaths.map(\.string) == RigGuest.cameras.flatMap { [$0.capture, $0.output] })
    }

    @Test(arguments: RigGuest.cameras)
    func `all unpacked Bayer formats are raw formats`(camera: RigGuest.Camera) throws {
      let unpacked = PixelFormat.all.filter {
        $0.bayerPattern != nil && ($0.packing == .byte || $0.packing == .littleEndianWord && $0.bitsPerSample != 14)
      }
      #expect(unpacked.count == 16)
      let device = try open(camera)
      let raw = try device.rawFormats()
      #expect(Set(raw).isSuperset(of: unpacked))
      let formats = try device.formats()
      #expect(formats.contains { $0.pixelFormat == nil }, "vivid has colour formats as well")
      #expect(formats.first { $0.fourCC == FourCC("RG10") }?.name == "10-bit Bayer RGRG/GBGB")
    }

    @Test(arguments: RigGuest.cameras)
    func `a webcam lists its sizes, and every one can be set`(camera: RigGuest.Camera) throws {
      let device = try open(camera)
      let format = try PixelFormat("RG12")
      guard case .discrete(let sizes)? = try device.frameSizes(for: format) else {
        Issue.record("vivid's webcam has a list of sizes")
        return
      }
      #expect(sizes.first == FrameSize(width: 320, height: 180))
      for size in sizes {
        let active = try device.setFormat(format, width: size.width, height: size.height)
        #expect(active.size == size)
        #expect(active.bytesPerRow >= 2 * size.width)
        #expect(active.imageSize >= active.bytesPerRow * size.height)
        let current = try device.currentFormat()
        #expect(current == active)
      }
    }

    @Test func `an input with a scaler lists a range of sizes`() throws {
      let device = try open(RigGuest.singlePlanar, input: VividLoopback.Input.hdmi)
      let node = try VideoNode(RigGuest.singlePlanar.capture)
      try node.set(VividLoopback.Control.captureScaler, to: 1)
      let sizes = try device.frameSizes(for: PixelFormat("RG12"))
      guard case .range = sizes else {
        Issue.record("vivid's scaler has a range of sizes, not \(String(describing: sizes))")
        return
      }
      #expect(sizes?.contains(FrameSize(width: 1280, height: 720)) == true)
      #expect(sizes?.contains(FrameSize(width: 8, height: 8)) == false)
    }

    @Test func `a size that the camera does not have is refused, or taken on request`() throws {
      let device = try open(RigGuest.singlePlanar)
      let format = try PixelFormat("RG10")
      let error = #expect(throws: CaptureError.self) { try device.setFormat(format, width: 321, height: 179) }
      let offered = FrameSize(width: 320, height: 180)
      #expect(error?.reason == .sizeRefused(FrameSize(width: 321, height: 179), chosen: offered))
      let nearest = try device.setFormat(format, width: 321, height: 179, size: .nearest)
      #expect(nearest.size == offered)
    }

    @Test(arguments: RigGuest.cameras)
    func `a format that the camera does not have is refused`(camera: RigGuest.Camera) throws {
      let device = try open(camera)
      let packed = try PixelFormat("pRAA")
      let error = #expect(throws: CaptureError.self) { try device.setFormat(packed, width: 640, height: 360) }
      guard case .formatRefused(packed.fourCC, chosen: _)? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `a television picture is interlaced and refused`() throws {
      let device = try open(RigGuest.singlePlanar, input: VividLoopback.Input.television)
      let format = try PixelFormat("RGGB")
      let error = #expect(throws: CaptureError.self) {
        try device.setFormat(format, width: 720, height: 480, size: .nearest)
      }
      guard case .interlaced? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test(arguments: RigGuest.cameras)
    func `an output is not a capture device`(camera: RigGuest.Camera) throws {
      #expect(try reason(for: camera.output) == .notACaptureDevice(card: "vivid"))
    }

    @Test func `a touch pad is a capture device without a raw format`() throws {
      let device = try CaptureDevice(path: FilePath(RigGuest.touchPad))
      let error = #expect(throws: CaptureError.self) { try device.rawFormats() }
      guard case .noRawFormat(let offered)? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(offered.map(\.description).contains("TD16"))
    }

    @Test func `a device of another group's is named as such`() throws {
      // The guest runs everything as root, to whom all is allowed, so for a moment this process is nobody.
      let path = FilePath(RigGuest.singlePlanar.capture)
      try #require(seteuid(65534) == 0)
      let error = #expect(throws: CaptureError.self) { _ = try CaptureDevice(path: path) }
      try #require(seteuid(0) == 0)
      #expect(error?.reason == .permissionDenied)
    }
  }
#endif
