public import RawFrames
public import WhiteBalance

/// A frame of a running camera, with the camera's settings for it.
public struct CameraFrame: Hashable, Sendable {
  /// The samples.
  public let frame: RawFrame
  /// The driver's number of the frame. A gap means that frames were lost.
  public let sequence: UInt32
  /// The time at which the driver took the frame. Nearly every driver uses the system's monotonic clock.
  public let timestamp: Duration
  /// The number of damaged frames that were left out since the frame before.
  public let damagedFrameCount: Int
  /// The gains that the device has multiplied the samples by.
  ///
  /// A neutral measured in this frame, divided by these gains, is the device's own response.
  public let appliedGains: WhiteBalanceGains
  /// The gains still to be applied, least gain 1. Together with ``appliedGains`` they are the gains that were set.
  public let softwareGains: WhiteBalanceGains
  /// The exposure, as far as the device reports it.
  public let exposure: FrameExposure
  /// Whether the frame surely has all settings that were made.
  ///
  /// While a change may be on its way, the gains and the exposure of a frame are not known. The first two frames after
  /// a start are not trusted, because they are often dark or half exposed.
  public let isTrusted: Bool
}

extension CameraFrame {
  /// Creates a frame without a camera, for example for the test of an app.
  ///
  /// - Parameters:
  ///   - frame: The samples.
  ///   - sequence: The driver's number of the frame.
  ///   - timestamp: The time at which the frame was taken.
  ///   - appliedGains: The gains that the device has multiplied the samples by.
  ///   - softwareGains: The gains still to be applied.
  ///   - exposure: The exposure, as far as it is known.
  ///   - isTrusted: Whether the frame surely has all settings that were made.
  public init(
    _ frame: RawFrame, sequence: UInt32 = 0, timestamp: Duration = .zero,
    appliedGains: WhiteBalanceGains = .unity,
    softwareGains: WhiteBalanceGains = .unity,
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

/// The exposure of a frame, as far as the device reports it.
public struct FrameExposure: Codable, Hashable, Sendable {
  /// The duration, in seconds.
  public var duration: Double?
  /// The gain as a factor, by the law of the gain's codes. Where no law is known, gains are taken to be proportional
  /// to the codes, and the least code has a gain of 1.
  public var gain: Double?
  /// The ISO: ``CameraOptions/baseISO`` times the gain.
  public var iso: Double?

  /// Creates an exposure. A value that is not known is `nil`.
  public init(duration: Double? = nil, gain: Double? = nil, iso: Double? = nil) {
    self.duration = duration
    self.gain = gain
    self.iso = iso
  }
}

extension CameraFrame {
  /// Returns the device's own response for `measured` in this frame, without the gains that the device has applied.
  package func nativeResponse(_ measured: LinearRGB) -> LinearRGB { measured.divided(by: appliedGains) }
}
