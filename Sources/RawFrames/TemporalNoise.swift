/// The noise from frame to frame in one channel of a part of the frame.
package struct TemporalNoise: Hashable, Sendable {
  /// The mean of the samples, in raw values of the frames. The black level is not subtracted.
  package let mean: Double
  /// The variance of a sample of one frame, in squared raw values.
  package let variance: Double
  /// The degrees of freedom of ``variance``. For normal noise its relative standard error is √(2 / degreesOfFreedom).
  package let degreesOfFreedom: Double

  /// The variance of the parts' means from frame to frame, relative to what the noise of their samples explains.
  ///
  /// It is about 1 in steady light, and far more where a lamp flickers.
  package let shift: Double

  /// Creates noise from its statistics.
  ///
  /// - Parameters:
  ///   - mean: The mean of the samples, in raw values, with black not subtracted.
  ///   - variance: The variance of a sample of one frame, in squared raw values.
  ///   - degreesOfFreedom: The degrees of freedom of `variance`.
  ///   - shift: The variance of the parts' means relative to what noise explains.
  package init(mean: Double, variance: Double, degreesOfFreedom: Double, shift: Double = 1) {
    self.mean = mean
    self.variance = variance
    self.degreesOfFreedom = degreesOfFreedom
    self.shift = shift
  }
}

/// Sums of the differences between successive frames, in one channel of a part of the frame.
struct DifferenceSums: Sendable {
  /// The sums over the samples of a part in one frame and the frame before.
  struct Pair {
    var difference: Int64 = 0
    var squares: UInt64 = 0
    var values: UInt64 = 0
    var count = 0
    /// The sum of all samples of this frame, and their number.
    var sum: UInt64 = 0
    var sampleCount: UInt64 = 0
  }

  /// The sum of squares about the mean of each pair of frames.
  private var squares = 0.0
  private var degreesOfFreedom = 0
  /// The sum of the pairs' squared means times their counts, and the number of pairs.
  private var shifts = 0.0
  private var partCount = 0
  private var values = 0.0
  private var count = 0

  mutating func add(_ pair: Pair) {
    guard pair.count > 1 else { return }
    let sum = Double(pair.difference)
    squares += max(Double(pair.squares) - sum * sum / Double(pair.count), 0)
    shifts += sum * sum / Double(pair.count)
    partCount += 1
    degreesOfFreedom += pair.count - 1
    values += Double(pair.values)
    count += 2 * pair.count
  }

  mutating func add(_ other: Self) {
    squares += other.squares
    shifts += other.shifts
    partCount += other.partCount
    degreesOfFreedom += other.degreesOfFreedom
    values += other.values
    count += other.count
  }

  /// Returns the noise, or `nil` without degrees of freedom.
  ///
  /// - Parameter pairCount: The number of pairs of successive frames.
  func noise(pairCount: Int) -> TemporalNoise? {
    guard degreesOfFreedom > 0 else { return nil }
    // Successive differences share a frame and have a correlation of -1/2, so the variance estimated from m of them
    // varies (3 - 1/m) / 2 times as much as from independent ones.
    let dependence = (3 - 1 / Double(pairCount)) / 2
    return TemporalNoise(
      mean: values / Double(count), variance: squares / Double(degreesOfFreedom) / 2,
      degreesOfFreedom: Double(degreesOfFreedom) / dependence,
      shift: squares > 0 ? shifts / Double(partCount) / (squares / Double(degreesOfFreedom)) : 0)
  }
}
