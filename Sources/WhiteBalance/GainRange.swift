/// The gains that a device can apply: from 1 to its maximum.
public struct GainRange: Hashable, Sendable {
  /// The largest gain that the device can apply, at least 1.
  public let maximum: Double

  /// The least gain, 1. A gain below 1 would leave clipped samples coloured.
  package var minimum: Double { 1 }

  /// Creates the range from 1 to `maximum`.
  ///
  /// - Throws: ``WhiteBalanceError/invalidMaximumGain(_:)`` unless `maximum` is between 1 and 1e6.
  public init(maximum: Double) throws(WhiteBalanceError) {
    guard (1...Self.largestMaximum).contains(maximum) else { throw .invalidMaximumGain(maximum) }
    self.maximum = maximum
  }

  /// The largest maximum. A gain above it is more than the range of 16 bits.
  package static let largestMaximum = 1e6

  private init(checked maximum: Double) {
    self.maximum = maximum
  }

  /// Gains from 1 to 4, this library's choice where a device does not say its own largest gain.
  public static let standard = GainRange(checked: 4)
}

extension GainRange {
  /// Returns gains along the closed edge of the legal region, where one gain is 1, one is the maximum, and the third
  /// lies between.
  ///
  /// - Parameter steps: The number of steps on each of the six sides, at least 1.
  package func edge(steps: Int) -> [WhiteBalanceGains] {
    let (low, high) = (minimum, maximum)
    let corners: [SIMD3<Double>] = [
      [high, low, low], [high, high, low], [low, high, low], [low, high, high], [low, low, high], [high, low, high],
    ]
    return corners.indices.flatMap { index in
      let (from, to) = (corners[index], corners[(index + 1) % corners.count])
      return (0..<max(steps, 1)).map { step in
        WhiteBalanceGains(from + (to - from) * (Double(step) / Double(max(steps, 1))))
      }
    }
  }
}
