internal import RawFrames
internal import RealModule

/// The effect of raw values that cannot be negative.
enum NoiseCutOff {
  /// Returns the rise of a mean due to normal noise that is cut off at raw value 0, in raw values.
  ///
  /// Rounding turns values within half a step of 0 into 0, so noise is cut off half a step below 0. Each value below
  /// that becomes 0, and so rises by its whole distance from 0, rounded to steps.
  ///
  /// - Parameters:
  ///   - mean: The mean of the samples, with black not subtracted.
  ///   - variance: The variance of a sample of one frame.
  ///   - step: The step between neighbouring raw values.
  static func rise(ofMean mean: Double, variance: Double, step: Double) -> Double {
    let deviation = max(variance - step * step * SampleRounding.variance, 0).squareRoot()
    guard deviation > 0 else { return 0 }
    let distance = (mean + step / 2) / deviation
    let density = Double.exp(-distance * distance / 2) / (2 * .pi).squareRoot()
    // The last term is of values that rise by whole steps (Euler and Maclaurin's formula). The rest would be true of
    // fine steps.
    return max(
      deviation * density - mean * Double.erfc(distance / 2.0.squareRoot()) / 2 + step * step / (12 * deviation)
        * density, 0)
  }
}
