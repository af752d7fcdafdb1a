/// The position of a light relative to the Planckian locus: its correlated colour temperature and its distance from the
/// locus.
public struct TemperatureAndTint: Codable, Hashable, Sendable {
  /// The correlated colour temperature in kelvin, for c2 = 1.4388e-2 m K. `infinity` is an ordinary point of the locus.
  public var temperature: Double

  /// The temperatures that chromaticities are converted to and from, in kelvin. The locus is computed down to 500 K.
  public static let temperatures: ClosedRange<Double> = PlanckianLocus.lowestTemperature ... .infinity

  /// The Duvs that have a chromaticity at every temperature. Below them the nearest point of the locus is not unique,
  /// and above them some temperatures have no point with x and y above 0.
  public static let duvs: ClosedRange<Double> = PlanckianLocus.lowestDuv.nextUp...PlanckianLocus.highestDuv

  /// The signed distance from the Planckian locus in CIE 1960 u, v, positive above it (greener light).
  public var duv: Double

  /// Creates a light from its temperature, in kelvin, and Duv.
  public init(temperature: Double, duv: Double) {
    self.temperature = temperature
    self.duv = duv
  }

  /// Creates a light from its temperature, in kelvin, and ``tint``, 3000 x Duv.
  public init(temperature: Double, tint: Double) {
    self.init(temperature: temperature, duv: tint / Self.tintPerDuv)
  }

  /// The tint, 3000 x Duv, on DNG's scale. It is positive for a light greener than the locus, whose image needs
  /// magenta.
  ///
  /// AVFoundation's scale is taken to be the same: Apple does not publish it, and this is an inference
  /// (Docs/Methods/TintConventions.md).
  public var tint: Double {
    get { duv * Self.tintPerDuv }
    set { duv = newValue / Self.tintPerDuv }
  }

  /// The reciprocal temperature in megakelvin⁻¹. Equal steps in it look about equal.
  public var mired: Double { 1e6 / temperature }

  /// The tint for a Duv of 1. Source: Adobe DNG SDK, the magnitude of `kTintScale`, which is -3000 because the SDK
  /// measures from the locus downwards (Docs/Methods/TintConventions.md).
  package static let tintPerDuv = 3000.0
}

extension TemperatureAndTint: CustomStringConvertible {
  /// The temperature and Duv as text, such as `6500.0 K, Duv 0.003`.
  public var description: String { "\(temperature) K, Duv \(duv)" }
}
