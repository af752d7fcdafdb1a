internal import RawFrames

/// The reason why a camera device did not do what was asked of it, and which device.
public struct CameraDeviceError: Error, Hashable, Sendable {
  /// The name of the device, such as `/dev/video0`.
  public let device: String
  /// The reason for the error.
  public let fault: CameraDeviceFault

  /// Creates an error from the device and the reason.
  public init(device: String, fault: CameraDeviceFault) {
    (self.device, self.fault) = (device, fault)
  }
}

/// The reasons for which a camera device fails. The texts come from the backend: they name the value and a correct one.
public enum CameraDeviceFault: Hashable, Sendable {
  /// There is no such device.
  case noSuchDevice(String)
  /// The device is a node for something other than frames, such as metadata.
  case notACamera(String)
  /// The device was unplugged, or its driver was removed.
  case gone(String)
  /// No usable frame came in time. The camera may go on.
  case noFrame(String)
  /// Frames came in time, and all were damaged. The camera may go on.
  case damagedFrames(String)
  /// The device does not have what was asked for, such as a format or a size.
  case refused(String)
  /// The device does not have the control.
  case noControl(ControlID)
  /// The control cannot be set or read as asked.
  case control(CaptureControl, ControlFault)
  /// The device or its driver failed.
  case failed(String)
  /// A change failed for the first reason, and for the second reason the settings before it could not be restored.
  indirect case notRestored(after: CameraDeviceFault, CameraDeviceFault)
}

extension CameraDeviceError: CustomStringConvertible {
  /// The device and the reason, with what to do.
  public var description: String { "\(device.asLabel) \(fault)" }
}

extension CameraDeviceFault: CustomStringConvertible {
  /// The reason, with the value and what would have been right.
  public var description: String {
    switch self {
    case .noSuchDevice(let text), .notACamera(let text), .gone(let text), .noFrame(let text), .damagedFrames(let text),
      .refused(let text), .failed(let text):
      text
    case .noControl(let id): "the device has no control '\(id.name)'"
    case .control(let control, let fault): "the control '\(control.name)' \(fault)"
    case .notRestored(let cause, let reason): "\(cause); the camera is not as it was, for \(reason)"
    }
  }
}
