package import Colorimetry

/// The symmetric covariance matrix of ln R/G and ln B/G of a neutral.
package struct RatioCovariance: Hashable, Sendable {
  /// The variances of ln R/G and of ln B/G.
  package var red, blue: Double
  /// The covariance of the two.
  package var both: Double

  /// The covariance of ratios without errors.
  package static let zero = RatioCovariance(red: 0, blue: 0, both: 0)

  /// Creates the covariance of a neutral's ratios from that of its channels.
  ///
  /// - Parameters:
  ///   - covariance: The covariance of red, green and blue.
  ///   - neutral: The neutral, above 0 in each channel.
  package init(of covariance: Matrix3x3, at neutral: LinearRGB) {
    let scale = Matrix3x3(diagonal: 1 / neutral.vector)
    let scaled = scale * covariance * scale
    let green = scaled[1, 1]
    self.init(
      red: scaled[0, 0] + green - 2 * scaled[0, 1], blue: scaled[2, 2] + green - 2 * scaled[1, 2],
      both: scaled[0, 2] + green - scaled[0, 1] - scaled[1, 2])
  }

  /// Creates a covariance from its entries.
  package init(red: Double, blue: Double, both: Double) { (self.red, self.blue, self.both) = (red, blue, both) }

  /// Creates the covariance of an error that shifts both ratios together, from its shifts by one standard error.
  package init(shift: SIMD2<Double>) {
    self.init(red: shift.x * shift.x, blue: shift.y * shift.y, both: shift.x * shift.y)
  }

  /// Creates the sample covariance of two or more pairs of ratios.
  package init(of values: [SIMD2<Double>]) {
    let mean = values.reduce(.zero, +) / Double(values.count)
    self = values.reduce(.zero) { $0 + RatioCovariance(shift: $1 - mean) }.scaled(by: 1 / Double(values.count - 1))
  }

  /// Returns the covariance with each entry multiplied by a factor.
  package func scaled(by factor: Double) -> RatioCovariance {
    RatioCovariance(red: red * factor, blue: blue * factor, both: both * factor)
  }

  /// The sum of the two variances.
  package var trace: Double { red + blue }
  private var determinant: Double { red * blue - both * both }
  /// Whether the matrix is positive definite and finite.
  package var isPositive: Bool { red > 0 && blue > 0 && determinant > 0 && (red + blue).isFinite }
  /// The inverse of the matrix, which must be positive definite.
  package var inverse: RatioCovariance {
    RatioCovariance(red: blue / determinant, blue: red / determinant, both: -both / determinant)
  }

  /// Returns the covariance of the sum of two independent errors.
  package static func + (one: RatioCovariance, other: RatioCovariance) -> RatioCovariance {
    RatioCovariance(red: one.red + other.red, blue: one.blue + other.blue, both: one.both + other.both)
  }

  /// Returns the product of the matrix and a vector.
  package static func * (matrix: RatioCovariance, vector: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(matrix.red * vector.x + matrix.both * vector.y, matrix.both * vector.x + matrix.blue * vector.y)
  }

  /// Returns this covariance minus `part`. Where the difference is only rounding error, it returns a billionth of this
  /// covariance.
  package func without(_ part: RatioCovariance) -> RatioCovariance {
    let rest = self + part.scaled(by: -1)
    return rest.isPositive ? rest : scaled(by: 1e-9)
  }

  /// Returns F C F, where C is this matrix and F is `factor`, a symmetric one.
  package func multiplied(onBothSidesBy factor: RatioCovariance) -> RatioCovariance {
    let (first, second) = (factor * SIMD2(1, 0), factor * SIMD2(0, 1))
    return RatioCovariance(
      red: (first * (self * first)).sum(), blue: (second * (self * second)).sum(), both: (first * (self * second)).sum()
    )
  }

  /// The rows of a matrix that makes the two errors independent, with variance 1.
  package var whitening: [SIMD2<Double>] {
    let rest = determinant / red
    return [SIMD2(1 / red.squareRoot(), 0), SIMD2(-both / red, 1) / rest.squareRoot()]
  }

  /// Returns the variance of the sum of the two, each multiplied by a factor.
  package func variance(along factors: SIMD2<Double>) -> Double { (factors * (self * factors)).sum() }
}
