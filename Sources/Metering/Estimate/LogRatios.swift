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
  var redVariance = 0.0
  var blueVariance = 0.0
  var covariance = 0.0

  /// Returns the variances of the ratios of a neutral that has this covariance.
  static func variances(of covariance: Matrix3x3, at value: LinearRGB) -> LogRatios {
    let green = covariance[1, 1] / (value.green * value.green)
    let redGreen = covariance[0, 1] / (value.red * value.green)
    let blueGreen = covariance[1, 2] / (value.blue * value.green)
    var ratios = LogRatios()
    ratios.redVariance = covariance[0, 0] / (value.red * value.red) + green - 2 * redGreen
    ratios.blueVariance = covariance[2, 2] / (value.blue * value.blue) + green - 2 * blueGreen
    ratios.covariance = covariance[0, 2] / (value.red * value.blue) + green - redGreen - blueGreen
    return ratios
  }

  /// The larger of the two standard errors.
  var standardError: Double { max(redVariance, blueVariance, 0).squareRoot() }

  /// Returns the larger of the two ratios' differences, each reduced by `count` of its standard errors.
  func distance(from other: LogRatios, beside count: Double) -> Double {
    max(
      abs(red - other.red) - count * redVariance.squareRoot(),
      abs(blue - other.blue) - count * blueVariance.squareRoot())
  }

  func scalingVariance(by factor: Double) -> LogRatios {
    var scaled = self
    scaled.redVariance *= factor
    scaled.blueVariance *= factor
    scaled.covariance *= factor
    return scaled
  }

  func addingVariance(of other: LogRatios) -> LogRatios {
    var sum = self
    sum.redVariance += other.redVariance
    sum.blueVariance += other.blueVariance
    sum.covariance += other.covariance
    return sum
  }

  /// The gains for the light; `nil` where they are not finite.
  var gains: MeasuredGains? {
    let (red, blue) = (Double.exp(red), Double.exp(blue))
    let covariance = Matrix3x3(
      rows: [red * red * redVariance, 0, red * blue * covariance], [0, 0, 0],
      [red * blue * covariance, 0, blue * blue * blueVariance])
    return try? MeasuredGains(
      neutralizing: MeasuredNeutral(value: LinearRGB(red: red, green: 1, blue: blue), covariance: covariance))
  }
}
