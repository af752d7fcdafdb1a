/// Chromaticity on the CIE 1960 uniform chromaticity scale, in which temperature and Duv are defined.
///
/// v is 2/3 of the v' of CIE 1976; u is its u'.
public struct UniformChromaticity: Hashable, Sendable {
  public var u, v: Double

  public init(u: Double, v: Double) {
    self.u = u
    self.v = v
  }

  public init(_ chromaticity: Chromaticity) {
    let denominator = -2 * chromaticity.x + 12 * chromaticity.y + 3
    self.init(u: 4 * chromaticity.x / denominator, v: 6 * chromaticity.y / denominator)
  }
}

extension UniformChromaticity: CustomStringConvertible {
  public var description: String { "u \(u), v \(v)" }
}
