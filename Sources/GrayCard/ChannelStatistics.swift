/// Statistics of one channel of a Bayer mosaic in a region.
package struct ChannelStatistics: Hashable, Sendable {
  /// The number of samples in the region.
  package let count: Int
  /// The number of clipped samples: those at or above the white level, or on a plateau below it at which the channel
  /// saturates.
  ///
  /// Clipping is judged on raw values, before the black level is subtracted.
  package let clippedCount: Int
  /// The mean raw value of the card, with the black level subtracted and its sign kept: noise below black counts as
  /// negative. Rejected samples do not count.
  package let signal: Double
  /// The standard deviation of a sample about the mean of its surroundings, in raw values.
  package let standardDeviation: Double
  /// The standard error of ``signal`` due to noise alone, in raw values.
  package let standardError: Double

  /// The share of samples that are clipped, 0 to 1; 0 without samples.
  package var clippedShare: Double { count == 0 ? 0 : Double(clippedCount) / Double(count) }
}
