public import RawFrames
public import WhiteBalance

/// A frame of a running camera, with what the camera was set to while it was taken.
public struct CameraFrame: Hashable, Sendable {
  /// The samples.
  public let frame: RawFrame
  /// The driver's count of frames; a gap tells of frames that were lost.
  public let sequence: UInt32
  /// The time at which the driver took the frame, on the system's monotonic clock with nearly every driver.
  public let timestamp: Duration
  /// The damaged frames that came, and were left out, since the frame before.
  public let damagedFrameCount: Int
  /// The gains that the device has multiplied the pixels by: a neutral measured on them, divided by it, is the device's
  /// own.
  public let appliedGains: WhiteBalanceGains
  /// The gains that are left to multiply the pixels by, to have the gains that were asked for. The least gain is 1.
  public let softwareGains: WhiteBalanceGains
  /// The exposure, as far as the device tells it.
  public let exposure: FrameExposure
  /// Whether all changes that were asked of the device are in the frame. While one may be on its way it is not known
  /// which gains and exposure a frame has.
  public let isTrusted: Bool
}

extension CameraFrame {
  /// Creates a frame that no camera has taken, such as the test of an app needs.
  ///
  /// - Parameters:
  ///   - frame: The samples.
  ///   - sequence: The driver's count of frames.
  ///   - timestamp: The time at which the frame was taken.
  ///   - appliedGains: The gains that the device has multiplied the pixels by.
  ///   - softwareGains: The gains that are left to multiply the pixels by.
  ///   - exposure: The exposure, as far as it is known.
  ///   - isTrusted: Whether all changes that were asked for are in the frame.
  public init(
    _ frame: RawFrame, sequence: UInt32 = 0, timestamp: Duration = .zero,
    appliedGains: WhiteBalanceGains = WhiteBalanceGains(red: 1, green: 1, blue: 1),
    softwareGains: WhiteBalanceGains = WhiteBalanceGains(red: 1, green: 1, blue: 1),
    exposure: FrameExposure = FrameExposure(), isTrusted: Bool = true
  ) {
    self.init(
      frame: frame, sequence: sequence, timestamp: timestamp, damagedFrameCount: 0, appliedGains: appliedGains,
      softwareGains: softwareGains, exposure: exposure, isTrusted: isTrusted)
  }
}

extension CameraFrame: CustomStringConvertible {
  /// The number, the time and the kind of the frame, without the samples.
  public var description: String {
    "frame \(sequence) at \(timestamp / .seconds(1)) s, \(isTrusted ? "trusted" : "not trusted"): \(frame)"
  }
}

/// The exposure of a frame, as far as the device tells it.
public struct FrameExposure: Codable, Hashable, Sendable {
  /// The duration, in seconds.
  public var duration: Double?
  /// The factor on the signal; 1 is the device's least.
  public var gain: Double?
  /// The ISO, by the camera's base ISO; see ``CameraOptions/baseISO``.
  public var iso: Double?

  /// Creates an exposure; `nil` is a value that is not known.
  public init(duration: Double? = nil, gain: Double? = nil, iso: Double? = nil) {
    self.duration = duration
    self.gain = gain
    self.iso = iso
  }
}

extension CameraFrame {
  /// The device's own response to what reads `measured` in this frame: without the gains that it has applied.
  package func nativeResponse(_ measured: LinearRGB) -> LinearRGB { measured.divided(by: appliedGains) }
}
