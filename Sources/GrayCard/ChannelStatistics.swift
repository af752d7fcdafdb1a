/// What one channel of a Bayer mosaic holds in a region.
public struct ChannelStatistics: Hashable, Sendable {
  /// Samples of the region.
  public let count: Int
  /// Samples that are clipped, told from raw values before the black level is removed: those at or above the white
  /// level, or those on a plateau below it at which the channel saturates.
  public let clippedCount: Int
  /// Mean raw value of the card, black level removed with its sign: noise below black counts as negative. What does
  /// not show the card is left out.
  public let signal: Double
  /// Standard deviation of a sample about the mean of its surroundings, in raw values.
  public let standardDeviation: Double
  /// Standard error of ``signal`` by noise alone, in raw values.
  public let standardError: Double

  /// 0 to 1; 0 without samples.
  public var clippedShare: Double { count == 0 ? 0 : Double(clippedCount) / Double(count) }
}
