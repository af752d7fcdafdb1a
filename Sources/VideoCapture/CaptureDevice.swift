#if os(Linux)
  internal import CVideo4Linux
  internal import RawFrames
  public import SystemPackage

  /// An open V4L2 camera. It is closed when the value, and every stream made from it, is gone.
  public struct CaptureDevice: ~Copyable, Sendable {
    public let identity: CaptureDeviceIdentity
    let handle: DeviceHandle
    let type: BufferType

    public var path: FilePath { handle.path }
    /// The present time, on the clock by which nearly every driver dates its frames (``CapturedFrame/timestamp``): the
    /// system's monotonic one.
    public var now: Duration { clock.now }
    package var clock: any CaptureClock { handle.clock }

    /// Opens the camera at `path`, for instance `/dev/video0`.
    ///
    /// - Throws: ``CaptureError`` where there is no device, where it may not be opened, or where it is not a camera that
    ///   can stream.
    public init(path: FilePath) throws(CaptureError) {
      try self.init(path: path, kernel: LinuxKernel())
    }

    package init(path: FilePath, kernel: any VideoKernel) throws(CaptureError) {
      let handle = try DeviceHandle(path: path, kernel: kernel)
      var capability = v4l2_capability()
      try handle.perform(.queryCapabilities, &capability)
      let identity = CaptureDeviceIdentity(capability)
      // The device as a whole may have nodes for other things; what this node can do is said apart, by newer drivers.
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
    }
  }

  /// Who a device says it is.
  public struct CaptureDeviceIdentity: Hashable, Sendable {
    public let driver: String
    /// The product, for people to read.
    public let card: String
    /// Where the device is plugged in: tells two of the same kind apart.
    public let bus: String
    /// For instance `6.1.170`.
    public let kernelVersion: String

    init(_ capability: v4l2_capability) {
      driver = text(capability.driver)
      card = text(capability.card)
      bus = text(capability.bus_info)
      let version = capability.version
      kernelVersion = "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
    }
  }

  /// The characters of a C array, up to its first zero; a driver need not write one. What is not UTF-8 is replaced.
  func text<Characters: BitwiseCopyable>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
