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

  /// Returns the response before it was multiplied by these gains.
  package func divided(by gains: WhiteBalanceGains) -> LinearRGB { LinearRGB(vector / gains.vector) }

  package var vector: SIMD3<Double> { [red, green, blue] }

  package init(_ vector: SIMD3<Double>) {
    self.init(red: vector.x, green: vector.y, blue: vector.z)
  }
}

extension LinearRGB: CustomStringConvertible {
  /// The three channels as text, such as `R 0.5, G 1.0, B 0.7`.
  public var description: String { "R \(red), G \(green), B \(blue)" }
}
