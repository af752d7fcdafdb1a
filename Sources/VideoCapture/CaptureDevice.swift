#if os(Linux)
  internal import CVideo4Linux
  internal import RawFrames
  public import SystemPackage

  /// An open V4L2 camera. It is closed when this value and all of its streams have been destroyed.
  ///
  ///     let device = try CaptureDevice(path: "/dev/video0")
  ///     try device.setFormat(PixelFormat("RG10"), width: 1296, height: 972)
  ///     var stream = try device.stream()
  ///     let frame = try stream.nextFrame().frame
  public struct CaptureDevice: ~Copyable, Sendable {
    /// The device's description of itself.
    public let identity: CaptureDeviceIdentity
    let handle: DeviceHandle
    let type: BufferType
    /// Whether the formats are those of a media device's pads (`V4L2_CAP_IO_MC`).
    let isSetByGraph: Bool

    /// The path that the device was opened by.
    public var path: FilePath { handle.path }
    /// The present time on the system's monotonic clock, with which nearly every driver dates its frames.
    ///
    /// See ``/CameraDevices/CapturedFrame/timestamp``.
    public var now: Duration { clock.now }
    package var clock: any CameraClock { handle.clock }

    /// Opens the camera at `path`, such as `/dev/video0`.
    ///
    /// - Throws: ``CaptureError`` where there is no device, it may not be opened, or it is not a camera that can
    ///   stream.
    public init(path: FilePath) throws(CaptureError) {
      try self.init(path: path, kernel: LinuxKernel())
    }

    package init(path: FilePath, kernel: any VideoKernel) throws(CaptureError) {
      let handle = try DeviceHandle(path: path, kernel: kernel)
      var capability = v4l2_capability()
      try handle.perform(.queryCapabilities, &capability)
      let identity = CaptureDeviceIdentity(capability)
      // A device may have several nodes for different purposes. Newer drivers report separately what this node can do.
      let flags =
        capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities
      let isSinglePlanar = flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0
      guard isSinglePlanar || flags & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 else {
        throw handle.error(.notACaptureDevice(card: identity.card))
      }
      guard flags & UInt32(V4L2_CAP_STREAMING) != 0 else { throw handle.error(.noStreaming(card: identity.card)) }
      self.identity = identity
      self.handle = handle
      type = isSinglePlanar ? .singlePlanar : .multiPlanar
      isSetByGraph = flags & UInt32(V4L2_CAP_IO_MC) != 0
    }

    /// Opens a part of a media device, such as a sensor, for its controls only.
    init(part path: FilePath, kernel: any VideoKernel) throws(CaptureError) {
      handle = try DeviceHandle(path: path, kernel: kernel)
      identity = CaptureDeviceIdentity(driver: "", card: "", bus: "", driverVersion: "")
      (type, isSetByGraph) = (.singlePlanar, false)
    }
  }

  extension CaptureDeviceIdentity {
    init(_ capability: v4l2_capability) {
      let version = capability.version
      self.init(
        driver: text(capability.driver), card: text(capability.card), bus: text(capability.bus_info),
        driverVersion: "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)")
    }
  }

  /// Returns the characters of a C array up to its first zero, which a driver may omit. Bytes that are not UTF-8 are
  /// replaced.
  func text<Characters: BitwiseCopyable>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
