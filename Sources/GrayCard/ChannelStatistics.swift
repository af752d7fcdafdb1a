/// What one channel of a Bayer mosaic holds in a region.
public struct ChannelStatistics: Hashable, Sendable {
  /// Samples read.
  public let count: Int
  /// Samples that are clipped, told from raw values before the black level is removed: those at or above the white
  /// level, or those on a plateau just below it.
  public let clippedCount: Int
  /// Mean raw value, black level removed with its sign: noise below black counts as negative.
  public let signal: Double
  /// Standard deviation of a sample about the mean, in raw values; shading and texture count as noise.
  public let standardDeviation: Double
  /// Standard error of ``signal``, in raw values.
  public let standardError: Double

  /// 0 to 1; 0 without samples.
  public var clippedShare: Double { count == 0 ? 0 : Double(clippedCount) / Double(count) }
}

/// The running sums that ``ChannelStatistics`` are made of.
struct ChannelSums {
  private var count = 0
  private var maximum: UInt16 = 0
  private var countAtMaximum = 0
  private var countAtWhite = 0
  // 64 bits hold the weighted sum of 2^32 samples of 16 bits at the largest weight, 2^16. Squares need more, and are
  // doubles.
  private var weightedSum: UInt64 = 0
  private var weightSum: UInt64 = 0
  private var squaredWeightSum = 0.0
  private var weightedSquareSum = 0.0

  mutating func add(_ sample: UInt16, weight: UInt64, white: Double) {
    let value = UInt64(sample)
    count += 1
    if Double(sample) >= white { countAtWhite += 1 }
    if sample > maximum { (maximum, countAtMaximum) = (sample, 0) }
    if sample == maximum { countAtMaximum += 1 }
    weightedSum += weight * value
    weightSum += weight
    squaredWeightSum += Double(weight * weight)
    weightedSquareSum += Double(weight * value * value)
  }

  func statistics(black: Double, white: Double) -> ChannelStatistics {
    guard count > 0 else {
      return ChannelStatistics(count: 0, clippedCount: 0, signal: 0, standardDeviation: 0, standardError: 0)
    }
    let total = Double(weightSum)
    let mean = Double(weightedSum) / total
    // The number of equally weighted samples that would be as sure.
    let effectiveCount = total * total / squaredWeightSum
    let spread = max(weightedSquareSum / total - mean * mean, 0)
    let variance = effectiveCount > 1 ? spread * effectiveCount / (effectiveCount - 1) : .infinity
    return ChannelStatistics(
      count: count, clippedCount: isOnPlateau(black: black, white: white) ? countAtMaximum : countAtWhite,
      signal: mean - black, standardDeviation: variance.squareRoot(),
      standardError: (variance / effectiveCount).squareRoot())
  }

  /// Whether the channel saturates below the white level that it was said to have. Samples of 8 bits that were shifted
  /// to 10 end at 1020, and a sensor may end a little below the largest value of its format: then many samples share the
  /// largest value that there is, where noise would leave it to a few.
  private func isOnPlateau(black: Double, white: Double) -> Bool {
    Double(maximum) < white && Double(maximum) - black >= Self.plateauLevel * (white - black)
      && Double(countAtMaximum) >= Self.plateauShare * Double(count)
  }

  /// As a share of the range from black to white.
  private static let plateauLevel = 0.97

  /// Noise of 2 steps leaves one in a hundred samples 5 steps above the mean, over several values.
  private static let plateauShare = 0.01
}
