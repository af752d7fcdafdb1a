/// What one channel of a Bayer mosaic holds in a region.
public struct ChannelStatistics: Hashable, Sendable {
  /// Samples read.
  public let count: Int
  /// Samples that are clipped, told from raw values before the black level is removed: those at or above the white
  /// level, or those on a plateau below it at which the channel saturates.
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
  /// The two largest values, and how many samples have them.
  private var maximum: UInt16 = 0
  private var countAtMaximum = 0
  private var second: UInt16 = 0
  private var countAtSecond = 0
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
    if sample > maximum {
      (second, countAtSecond) = (maximum, countAtMaximum)
      (maximum, countAtMaximum) = (sample, 1)
    } else if sample == maximum {
      countAtMaximum += 1
    } else if sample > second {
      (second, countAtSecond) = (sample, 1)
    } else if sample == second {
      countAtSecond += 1
    }
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
    let deviation = variance.squareRoot()
    return ChannelStatistics(
      count: count,
      clippedCount: saturates(black: black, white: white, deviation: deviation) ? countAtMaximum : countAtWhite,
      signal: mean - black, standardDeviation: deviation, standardError: (variance / effectiveCount).squareRoot())
  }

  /// Whether the channel saturates below the white level that it was said to have: samples of 8 bits that were shifted to
  /// 10 end at 1020, and many sensors end below the largest value of their format.
  ///
  /// Noise leaves the largest value to a few samples, fewer than the next one. Where it is the most frequent by far, the
  /// samples above it were cut off. A channel with hardly any noise may have any shape, so there only the place just below
  /// white tells.
  private func saturates(black: Double, white: Double, deviation: Double) -> Bool {
    guard Double(maximum) < white, countAtMaximum >= Plateau.leastCount,
      Double(countAtMaximum) >= Plateau.share * Double(count), countAtMaximum > countAtSecond
    else { return false }
    let isNearWhite = Double(maximum) - black >= Plateau.nearWhite * (white - black)
    let isCutOff =
      deviation >= Plateau.leastDeviation && Double(countAtMaximum) >= Plateau.cutOffShare * Double(count)
      && countAtMaximum >= Plateau.cutOffRatio * countAtSecond
    return isNearWhite || isCutOff
  }
}

private enum Plateau {
  static let leastCount = 8
  /// Noise of 2 steps leaves one in a hundred samples 5 steps above the mean, over several values.
  static let share = 0.01
  /// As a share of the range from black to white.
  static let nearWhite = 0.97
  /// Further below white the evidence must be stronger: noise of some steps, a twentieth of the samples, and the next
  /// value four times rarer. Of unclipped normal noise of 2 steps no value has more than a fifth of the samples, and its
  /// neighbours have nearly as many.
  static let leastDeviation = 2.0
  static let cutOffShare = 0.05
  static let cutOffRatio = 4
}
