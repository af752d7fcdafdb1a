/// Statistics of one channel of a Bayer mosaic in a region.
public struct ChannelStatistics: Hashable, Sendable {
  /// The number of samples in the region.
  public let count: Int
  /// The number of clipped samples: those at or above the white level, or on a plateau below it at which the channel
  /// saturates.
  ///
  /// Clipping is judged on raw values, before the black level is subtracted.
  public let clippedCount: Int
  /// The mean raw value of the card, with the black level subtracted and its sign kept: noise below black counts as
  /// negative. Rejected samples do not count.
  public let signal: Double
  /// The standard deviation of a sample about the mean of its surroundings, in raw values.
  public let standardDeviation: Double
  /// The standard error of ``signal`` due to noise alone, in raw values.
  public let standardError: Double

  /// The share of samples that are clipped, 0 to 1; 0 without samples.
  public var clippedShare: Double { count == 0 ? 0 : Double(clippedCount) / Double(count) }
}
