/// The CIE 1931 x, y chromaticity of a light, for the 2° observer.
public struct Chromaticity: Codable, Hashable, Sendable {
  /// The coordinates x and y.
  public var x, y: Double

  /// Creates a chromaticity from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether X, Y and Z have the signs of a light's: x is at least 0, y is above 0, and x + y is at most 1. It is
  /// `false` for NaN.
  ///
  /// Colours between these bounds and the locus of the spectrum pass, though no light has them: noise brings a reading
  /// of a saturated light there.
  public var isReal: Bool { x >= 0 && y > 0 && x + y <= 1 }
}

extension Chromaticity {
  /// Creates the chromaticity with these CIE 1960 coordinates.
  ///
  /// For a colour that no light has, y may be at or below 0 or not finite; ``isReal`` tells.
  public init(_ uniform: UniformChromaticity) {
    let denominator = 2 * uniform.u - 8 * uniform.v + 4
    self.init(x: 3 * uniform.u / denominator, y: 2 * uniform.v / denominator)
  }
}

extension Chromaticity: CustomStringConvertible {
  /// The coordinates as text, such as `x 0.3127, y 0.329`.
  public var description: String { "x \(x), y \(y)" }
}

// MARK: - Standard illuminants

// Source: CIE 15:2018, table T.3 (2° observer); A, D65 to five digits as in CIE S 014-2. E by definition.
extension Chromaticity {
  /// Illuminant A: incandescent light, 2856 K.
  public static let a = Chromaticity(x: 0.44758, y: 0.40745)
  /// Illuminant D50: daylight at 5003 K, the white of the ICC's profile connection space.
  public static let d50 = Chromaticity(x: 0.34567, y: 0.35851)
  /// Illuminant D55: daylight at 5503 K.
  public static let d55 = Chromaticity(x: 0.33243, y: 0.34744)
  /// Illuminant D65: daylight at 6504 K.
  public static let d65 = Chromaticity(x: 0.31272, y: 0.32903)
  /// Illuminant D75: daylight at 7504 K.
  public static let d75 = Chromaticity(x: 0.29903, y: 0.31488)
  /// Illuminant E: equal energy.
  public static let e = Chromaticity(x: 1.0 / 3, y: 1.0 / 3)
}
