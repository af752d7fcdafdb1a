public import Colorimetry

/// A neutral with its uncertainty, on the scale where 1 is the range from black to white.
public struct MeasuredNeutral: Codable, Hashable, Sendable {
  /// The neutral.
  public let value: LinearRGB
  /// The covariance of red, green and blue, in squared shares of the range. The errors of channels are correlated where
  /// the card's colour varies.
  public let covariance: Matrix3x3
  /// The standard errors of the channels due to their own black levels, independent of each other, which are part of
  /// ``covariance``; `nil` where they are not known. All readings of one camera share them, so a mean of readings does
  /// not reduce them.
  package let blackError: LinearRGB?
  /// The changes of the channels with one standard error of a black level that all channels have in common, which are
  /// part of ``covariance``; `nil` where there is none. All readings of one camera share them too.
  package let sharedBlackError: LinearRGB?
  /// The covariance due to colours that vary over the card, which is part of ``covariance``; `nil` where it is not
  /// known. More frames of the card do not reduce it.
  package let colorVariation: Matrix3x3?

  /// The part of ``covariance`` that all readings of a card share, which is due to the black level and to colours that
  /// vary over the card.
  package var sharedCovariance: Matrix3x3 {
    let black = blackError?.vector ?? .zero
    return Matrix3x3(diagonal: black * black) + Matrix3x3(outerProductOf: sharedBlackError?.vector ?? .zero)
      + (colorVariation ?? Matrix3x3(diagonal: .zero))
  }

  /// The standard error of each channel.
  public var standardError: LinearRGB {
    guard hasErrors else { return LinearRGB(SIMD3(repeating: .nan)) }
    return LinearRGB(SIMD3(covariance[0, 0], covariance[1, 1], covariance[2, 2]).squareRoot())
  }

  /// Whether the covariance states errors: it is finite, and no variance is negative.
  private var hasErrors: Bool { covariance.isFinite && (0..<3).allSatisfy { covariance[$0, $0] >= 0 } }

  /// Creates a neutral from its value and the covariance of its channels.
  ///
  /// A covariance is symmetric and positive semidefinite. Where it is not finite or a variance is negative, no errors
  /// are stated: they are NaN.
  public init(value: LinearRGB, covariance: Matrix3x3) {
    self.init(value: value, covariance: covariance, blackError: nil)
  }

  /// Creates a neutral, parts of whose covariance are due to the black level and to colours that vary over the card.
  package init(
    value: LinearRGB, covariance: Matrix3x3, blackError: LinearRGB?, sharedBlackError: LinearRGB? = nil,
    colorVariation: Matrix3x3? = nil
  ) {
    self.value = value
    self.covariance = covariance
    self.blackError = blackError
    self.sharedBlackError = sharedBlackError
    self.colorVariation = colorVariation
  }

  /// Creates a neutral whose channels have independent errors.
  public init(value: LinearRGB, standardError: LinearRGB) {
    self.init(value: value, covariance: Matrix3x3(diagonal: standardError.vector * standardError.vector))
  }

  /// Returns the neutral of the samples before they were multiplied by these gains.
  package func divided(by gains: WhiteBalanceGains) -> MeasuredNeutral {
    let scale = Matrix3x3(diagonal: 1 / gains.vector)
    return MeasuredNeutral(
      value: value.divided(by: gains), covariance: scale * covariance * scale,
      blackError: blackError?.divided(by: gains), sharedBlackError: sharedBlackError?.divided(by: gains),
      colorVariation: colorVariation.map { scale * $0 * scale })
  }

  /// The errors of the channels by independent causes, one standard error each: the columns of the Cholesky
  /// decomposition of ``covariance``. The sum of their outer products is ``covariance``, where that is positive
  /// semidefinite, as it is for every measurement.
  var independentErrors: [SIMD3<Double>] {
    guard hasErrors else { return [SIMD3(repeating: .nan)] }
    var rest = (0..<3).map { row in SIMD3(covariance[row, 0], covariance[row, 1], covariance[row, 2]) }
    var errors: [SIMD3<Double>] = []
    for channel in 0..<3 {
      let variance = rest[channel][channel]
      // If earlier channels explain all errors of this one, only rounding is left of its variance.
      guard variance > Self.rounding * covariance[channel, channel] else { continue }
      let error = rest[channel] / variance.squareRoot()
      errors.append(error)
      for row in 0..<3 { rest[row] -= error[row] * error }
    }
    return errors
  }

  /// The share of a variance that rounding may leave where there is none.
  private static let rounding = 1e-12

  /// Returns the covariance, to first order, of two quantities with these derivatives by the neutral's channels.
  package func covariance(of first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
    (first * (covariance * second)).sum()
  }

  /// Returns the variance, to first order, of a quantity with these derivatives by the neutral's channels.
  ///
  /// It is at least 0, where rounding leaves a negative number of errors that cancel, and NaN where no errors are
  /// stated.
  package func variance(of slope: SIMD3<Double>) -> Double {
    hasErrors ? max(covariance(of: slope, slope), 0) : .nan
  }
}
