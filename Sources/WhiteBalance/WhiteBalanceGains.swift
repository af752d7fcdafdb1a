/// The factors on a device's linear red, green and blue that make its response to a light neutral.
///
/// Only their ratios matter to colour; ``normalized`` gives the scale that devices use.
///
///     let gains = try WhiteBalanceGains(neutralizing: LinearRGB(red: 0.5, green: 1, blue: 0.8))
///     // red 2.0, green 1.0, blue 1.25
public struct WhiteBalanceGains: Codable, Hashable, Sendable {
  /// The factors on the red, green and blue channels.
  public var red, green, blue: Double

  /// Creates gains from the factors on the three channels.
  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The gains that change nothing: each is 1.
  public static let unity = WhiteBalanceGains(red: 1, green: 1, blue: 1)

  /// Creates the gains, least gain 1, that make `neutral` gray.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``, or ``WhiteBalanceError/gainsNotPositive(_:)`` where a
  ///   channel is so small that its gain is not finite.
  public init(neutralizing neutral: LinearRGB) throws(WhiteBalanceError) {
    guard neutral.isPositive else { throw .neutralNotPositive(neutral) }
    let largest = neutral.vector.max()
    self.init(largest / neutral.vector)
    guard isPositive else { throw .gainsNotPositive(self) }
  }

  /// Returns the neutral, largest channel 1, that these gains make gray.
  ///
  /// - Throws: ``WhiteBalanceError/gainsNotPositive(_:)``.
  public func neutral() throws(WhiteBalanceError) -> LinearRGB {
    guard isPositive else { throw .gainsNotPositive(self) }
    return LinearRGB(vector.min() / vector)
  }

  /// The gains of the same colour with the least gain 1. Gains that are not all positive stay as they are.
  public var normalized: WhiteBalanceGains {
    isPositive ? WhiteBalanceGains(vector / vector.min()) : self
  }

  /// Returns the gains still to be applied after `applied`, least gain 1.
  package func divided(by applied: WhiteBalanceGains) -> WhiteBalanceGains {
    WhiteBalanceGains(vector / applied.vector).normalized
  }

  /// Whether every gain is finite and above 0, and every ratio of two gains is finite.
  public var isPositive: Bool {
    LinearRGB(vector).isPositive && (vector.max() / vector.min()).isFinite
  }

  /// Returns whether every gain lies in `range`. The gains are not normalized first.
  public func isWithin(_ range: GainRange) -> Bool {
    [red, green, blue].allSatisfy { range.minimum <= $0 && $0 <= range.maximum }
  }

  /// Returns these gains clamped to `range`; `nil` where that changes one of them by more than rounding.
  ///
  /// Cameras state temperature and tint in single precision. Gains at the maximum that are converted to these and back
  /// may slightly exceed it.
  package func within(_ range: GainRange) -> WhiteBalanceGains? {
    let legal = clamped(to: range)
    let isNear = [(red, legal.red), (green, legal.green), (blue, legal.blue)].allSatisfy { own, legal in
      abs(own - legal) <= Self.rounding * legal
    }
    return isNear ? legal : nil
  }

  /// The share that counts as rounding: a camera's temperature and tint have single precision, which moves a gain by
  /// at most 2e-7.
  private static let rounding = 1e-6

  /// Returns the gains, each clamped to `range` separately, as in AVFoundation's sample code.
  ///
  /// Clamping changes the colour. ``DeviceCharacterization/fitted(_:to:by:)`` returns the size of the change, and has
  /// policies that change the colour less. A gain that is not a number becomes the smallest one.
  public func clamped(to range: GainRange) -> WhiteBalanceGains {
    func clamp(_ gain: Double) -> Double { gain > range.minimum ? min(gain, range.maximum) : range.minimum }
    return WhiteBalanceGains(red: clamp(red), green: clamp(green), blue: clamp(blue))
  }

  package var vector: SIMD3<Double> { [red, green, blue] }

  package init(_ vector: SIMD3<Double>) {
    self.init(red: vector.x, green: vector.y, blue: vector.z)
  }
}

extension WhiteBalanceGains: CustomStringConvertible {
  /// The three gains as text, such as `red 2.0, green 1.0, blue 1.25`.
  public var description: String { "red \(red), green \(green), blue \(blue)" }
}
