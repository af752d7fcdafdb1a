/// The time from one frame to the next, as a fraction of a second.
public struct FrameInterval: Hashable, Sendable {
  /// The terms of the fraction, both above 0.
  public let numerator, denominator: UInt32

  /// Creates an interval, or `nil` where either term is 0.
  public init?(numerator: UInt32, denominator: UInt32) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The interval in seconds.
  public var seconds: Double { Double(numerator) / Double(denominator) }
}

extension FrameInterval: CustomStringConvertible {
  /// The interval as text, such as `1/30 s`.
  public var description: String { "\(numerator)/\(denominator) s" }
}
