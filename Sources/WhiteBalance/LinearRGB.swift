internal import RealModule

/// A device's linear response to light, with the black level removed, in any scale.
///
/// The response to a white or gray surface is called the *neutral* of the light.
public struct LinearRGB: Codable, Hashable, Sendable {
  /// The responses of the red, green and blue channels.
  public var red, green, blue: Double

  /// Creates a response from its three channels.
  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Whether every channel is finite and above 0. White balance can only deal with such responses.
  public var isPositive: Bool {
    red > 0 && green > 0 && blue > 0 && red.isFinite && green.isFinite && blue.isFinite
  }

  /// Whether this response to white is gray without gains, so that the values are balanced already and not a sensor's
  /// own.
  ///
  /// Colorants of balanced profiles add up to white within their rounding, and tables within a few percent. Cameras'
  /// raw neutrals are farther from gray: of daylight, red and blue are half of green, and of a filament lamp, blue is
  /// half of red.
  package var isBalancedWhite: Bool {
    isPositive && vector.max() < Self.largestImbalance * vector.min()
  }

  /// The largest ratio of channels in a balanced white.
  private static let largestImbalance = 1.1

  /// Returns the response before it was multiplied by these gains.
  package func divided(by gains: WhiteBalanceGains) -> LinearRGB { LinearRGB(vector / gains.vector) }

  package var vector: SIMD3<Double> { [red, green, blue] }

  package init(_ vector: SIMD3<Double>) {
    self.init(red: vector.x, green: vector.y, blue: vector.z)
  }

  /// The log ratios ln R/G and ln B/G.
  package var logRatios: SIMD2<Double> { SIMD2(.log(red / green), .log(blue / green)) }

  /// Creates the response, green 1, that has these log ratios ln R/G and ln B/G.
  package init(logRatios: SIMD2<Double>) {
    self.init(red: .exp(logRatios.x), green: 1, blue: .exp(logRatios.y))
  }
}

extension LinearRGB: CustomStringConvertible {
  /// The three channels as text, such as `R 0.5, G 1.0, B 0.7`.
  public var description: String { "R \(red), G \(green), B \(blue)" }
}
