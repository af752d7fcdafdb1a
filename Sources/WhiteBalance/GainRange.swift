/// The gains that a device can apply: from 1 to its maximum.
public struct GainRange: Hashable, Sendable {
  public let maximum: Double

  /// 1: a gain below it would leave clipped samples coloured.
  public var minimum: Double { 1 }

  /// - Throws: ``WhiteBalanceError/invalidMaximumGain(_:)`` unless `maximum` is finite and at least 1.
  public init(maximum: Double) throws(WhiteBalanceError) {
    guard maximum >= 1, maximum.isFinite else { throw .invalidMaximumGain(maximum) }
    self.maximum = maximum
  }

  private init(checked maximum: Double) {
    self.maximum = maximum
  }

  /// 1 to 4, the range of Apple's cameras (AVFoundation's `maxWhiteBalanceGain`).
  public static let standard = GainRange(checked: 4)
}
