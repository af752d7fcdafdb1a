/// A device's linear response to light, black level removed, in any scale. Of a light it is the light's *neutral*: what
/// a white or gray surface reads.
public struct LinearRGB: Hashable, Sendable {
  public var red, green, blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Whether every channel is finite and above 0, as the response to a light that white balance can deal with is.
  public var isPositive: Bool {
    [red, green, blue].allSatisfy { $0 > 0 && $0.isFinite }
  }

  package var vector: SIMD3<Double> { [red, green, blue] }

  package init(_ vector: SIMD3<Double>) {
    self.init(red: vector.x, green: vector.y, blue: vector.z)
  }
}

extension LinearRGB: CustomStringConvertible {
  public var description: String { "R \(red), G \(green), B \(blue)" }
}
