/// A light's place beside the Planckian locus: its correlated colour temperature and its distance from the locus.
public struct TemperatureAndTint: Hashable, Sendable {
  /// Correlated colour temperature in kelvin, for c2 = 1.4388e-2 m K; `infinity` is a place on the locus like any other.
  public var temperature: Double

  /// Signed distance from the Planckian locus in CIE 1960 u, v; positive above it (greener light).
  public var duv: Double

  public init(temperature: Double, duv: Double) {
    self.temperature = temperature
    self.duv = duv
  }

  /// - Parameter tint: see ``tint``.
  public init(temperature: Double, tint: Double) {
    self.init(temperature: temperature, duv: tint / Self.tintPerDuv)
  }

  /// 3000 x Duv, the scale of DNG and AVFoundation: positive for a light greener than the locus, whose image needs
  /// magenta.
  public var tint: Double {
    get { duv * Self.tintPerDuv }
    set { duv = newValue / Self.tintPerDuv }
  }

  /// The reciprocal temperature in megakelvin⁻¹, in which equal steps look about equal.
  public var mired: Double { 1e6 / temperature }

  /// Source: Adobe DNG SDK, `kTintScale`.
  private static let tintPerDuv = 3000.0
}

extension TemperatureAndTint: CustomStringConvertible {
  public var description: String { "\(temperature) K, Duv \(duv)" }
}
