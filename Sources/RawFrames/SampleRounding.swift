/// How the frames of a mean were rounded. Rounded alike, samples do not average: only noise carries a mean between the steps.
package struct SampleRounding: Hashable, Sendable {
  /// By which the frames' values are apart at the least, in raw values of the mean.
  package let step: Double
  /// The variance of a sample that averaging has taken away, in squared raw values of the mean.
  package let averagedVariance: BayerValues<Double>

  /// Of a value that is rounded to whole numbers, where noise carries it over several: Widrow and Kollár 2008.
  package static let variance = 1.0 / 12

  package init(step: Double, averagedVariance: BayerValues<Double>) {
    self.step = step
    self.averagedVariance = averagedVariance
  }
}
