internal import CameraDevices

/// The device's controls of focus.
struct FocusControls: Sendable {
  let lens: CaptureControl?
  let continuous, start, stop, status: Bool
  /// The bit of the status that says that a search is running. Source:
  /// Linux kernel documentation, "Camera Control Reference".
  static let busy: Int64 = 1
  /// Lower contrasts count as this one, so that the logarithm is finite.
  static let leastSharpness = 1e-9
  /// The largest change of contrast at rest, in stops. Noise changes it by less, and the last steps of a search by
  /// more.
  static let restingContrast = 0.2

  init(_ device: any CameraBackend) throws(CameraDeviceError) {
    let lens = try device.control(.focusAbsolute)
    self.lens = lens.flatMap { $0.isReadOnly || $0.range.lowerBound == $0.range.upperBound ? nil : $0 }
    continuous = try device.control(.continuousAutoFocus).map { !$0.isReadOnly } ?? false
    start = try device.control(.autoFocusStart) != nil
    stop = try device.control(.autoFocusStop) != nil
    status = try device.control(.autoFocusStatus) != nil
  }

  static func position(_ value: Int64, _ lens: CaptureControl) -> Float {
    let (low, high) = (Double(lens.range.lowerBound), Double(lens.range.upperBound))
    return Float(min(max((high - Double(value)) / (high - low), 0), 1))
  }

  static func value(_ position: Float, _ lens: CaptureControl) -> Int64 {
    let (low, high) = (Double(lens.range.lowerBound), Double(lens.range.upperBound))
    return lens.legalValue(near: high - Double(position) * (high - low))
  }
}
