public import CameraDevices
public import WhiteBalance

/// A request for white balance, and its outcome.
public struct WhiteBalanceOutcome: Hashable, Sendable {
  /// A control, with its requested value and the value that the driver reports.
  public struct Setting: Hashable, Sendable {
    /// The number of the control.
    public let control: ControlID
    /// The requested value, and the value that the driver reports.
    public let asked, done: Int64
  }

  /// The requested gains, least gain 1.
  public let asked: WhiteBalanceGains
  /// The gains that the device applies, as its driver reports them, relative to a green of 1.
  public let applied: WhiteBalanceGains
  /// The gains that software must apply, least gain 1.
  public let software: WhiteBalanceGains
  /// The controls that were set. It is empty where the gains are applied in software.
  public let settings: [Setting]
}
