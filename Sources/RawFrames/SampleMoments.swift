/// Sums over the samples of one channel. They are whole numbers, so the order of addition does not change them.
public struct SampleMoments: Hashable, Sendable {
  /// The number of samples.
  public var count = 0
  /// The sum of the raw values.
  public var sum: UInt64 = 0
  /// The sum of the squared raw values. It has room for 2^32 samples of 16 bits.
  public var sumOfSquares: UInt64 = 0
  /// The number of samples at or above the white level.
  public var clippedCount = 0
  /// The smallest raw value; 65535 without samples.
  public var minimum = UInt16.max
  /// The largest raw value; 0 without samples.
  public var maximum = UInt16.min

  /// Creates the sums of no samples.
  public init() {}

  /// The mean raw value. The black level is not subtracted. It is not a number without samples.
  public var mean: Double { Double(sum) / Double(count) }

  /// The variance of the samples about their mean, in squared raw values (divided by `count - 1`); `nil` below two
  /// samples.
  public var variance: Double? {
    guard count > 1 else { return nil }
    // n Σx² - (Σx)² is computed exactly, in 128 bits.
    let (high, low) = sumOfSquares.multipliedFullWidth(by: UInt64(count))
    let (squareHigh, squareLow) = sum.multipliedFullWidth(by: sum)
    let (difference, borrow) = low.subtractingReportingOverflow(squareLow)
    let numerator = Double(high - squareHigh - (borrow ? 1 : 0)) * 0x1p64 + Double(difference)
    return numerator / (Double(count) * Double(count - 1))
  }

  /// Adds the sums of other samples of the channel.
  public static func += (total: inout SampleMoments, part: SampleMoments) {
    total.count += part.count
    total.sum += part.sum
    total.sumOfSquares += part.sumOfSquares
    total.clippedCount += part.clippedCount
    total.minimum = min(total.minimum, part.minimum)
    total.maximum = max(total.maximum, part.maximum)
  }
}
