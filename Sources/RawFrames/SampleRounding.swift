/// The rounding of the frames of a mean.
///
/// A rounding error that all frames share does not average out. Only noise moves samples across steps, so that their
/// mean can lie between two steps.
package struct SampleRounding: Hashable, Sendable {
  /// The step between neighbouring values of the frames, in raw values of the mean.
  package let step: Double
  /// The variance of a sample that averaging has removed, in squared raw values of the mean.
  package let averagedVariance: BayerValues<Double>
  /// The number of frames.
  package let count: Int

  /// The variance of rounding to whole numbers, in squared steps, where noise spreads the value over several (Widrow
  /// and Kollár 2008).
  package static let variance = 1.0 / 12

  package init(step: Double, averagedVariance: BayerValues<Double>, count: Int) {
    self.step = step
    self.averagedVariance = averagedVariance
    self.count = count
  }
}
