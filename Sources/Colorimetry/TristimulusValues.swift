/// CIE 1931 tristimulus values X, Y, Z, in any scale.
public struct TristimulusValues: Hashable, Sendable {
  public var x, y, z: Double

  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The values of a light with the given chromaticity and luminance Y.
  public init(_ chromaticity: Chromaticity, luminance: Double = 1) {
    let scale = luminance / chromaticity.y
    self.init(x: scale * chromaticity.x, y: luminance, z: scale * (1 - chromaticity.x - chromaticity.y))
  }
}

extension Chromaticity {
  /// The chromaticity of tristimulus values; not finite where their sum is 0.
  public init(_ values: TristimulusValues) {
    let sum = values.x + values.y + values.z
    self.init(x: values.x / sum, y: values.y / sum)
  }
}
