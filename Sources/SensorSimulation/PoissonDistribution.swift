/// The distribution of a number of events that are independent of each other, such as the photons that a sample
/// collects.
///
/// It is exact for small means too, where the distribution is far from normal.
package struct PoissonDistribution: Sendable {
  /// The mean number of events.
  let mean: Double
  /// The constants of ``rejected(by:)``. They take about as long as drawing a number, and samples with one mean share
  /// them.
  private let a, b, limit: Double

  /// Creates the distribution with a mean.
  ///
  /// - Precondition: `mean` is finite and at least 0.
  package init(mean: Double) {
    precondition(mean >= 0 && mean.isFinite, "a mean of \(mean) events; it must be finite and at least 0")
    self.mean = mean
    b = 0.931 + 2.53 * mean.squareRoot()
    a = -0.059 + 0.02483 * b
    limit = 0.9277 - 3.6224 / (b - 2)
  }

  /// Returns a number of events.
  package func next(using generator: inout NoiseGenerator) -> Double {
    mean < Self.leastMeanOfRejection ? counted(by: &generator) : rejected(by: &generator)
  }

  /// The least mean for which the constants of ``rejected(by:)`` hold.
  private static let leastMeanOfRejection = 10.0

  /// Counts events at exponentially distributed distances.
  private func counted(by generator: inout NoiseGenerator) -> Double {
    var time = 0.0
    var count = -1.0
    while time <= mean {
      time -= logarithm(1 - generator.uniform())
      count += 1
    }
    return mean > 0 ? count : 0
  }

  /// Draws by transformed rejection.
  ///
  /// Source: Hörmann 1993, "The transformed rejection method for generating Poisson random variables",
  /// doi:10.1016/0167-6687(93)90997-4, algorithm PTRS with its constants.
  private func rejected(by generator: inout NoiseGenerator) -> Double {
    while true {
      let u = generator.uniform() - 0.5
      let v = 1 - generator.uniform()
      let edge = 0.5 - u.magnitude
      let count = ((2 * a / edge + b) * u + mean + 0.43).rounded(.down)
      if edge >= 0.07 && v <= limit { return count }
      if count < 0 || (edge < 0.013 && v > edge) { continue }
      let inverseAlpha = 1.1239 + 1.1328 / (b - 3.4)
      let hat = logarithm(v * inverseAlpha / (a / (edge * edge) + b))
      if hat <= count * logarithm(mean) - mean - logarithmOfFactorial(count) { return count }
    }
  }
}
