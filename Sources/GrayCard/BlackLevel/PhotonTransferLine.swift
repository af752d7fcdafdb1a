internal import RawFrames
internal import WhiteBalance

/// A straight line of the noise from frame to frame against the signal of each channel, which reaches 0 above black.
///
/// Variance = gain (value - black) + read variance. This is the photon transfer curve without the fixed pattern, which
/// all frames share. So the sensor's black is where the line reaches 0, or above (Janesick 2001; EMVA 1288).
struct PhotonTransferLine {
  /// The height above the frames' black level at which the line reaches 0, in raw values. The sensor's pedestal is at
  /// least as high.
  let leastPedestal: Double

  /// Fits the line.
  ///
  /// It fails where a channel has too little noise to measure, where the channels do not lie on a common line, for
  /// example after gains, or where the line does not contradict the black level.
  ///
  /// - Parameters:
  ///   - noise: The noise of each channel.
  ///   - levels: The frame's levels.
  ///   - step: The step between neighbouring raw values of the frames.
  ///   - gains: The gains that the device has multiplied the samples by. After division by them the channels lie on one
  ///     line, and the pedestal is the one before the gains.
  init?(
    _ noise: BayerValues<TemporalNoise?>, levels: SampleLevels, step: Double, appliedGains gains: WhiteBalanceGains
  ) {
    var (weights, signals, variances) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for channel in BayerChannel.allCases {
      guard let one = noise[channel], one.degreesOfFreedom >= Self.leastDegrees, one.shift <= Self.largestShift,
        // Rounding adds its own variance only to noise that spreads values over several steps.
        one.variance >= SampleRounding.leastDither * step * step
      else { return nil }
      let (lane, factor) = (channel.rawValue, 1 / gains[channel])
      signals[lane] = (one.mean - levels.black[channel]) * factor
      // Rounding is a known part of the read noise.
      variances[lane] = (one.variance - SampleRounding.variance * step * step) * factor * factor
      let error =
        one.variance * factor * factor * (2 / one.degreesOfFreedom + Self.gainSpread * Self.gainSpread).squareRoot()
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
      atBlack < -Significance.limit * errorAtBlack
    else { return nil }
    leastPedestal = -atBlack / gain
  }

  private static let leastDegrees = 64.0
  /// The largest shift. A flickering lamp makes bands that add variance with the square of the signal and bend the
  /// line. In steady light, means of a few hundred parts vary by a tenth about 1.
  private static let largestShift = 2.0
  /// The spread of the channels' gains about their common value, as a share: differences of amplifiers and of the
  /// response.
  static let gainSpread = 0.01
  /// The largest chi-squared of four points about a line. Noise exceeds it once in 2000 times.
  private static let largestMisfit = 15.0
}

extension WhiteBalanceGains {
  /// The gain of a channel of the mosaic.
  subscript(channel: BayerChannel) -> Double { vector[channel.plane] }
}
