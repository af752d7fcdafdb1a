/// Sums over the samples of one channel. They are whole numbers, so the order of addition does not change them.
package struct SampleMoments: Hashable, Sendable {
  /// The number of samples.
  package var count = 0
  /// The sum of the raw values.
  package var sum: UInt64 = 0
  /// The sum of the squared raw values. It has room for 2^32 samples of 16 bits.
  package var sumOfSquares: UInt64 = 0
  /// The number of samples at or above the white level.
  package var clippedCount = 0
  /// The smallest raw value; 65535 without samples.
  package var minimum = UInt16.max
  /// The largest raw value; 0 without samples.
  package var maximum = UInt16.min

  /// Creates the sums of no samples.
  package init() {}

  /// The mean raw value. The black level is not subtracted. It is not a number without samples.
  package var mean: Double { Double(sum) / Double(count) }

  /// The variance of the samples about their mean, in squared raw values (divided by `count - 1`); `nil` below two
  /// samples.
  package var variance: Double? {
    guard count > 1 else { return nil }
    // n Σx² - (Σx)² is computed exactly, in 128 bits.
    let (high, low) = sumOfSquares.multipliedFullWidth(by: UInt64(count))
    let (squareHigh, squareLow) = sum.multipliedFullWidth(by: sum)
    let (difference, borrow) = low.subtractingReportingOverflow(squareLow)
    let numerator = Double(high - squareHigh - (borrow ? 1 : 0)) * 0x1p64 + Double(difference)
    return numerator / (Double(count) * Double(count - 1))
  }

  /// Adds the sums of other samples of the channel.
  package static func += (total: inout SampleMoments, part: SampleMoments) {
    total.count += part.count
    total.sum += part.sum
    total.sumOfSquares += part.sumOfSquares
    total.clippedCount += part.clippedCount
    total.minimum = min(total.minimum, part.minimum)
    total.maximum = max(total.maximum, part.maximum)
  }
}
