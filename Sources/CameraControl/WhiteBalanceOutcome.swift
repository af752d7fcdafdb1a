public import CameraDevices
public import WhiteBalance

/// What was asked of the white balance, and what became of it.
public struct WhiteBalanceOutcome: Hashable, Sendable {
  /// A control as it was asked to be, and as the driver says it is.
  public struct Setting: Hashable, Sendable {
    public let control: ControlID
    public let asked, done: Int64
  }

  /// Least gain 1.
  public let asked: WhiteBalanceGains
  /// What the device does of it, by the driver's own word: beside a green of 1.
  public let applied: WhiteBalanceGains
  /// What is left for software. Least gain 1.
  public let software: WhiteBalanceGains
  /// The controls that were set for it; none where the gains are applied in software.
  public let settings: [Setting]
}
