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
  /// The sides of the legal region, in order round its closed edge. On each, one channel has the minimum, one the
  /// maximum, and one is free: it rises on every other side, and falls on the others.
  static let sides = [(0, 1, 2), (0, 2, 1), (1, 2, 0), (1, 0, 2), (2, 0, 1), (2, 1, 0)].map {
    (atMinimum: $0.0, atMaximum: $0.1, free: $0.2)
  }

  /// Returns the gains at a point of the closed edge of the legal region.
  ///
  /// - Parameter place: The number of a side, and how far along it the point lies. It may go round the edge.
  func edge(at place: Double) -> WhiteBalanceGains {
    let whole = place.rounded(.down)
    let number = ((Int(whole) % Self.sides.count) + Self.sides.count) % Self.sides.count
    let share = number.isMultiple(of: 2) ? place - whole : 1 - (place - whole)
    let side = Self.sides[number]
    var vector = SIMD3<Double>.zero
    vector[side.atMinimum] = minimum
    vector[side.atMaximum] = maximum
    vector[side.free] = min(minimum + share * (maximum - minimum), maximum)
    return WhiteBalanceGains(vector)
  }

  /// Returns gains once round the closed edge of the legal region.
  ///
  /// - Parameter steps: The number of steps on each of the six sides, at least 1.
  package func edge(steps: Int) -> [WhiteBalanceGains] {
    let steps = max(steps, 1)
    return (0..<Self.sides.count * steps).map { edge(at: Double($0) / Double(steps)) }
  }
}
