public import CameraDevices
public import WhiteBalance

/// A request for white balance, and its outcome.
public struct WhiteBalanceOutcome: Hashable, Sendable {
  /// A control as it was asked to be, and as the driver says it is.
  public struct Setting: Hashable, Sendable {
    /// The number of the control.
    public let control: ControlID
    /// The value that was asked for, and the one that the driver says it has.
    public let asked, done: Int64
  }

  /// The gains that were asked for. The least gain is 1.
  public let asked: WhiteBalanceGains
  /// The gains that the device applies, as its driver says, beside a green of 1.
  public let applied: WhiteBalanceGains
  /// The gains that are left for software. The least gain is 1.
  public let software: WhiteBalanceGains
  /// The controls that were set for it; none where the gains are applied in software.
  public let settings: [Setting]
}
