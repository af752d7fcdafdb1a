/// The chromaticities of black bodies: Planck's law with the CIE 1931 2° observer, summed from 360 to 830 nm at 1 nm.
///
/// The locus is parametrized by reciprocal temperature in mired, 1e6 / T, where infinite temperature is the regular
/// point 0.
package enum PlanckianLocus {
  /// The lowest temperature that is computed, in kelvin.
  package static let lowestTemperature = 500.0

  /// The lowest Duv for which the nearest point of the locus counts as unique.
  ///
  /// The smallest radius of curvature of the locus is 0.100093, at 5192 K, and the centres of curvature lie below it.
  package static let lowestDuv = -0.09

  /// A Duv up to which a point has x and y above 0 at every temperature.
  ///
  /// The limit is least, 0.1853, at infinite temperature, where x reaches 0.
  package static let highestDuv = 0.18
}
