#if os(Linux)
  public import CameraDevices
  public import RawFrames
  internal import Synchronization
  public import SystemPackage

  /// A V4L2 device as a camera's backend.
  public final class V4L2Camera: CameraBackend {
    private let device: CaptureDevice
    private let isSubscribed = Mutex(false)

    /// The path that the device was opened by.
    public var name: String { device.path.string }
    /// The device's description of itself.
    public var identity: CaptureDeviceIdentity { device.identity }
    /// The system's monotonic clock, with which nearly every driver dates its frames.
    public var clock: any CameraClock { device.clock }

    /// Creates a backend from an open device.
    public init(_ device: consuming CaptureDevice) {
      self.device = device
    }

    /// Opens the device at `path`, such as `/dev/video0`.
    ///
    /// - Throws: ``/CameraDevices/CameraDeviceError`` where there is no device, it may not be opened, or it is not a
    ///   camera that can stream.
    public convenience init(path: FilePath) throws(CameraDeviceError) {
      do throws(CaptureError) { self.init(try CaptureDevice(path: path)) } catch { throw CameraDeviceError(error) }
    }

    private func ask<Result: ~Copyable>(
      _ body: (borrowing CaptureDevice) throws(CaptureError) -> Result
    ) throws(CameraDeviceError) -> Result {
      do throws(CaptureError) { return try body(device) } catch { throw CameraDeviceError(error) }
    }

    public func formats() throws(CameraDeviceError) -> [CaptureFormat] {
      try ask { device throws(CaptureError) in try device.formats() }
    }

    public func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
      try ask { device throws(CaptureError) in try device.frameSizes(for: format) }
    }

    public func currentFormat() throws(CameraDeviceError) -> ActiveFormat {
      try ask { device throws(CaptureError) in try device.currentFormat() }
    }

    public func currentSize() -> FrameSize? {
      do throws(CaptureError) { return try device.presentFormat().size } catch { return nil }
    }

    @discardableResult
    public func setFormat(
      _ format: PixelFormat, size: FrameSize, match: SizeMatch
    ) throws(CameraDeviceError) -> ActiveFormat {
      try ask { device throws(CaptureError) in
        let before = try? device.presentFormat()
        do throws(CaptureError) {
          return try device.setFormat(format, width: size.width, height: size.height, size: match)
        } catch {
          // If the format is refused, the camera keeps its own.
          if let before { try? device.setPresentFormat(before.fourCC, before.size) }
          throw error
        }
      }
    }

    public func frameInterval() throws(CameraDeviceError) -> FrameInterval? {
      try ask { device throws(CaptureError) in try device.frameInterval() }
    }

    public func controls() throws(CameraDeviceError) -> [CaptureControl] {
      try ask { device throws(CaptureError) in try device.controls() }
    }

    public func control(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl? {
      try ask { device throws(CaptureError) in try device.control(id) }
    }

    public func value(of id: ControlID) throws(CameraDeviceError) -> Int64 {
      try ask { device throws(CaptureError) in try device.value(of: id) }
    }

    @discardableResult
    public func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
      try ask { device throws(CaptureError) in try device.set(values) }
    }

    public func changedControls() throws(CameraDeviceError) -> Set<ControlID> {
      try ask { device throws(CaptureError) in
        try isSubscribed.withLock { (isSubscribed) throws(CaptureError) in
          if !isSubscribed { try device.subscribeToChanges() }
          isSubscribed = true
        }
        return try device.changedControls()
      }
    }

    public func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
      let count = CaptureDevice.legalBufferCount(near: bufferCount)
      return V4L2Stream(try ask { device throws(CaptureError) in try device.stream(bufferCount: count) }, name)
    }
  }

  /// A V4L2 device that is running.
  final class V4L2Stream: CameraStream {
    let bufferCount: Int
    private let name: String
    /// The stream; `nil` once it was stopped.
    private let stream: Mutex<CaptureStream?>

    init(_ stream: consuming CaptureStream, _ name: String) {
      bufferCount = stream.bufferCount
      self.name = name
      self.stream = Mutex(stream)
    }

    func nextFrame(timeout: Duration) throws(CameraDeviceError) -> CapturedFrame {
      let frame: CapturedFrame?
      do throws(CaptureError) {
        frame = try stream.withLock { (stream) throws(CaptureError) in try stream?.nextFrame(timeout: timeout) }
      } catch { throw CameraDeviceError(error, of: name) }
      guard let frame else { throw CameraDeviceError(device: name, fault: .failed("the stream was stopped")) }
      return frame
    }

    func stop() { stream.withLock { $0 = nil } }
  }

  extension CameraDeviceError {
    /// Creates the error of a camera from that of its driver.
    package init(_ error: CaptureError) { self.init(error, of: error.device.string) }

    /// Creates the error of a camera from that of one of its parts, which the text names.
    init(_ error: CaptureError, of camera: String) {
      let text = error.device.string == camera ? error.reason.description : error.description
      let fault: CameraDeviceFault =
        switch error.reason {
        case .noSuchDevice, .noSensor: .noSuchDevice(text)
        case .notACaptureDevice, .noWay, .noSensorNode: .notACamera(text)
        case .deviceGone: .gone(text)
        case .timeout(_, damaged: 0): .noFrame(text)
        case .timeout, .damagedFrames: .damagedFrames(text)
        case .formatRefused, .sizeRefused, .padRefused: .refused(text)
        case .noControl(let id): .noControl(id)
        case .control(let control, let fault): .control(control, fault)
        default: .failed(text)
        }
      self.init(device: camera, fault: fault)
    }
  }
#endif
