/// How the frames of a mean were rounded. Rounded alike, samples do not average: only noise carries a mean between the steps.
package struct SampleRounding: Hashable, Sendable {
  /// By which the frames' values are apart at the least, in raw values of the mean.
  package let step: Double
  /// The variance of a sample that averaging has taken away, in squared raw values of the mean.
  package let averagedVariance: BayerValues<Double>

  package init(step: Double, averagedVariance: BayerValues<Double>) {
    self.step = step
    self.averagedVariance = averagedVariance
  }
}
