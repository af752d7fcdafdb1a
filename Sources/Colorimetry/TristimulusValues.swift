/// The CIE 1931 tristimulus values X, Y, Z, in any scale.
public struct TristimulusValues: Codable, Hashable, Sendable {
  /// The values X, Y and Z.
  public var x, y, z: Double

  /// Creates tristimulus values.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  package init(_ vector: SIMD3<Double>) { self.init(x: vector.x, y: vector.y, z: vector.z) }

  package var vector: SIMD3<Double> { [x, y, z] }

  /// Creates the values of a light with this chromaticity and luminance Y. They are not finite where y is 0.
  public init(_ chromaticity: Chromaticity, luminance: Double = 1) {
    let scale = luminance / chromaticity.y
    self.init(x: scale * chromaticity.x, y: luminance, z: scale * (1 - chromaticity.x - chromaticity.y))
  }
}

extension Chromaticity {
  /// Creates the chromaticity of tristimulus values. It is not finite where their sum is 0.
  public init(_ values: TristimulusValues) {
    let sum = values.x + values.y + values.z
    self.init(x: values.x / sum, y: values.y / sum)
  }
}
