/// The chromaticities of black bodies: Planck's law over the CIE 1931 2° observer, 360 to 830 nm summed at 1 nm.
///
/// The parameter is reciprocal temperature in mired, 1e6 / T, in which infinite temperature is the regular point 0.
public enum PlanckianLocus {
  /// The lowest temperature that is computed, in kelvin.
  public static let lowestTemperature = 500.0

  /// The lowest Duv for which the nearest point of the locus is taken as unique. The locus bends with a radius of
  /// 0.100093 at the least, at 5192 K; the centres of its curvature lie below it.
  public static let lowestDuv = -0.09
}
