public import RawFrames
public import WhiteBalance

/// A frame of a running camera, with what the camera was set to while it was taken.
public struct CameraFrame: Hashable, Sendable {
  public let frame: RawFrame
  /// The driver's count of frames; a gap tells of frames that were lost.
  public let sequence: UInt32
  /// When the driver took the frame, on the system's monotonic clock with nearly every driver.
  public let timestamp: Duration
  /// The damaged frames that came, and were left out, since the frame before.
  public let damagedBefore: Int
  /// What the device has multiplied the pixels with: a neutral measured on them, divided by it, is the device's own.
  public let appliedGains: WhiteBalanceGains
  /// What is left to multiply the pixels with, for the gains that were asked for. Least gain 1.
  public let softwareGains: WhiteBalanceGains
  public let exposure: FrameExposure
  /// Whether all that was asked of the device is in the frame. While a change may still be on its way it is not known
  /// which gains and exposure a frame has.
  public let isTrusted: Bool
}

extension CameraFrame {
  /// Creates a trusted frame that no camera has taken.
  package init(
    _ frame: RawFrame, appliedGains: WhiteBalanceGains = WhiteBalanceGains(red: 1, green: 1, blue: 1)
  ) {
    self.init(
      frame: frame, sequence: 0, timestamp: .zero, damagedBefore: 0, appliedGains: appliedGains,
      softwareGains: WhiteBalanceGains(red: 1, green: 1, blue: 1), exposure: FrameExposure(), isTrusted: true)
  }
}

/// With what a frame was exposed, as far as the device tells.
public struct FrameExposure: Hashable, Sendable {
  /// In seconds.
  public var duration: Double?
  /// The factor on the signal; 1 is the device's least.
  public var gain: Double?
  /// By the camera's base ISO; see ``CameraOptions/baseISO``.
  public var iso: Double?

  public init(duration: Double? = nil, gain: Double? = nil, iso: Double? = nil) {
    self.duration = duration
    self.gain = gain
    self.iso = iso
  }
}

extension CameraFrame {
  /// The device's own response to what reads `measured` in this frame: without the gains that it has applied.
  public func nativeResponse(_ measured: LinearRGB) -> LinearRGB {
    LinearRGB(
      red: measured.red / appliedGains.red, green: measured.green / appliedGains.green,
      blue: measured.blue / appliedGains.blue)
  }
}
