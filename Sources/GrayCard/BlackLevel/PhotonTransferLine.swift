internal import RawFrames

/// The noise from frame to frame against the signal, channel by channel: a straight line that meets black above 0.
///
/// Variance = gain (value - black) + read variance, the photon transfer curve without fixed pattern, which frames share. So
/// where the line meets 0, the sensor's black is there or above (Janesick 2001; EMVA 1288).
struct PhotonTransferLine {
  /// How far above the frames' black level the line meets 0, in raw values: the sensor's pedestal is there or higher.
  let leastPedestal: Double

  /// - Returns: `nil` where a channel has no noise to tell, where the channels are on no line, as after gains of their own,
  ///   or where the line does not contradict the black level.
  init?(_ noise: BayerValues<TemporalNoise?>, levels: SampleLevels) {
    var (weights, signals, variances) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for channel in BayerChannel.allCases {
      guard let one = noise[channel], one.degreesOfFreedom >= Self.leastDegrees, one.shift <= Self.largestShift
      else { return nil }
      let lane = channel.rawValue
      signals[lane] = one.mean - levels.black[channel]
      // Rounding to whole values is part of the read noise, and known.
      variances[lane] = one.variance - SampleRounding.variance
      let error = one.variance * (2 / one.degreesOfFreedom + Self.gainSpread * Self.gainSpread).squareRoot()
      guard error > 0 else { return nil }
      weights[lane] = 1 / (error * error)
    }
    let total = weights.sum()
    let middle = (weights * signals).sum() / total
    let spread = (weights * (signals - middle) * (signals - middle)).sum()
    guard spread > 0 else { return nil }
    let mean = (weights * variances).sum() / total
    let gain = (weights * (signals - middle) * variances).sum() / spread
    let atBlack = mean - gain * middle
    let errorAtBlack = (1 / total + middle * middle / spread).squareRoot()
    let residual = variances - (SIMD4(repeating: mean) + gain * (signals - middle))
    guard gain > 0, (weights * residual * residual).sum() < Self.largestMisfit,
      atBlack < -BlackLevelEvidence.significance * errorAtBlack
    else { return nil }
    leastPedestal = -atBlack / gain
  }

  private static let leastDegrees = 64.0
  /// A flickering lamp makes bands, whose slopes add variance as the square of the signal and bend the line. Means of a
  /// few hundred parts in steady light vary by a tenth about 1.
  private static let largestShift = 2.0
  /// By how much, as a share, the channels' gains differ that are called one: amplifiers and the response's bend.
  private static let gainSpread = 0.01
  /// Chi-squared of four points about a line is above this once in 2000 times.
  private static let largestMisfit = 15.0
}
