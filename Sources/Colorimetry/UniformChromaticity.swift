/// A chromaticity on the CIE 1960 uniform chromaticity scale, on which temperature and Duv are defined.
///
/// u equals the u' of CIE 1976, and v is 2/3 of its v'.
public struct UniformChromaticity: Codable, Hashable, Sendable {
  /// The coordinates u and v.
  public var u, v: Double

  /// Creates a chromaticity from its coordinates.
  public init(u: Double, v: Double) {
    self.u = u
    self.v = v
  }

  /// Creates the point of an x, y chromaticity.
  public init(_ chromaticity: Chromaticity) {
    let denominator = -2 * chromaticity.x + 12 * chromaticity.y + 3
    self.init(u: 4 * chromaticity.x / denominator, v: 6 * chromaticity.y / denominator)
  }
}

extension UniformChromaticity: CustomStringConvertible {
  /// The coordinates as text, such as `u 0.2, v 0.31`.
  public var description: String { "u \(u), v \(v)" }
}
