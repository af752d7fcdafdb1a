/// What one channel of a Bayer mosaic holds in a region.
public struct ChannelStatistics: Hashable, Sendable {
  /// Samples read.
  public let count: Int
  /// Samples at or above the white level, tested before the black level is removed.
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
  private var clippedCount = 0
  // 64 bits hold the weighted sum of 2^32 samples of 16 bits at the largest weight, 2^16. Squares need more, and are
  // sums of rows: doubles, each exact for a row.
  private var weightedSum: UInt64 = 0
  private var weightSum: UInt64 = 0
  private var squaredWeightSum = 0.0
  private var weightedSquareSum = 0.0

  mutating func add(_ sample: UInt16, weight: UInt64, clippedAt white: Double) {
    let value = UInt64(sample)
    count += 1
    if Double(sample) >= white { clippedCount += 1 }
    weightedSum += weight * value
    weightSum += weight
    squaredWeightSum += Double(weight * weight)
    weightedSquareSum += Double(weight * value * value)
  }

  func statistics(black: Double) -> ChannelStatistics {
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
      count: count, clippedCount: clippedCount, signal: mean - black, standardDeviation: variance.squareRoot(),
      standardError: (variance / effectiveCount).squareRoot())
  }
}
