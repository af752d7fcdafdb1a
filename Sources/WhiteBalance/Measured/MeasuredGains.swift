/// Gains with the standard error of each.
public struct MeasuredGains: Codable, Hashable, Sendable {
  /// The gains, least gain 1.
  public let value: WhiteBalanceGains
  /// The standard error of each gain. It is 0 for the gain that is 1 by normalization; the others include the errors of
  /// two channels.
  public let standardError: LinearRGB

  /// Creates the gains that make `neutral` gray, with its errors propagated to first order.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``, or ``WhiteBalanceError/gainsNotPositive(_:)`` where a
  ///   channel is so small that its gain is infinite.
  public init(neutralizing neutral: MeasuredNeutral) throws(WhiteBalanceError) {
    let gains = try WhiteBalanceGains(neutralizing: neutral.value)
    let reference = (0..<3).first { gains.vector[$0] == 1 } ?? 0
    var errors = SIMD3<Double>.zero
    for channel in 0..<3 where channel != reference {
      // ln gain is ln neutral[reference] - ln neutral[channel].
      var slope = SIMD3<Double>.zero
      slope[reference] = 1 / neutral.value.vector[reference]
      slope[channel] = -1 / neutral.value.vector[channel]
      errors[channel] = gains.vector[channel] * neutral.variance(of: slope).squareRoot()
    }
    (value, standardError) = (gains, LinearRGB(errors))
  }
}
