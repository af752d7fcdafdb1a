public import RawFrames

/// A camera device: a driver of the system, or a simulation.
///
/// It has formats, controls with their ranges, and frames with their numbers and times. The layers above give them
/// their meaning as white balance, exposure and focus. This module's overview lists the controls that have one.
///
/// Members may be called from any thread. One thread at a time sets controls, and another waits in
/// ``CameraStream/nextFrame(timeout:)`` meanwhile: a lock that is held during that wait would delay every change. While
/// a camera runs, ``changedControls()`` is called with each frame.
public protocol CameraBackend: AnyObject, Sendable {
  /// The name by which the device was opened, such as `/dev/video0`.
  var name: String { get }
  /// The device's description of itself.
  var identity: CaptureDeviceIdentity { get }
  /// The black and white level of the frames, or `nil` where the device does not report them.
  var levels: SampleLevels? { get }
  /// The clock by which the device dates its frames.
  var clock: any CameraClock { get }
  /// The facts about the image sensor that the driver does not report, or `nil` where the sensor is not known.
  var sensor: ImageSensor? { get }

  /// Returns all formats that the device offers, raw or not.
  ///
  /// - Throws: ``CameraDeviceError`` where the device fails or is gone.
  func formats() throws(CameraDeviceError) -> [CaptureFormat]

  /// Returns the sizes in which the device offers `format`, or `nil` where it does not list them.
  ///
  /// - Throws: ``CameraDeviceError`` where the device fails or is gone.
  func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes?

  /// Returns the format that the device is set to.
  ///
  /// - Throws: ``CameraDeviceError`` where its frames could not be read, for instance because they are not raw.
  func currentFormat() throws(CameraDeviceError) -> ActiveFormat

  /// Returns the size that the device is set to, or `nil` where it does not report it.
  ///
  /// The size is returned even if frames of the present format cannot be read.
  func currentSize() -> FrameSize?

  /// Sets the format and the size of future frames.
  ///
  /// - Parameters:
  ///   - format: The format to set.
  ///   - size: The size of a frame, in samples.
  ///   - match: The behaviour where the device does not have this size.
  /// - Returns: The format that the device then has.
  /// - Throws: ``CameraDeviceFault/refused(_:)`` where it does not have what was asked for.
  @discardableResult
  func setFormat(_ format: PixelFormat, size: FrameSize, match: SizeMatch) throws(CameraDeviceError) -> ActiveFormat

  /// Returns the interval between frames, or `nil` where the device does not report it. A camera then assumes 33 ms.
  ///
  /// - Throws: ``CameraDeviceError`` where the device fails or is gone.
  func frameInterval() throws(CameraDeviceError) -> FrameInterval?

  /// Returns all controls of the device with their present state, in the device's order.
  ///
  /// - Throws: ``CameraDeviceError`` where the device fails or is gone.
  func controls() throws(CameraDeviceError) -> [CaptureControl]

  /// Returns the current state of a control, or `nil` where the device does not have it.
  ///
  /// - Throws: ``CameraDeviceError`` where the device fails or is gone.
  func control(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl?

  /// Returns the present value of a control.
  ///
  /// - Throws: ``CameraDeviceFault/noControl(_:)``, or ``CameraDeviceFault/control(_:_:)`` where it cannot be read.
  func value(of id: ControlID) throws(CameraDeviceError) -> Int64

  /// Sets several controls in one request, so that a device can apply them all in the same frame.
  ///
  /// - Returns: The values that the device then has, in the order of `values`.
  /// - Throws: ``CameraDeviceFault/noControl(_:)``; ``CameraDeviceFault/control(_:_:)`` where a value is not legal,
  ///   before anything is set, or where the device refuses it.
  @discardableResult
  func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64]

  /// Returns the controls that have changed since the last call and that this program has not set.
  ///
  /// Another program or the device itself may have changed them. The first call starts the watch.
  ///
  /// - Throws: ``CameraDeviceError`` where the device fails or is gone.
  func changedControls() throws(CameraDeviceError) -> Set<ControlID>

  /// Starts the camera in the format that it is set to.
  ///
  /// - Parameter bufferCount: The number of frames that the device may buffer. The device may choose another number.
  /// - Returns: The running stream.
  /// - Throws: ``CameraDeviceError`` where the device cannot stream, is in use by another program, fails or is gone.
  func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream
}

/// The behaviour where a device does not have the size that is asked for.
public enum SizeMatch: Sendable {
  /// Throw an error that names the size that the device offers instead.
  case exact
  /// Take the size that the device offers instead.
  case nearest
}

/// A camera that is running. One thread at a time asks it for frames.
public protocol CameraStream: AnyObject, Sendable {
  /// The number of frames that the device fills ahead.
  var bufferCount: Int { get }

  /// Returns the next intact frame.
  ///
  /// A camera of CameraControl calls this repeatedly with a timeout of a tenth of a second, and continues after
  /// ``CameraDeviceFault/noFrame(_:)``. A backend must not abort an exposure when a wait ends.
  ///
  /// - Parameter timeout: The longest time to wait.
  /// - Throws: ``CameraDeviceFault/noFrame(_:)`` where none came in time, ``CameraDeviceFault/damagedFrames(_:)`` where
  ///   all were damaged, or the reason why the device failed. Every other reason than these two ends the camera's run.
  func nextFrame(timeout: Duration) throws(CameraDeviceError) -> CapturedFrame

  /// Stops the camera. No frame can be asked for afterwards.
  func stop()
}

extension CameraBackend {
  /// The default: levels that are not known. Most drivers do not report them.
  public var levels: SampleLevels? { nil }
  /// The default: a sensor that is not known.
  public var sensor: ImageSensor? { nil }

  /// The size of the format that the device is set to.
  public func currentSize() -> FrameSize? { (try? currentFormat())?.size }

  /// The default: no changes, for a device that does not report them.
  public func changedControls() throws(CameraDeviceError) -> Set<ControlID> { [] }

  /// Sets a control.
  ///
  /// - Returns: The value that the device then has, or `value` for a control that cannot be read.
  @discardableResult
  public func set(_ id: ControlID, to value: Int64) throws(CameraDeviceError) -> Int64 { try setAll([id: value])[0] }

  /// Sets several controls as ``set(_:)`` does, and checks that the device returns a value for each.
  package func setAll(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
    let done = try set(values)
    guard done.count == values.count else {
      let text =
        "its backend must return one value for each of \(values.count) controls that are set, and returned \(done.count)"
      throw CameraDeviceError(device: name, fault: .failed(text))
    }
    return done
  }

  /// The formats whose frames can be read, in the device's order.
  package func rawFormats() throws(CameraDeviceError) -> [PixelFormat] {
    let offered = try formats()
    let raw = offered.compactMap(\.pixelFormat)
    guard !raw.isEmpty else {
      let list = offered.isEmpty ? "none" : offered.map(\.fourCC.description).joined(separator: " ")
      throw CameraDeviceError(device: name, fault: .failed("no raw format; the device offers \(list)"))
    }
    return raw
  }
}

extension CameraStream {
  /// Returns the next intact frame, with a timeout of two seconds.
  public func nextFrame() throws(CameraDeviceError) -> CapturedFrame { try nextFrame(timeout: .seconds(2)) }
}
