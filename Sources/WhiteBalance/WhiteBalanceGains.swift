/// The factors on a device's linear red, green and blue that make the response to a light neutral.
///
/// Only their ratios matter to colour; ``normalized`` chooses the scale that devices use.
public struct WhiteBalanceGains: Hashable, Sendable {
  public var red, green, blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The gains, least gain 1, that turn `neutral` gray.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``.
  public init(neutralizing neutral: LinearRGB) throws(WhiteBalanceError) {
    guard neutral.isPositive else { throw .neutralNotPositive(neutral) }
    let largest = neutral.vector.max()
    self.init(largest / neutral.vector)
  }

  /// The neutral, largest channel 1, that these gains turn gray.
  ///
  /// - Throws: ``WhiteBalanceError/gainsNotPositive(_:)``.
  public func neutral() throws(WhiteBalanceError) -> LinearRGB {
    guard isPositive else { throw .gainsNotPositive(self) }
    return LinearRGB(vector.min() / vector)
  }

  /// The same colour with the least gain 1. Gains that are not all positive stay as they are.
  public var normalized: WhiteBalanceGains {
    isPositive ? WhiteBalanceGains(vector / vector.min()) : self
  }

  /// Whether every gain is finite and above 0, and so are their ratios.
  public var isPositive: Bool {
    [red, green, blue].allSatisfy { $0 > 0 && $0.isFinite } && (vector.max() / vector.min()).isFinite
  }

  /// Whether every gain lies in `range`. Nothing is normalized first: gains that a device refuses are not within.
  public func isWithin(_ range: GainRange) -> Bool {
    [red, green, blue].allSatisfy { range.minimum <= $0 && $0 <= range.maximum }
  }

  /// Each gain by itself moved into `range`, as AVFoundation's samples do. This changes the colour; see
  /// ``DeviceCharacterization/fitted(_:to:by:)`` for what it costs and for ways that cost less.
  public func clamped(to range: GainRange) -> WhiteBalanceGains {
    func clamp(_ gain: Double) -> Double { min(max(gain, range.minimum), range.maximum) }
    return WhiteBalanceGains(red: clamp(red), green: clamp(green), blue: clamp(blue))
  }

  package var vector: SIMD3<Double> { [red, green, blue] }

  package init(_ vector: SIMD3<Double>) {
    self.init(red: vector.x, green: vector.y, blue: vector.z)
  }
}

extension WhiteBalanceGains: CustomStringConvertible {
  public var description: String { "red \(red), green \(green), blue \(blue)" }
}
