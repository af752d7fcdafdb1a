public import Colorimetry
public import WhiteBalance

/// A neutral and how sure it is, on the scale where 1 is the range from black to white.
public struct MeasuredNeutral: Hashable, Sendable {
  public let value: LinearRGB
  /// Of red, green and blue. A card whose colour varies errs in more than one channel at a time.
  public let covariance: Matrix3x3

  /// The standard error of each channel.
  public var standardError: LinearRGB {
    LinearRGB(SIMD3(covariance[0, 0], covariance[1, 1], covariance[2, 2]).squareRoot())
  }

  public init(value: LinearRGB, covariance: Matrix3x3) {
    self.value = value
    self.covariance = covariance
  }

  /// A neutral whose channels err independently.
  public init(value: LinearRGB, standardError: LinearRGB) {
    self.init(value: value, covariance: Matrix3x3(diagonal: standardError.vector * standardError.vector))
  }

  /// The covariance of two quantities that change with the neutral by these slopes, to first order.
  func covariance(of first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
    (first * (covariance * second)).sum()
  }
}
