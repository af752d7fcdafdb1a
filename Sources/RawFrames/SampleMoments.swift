/// Sums over the samples of one channel, in whole numbers: the same to the last bit in whatever order they are added.
public struct SampleMoments: Hashable, Sendable {
  public var count = 0
  public var sum: UInt64 = 0
  /// Holds 2^32 samples of 16 bits.
  public var sumOfSquares: UInt64 = 0
  /// Samples at or above the white level.
  public var clippedCount = 0
  /// 65535 without samples.
  public var minimum = UInt16.max
  /// 0 without samples.
  public var maximum = UInt16.min

  public init() {}

  /// The mean raw value, black level still in; not a number without samples.
  public var mean: Double { Double(sum) / Double(count) }

  /// The variance of the samples about their mean, for a sample of them (divided by `count - 1`); `nil` below two.
  public var variance: Double? {
    guard count > 1 else { return nil }
    // n Σx² - (Σx)², exact where 64 bits are not enough.
    let (high, low) = sumOfSquares.multipliedFullWidth(by: UInt64(count))
    let (squareHigh, squareLow) = sum.multipliedFullWidth(by: sum)
    let (difference, borrow) = low.subtractingReportingOverflow(squareLow)
    let numerator = Double(high - squareHigh - (borrow ? 1 : 0)) * 0x1p64 + Double(difference)
    return numerator / (Double(count) * Double(count - 1))
  }

  public static func += (total: inout SampleMoments, part: SampleMoments) {
    total.count += part.count
    total.sum += part.sum
    total.sumOfSquares += part.sumOfSquares
    total.clippedCount += part.clippedCount
    total.minimum = min(total.minimum, part.minimum)
    total.maximum = max(total.maximum, part.maximum)
  }
}
