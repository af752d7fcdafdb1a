internal import Colorimetry
internal import GrayCard
internal import RealModule
internal import WhiteBalance

/// The colour of a light to a device: ln R/G and ln B/G of its neutral, with their covariance.
///
/// A difference of two logarithms is the relative change of the gains, the same in every light.
struct LogRatios: Hashable, Sendable {
  var red = 0.0
  var blue = 0.0
  var covariance = RatioCovariance.zero

  /// The larger of the two standard errors.
  var standardError: Double { max(covariance.red, covariance.blue, 0).squareRoot() }

  /// Returns the larger of the two ratios' differences, each reduced by `count` of its standard errors.
  func distance(from other: LogRatios, beside count: Double) -> Double {
    max(
      abs(red - other.red) - count * covariance.red.squareRoot(),
      abs(blue - other.blue) - count * covariance.blue.squareRoot())
  }

  /// Returns the gains for the light, or `nil` where they are not finite.
  ///
  /// - Parameter common: A covariance that is added to that of the ratios.
  func gains(adding common: RatioCovariance) -> MeasuredGains? {
    let (red, blue, sum) = (Double.exp(red), Double.exp(blue), covariance + common)
    let covariance = Matrix3x3(
      rows: [red * red * sum.red, 0, red * blue * sum.both], [0, 0, 0],
      [red * blue * sum.both, 0, blue * blue * sum.blue])
    return try? MeasuredGains(
      neutralizing: MeasuredNeutral(value: LinearRGB(red: red, green: 1, blue: blue), covariance: covariance))
  }
}
