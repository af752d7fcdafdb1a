/// What differs from frame to frame in one channel of a part of the frame.
public struct TemporalNoise: Hashable, Sendable {
  /// The mean of the samples, in the frames' raw values, black still in.
  public let mean: Double
  /// Of a sample of one frame, in squares of raw values.
  public let variance: Double
  /// ``variance`` is known to the square root of 2 / this, as a share, where noise is normal.
  public let degreesOfFreedom: Double

  /// By how much the means of the parts vary from frame to frame beside what their samples' noise makes: about 1 in steady
  /// light, far more where a lamp flickers.
  public let shift: Double

  public init(mean: Double, variance: Double, degreesOfFreedom: Double, shift: Double = 1) {
    self.mean = mean
    self.variance = variance
    self.degreesOfFreedom = degreesOfFreedom
    self.shift = shift
  }
}

/// Sums of the differences from one frame to the next, in one channel of a part of the frame.
struct DifferenceSums: Sendable {
  /// Of the samples of a part in a frame and in the one before.
  struct Pair {
    var difference: Int64 = 0
    var squares: UInt64 = 0
    var values: UInt64 = 0
    var count = 0
  }

  /// Of squares about the mean of each pair of frames.
  private var squares = 0.0
  private var degreesOfFreedom = 0
  /// Of squared means of the pairs, times their counts, and how many there are.
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

  /// - Parameter pairCount: of frames.
  func noise(pairCount: Int) -> TemporalNoise? {
    guard degreesOfFreedom > 0 else { return nil }
    // The difference of a frame from the one before has a correlation of -1/2 with that of the next, so that m of them vary
    // by (3 - 1/m) / 2 times what independent ones do.
    let dependence = (3 - 1 / Double(pairCount)) / 2
    return TemporalNoise(
      mean: values / Double(count), variance: squares / Double(degreesOfFreedom) / 2,
      degreesOfFreedom: Double(degreesOfFreedom) / dependence,
      shift: squares > 0 ? shifts / Double(partCount) / (squares / Double(degreesOfFreedom)) : 0)
  }
}
