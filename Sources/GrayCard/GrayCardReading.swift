public import RawFrames
public import WhiteBalance

/// The reading of a region of a frame as a gray card.
public struct GrayCardReading: Hashable, Sendable {
  /// The region that was read.
  public let region: Region
  /// The statistics of each channel.
  package let channels: BayerValues<ChannelStatistics>
  /// Whether the card can be trusted.
  public internal(set) var verdict: Verdict
  /// The warnings about the card.
  public internal(set) var warnings: [CardWarning]
  /// The noise on this card as a function of signal; `nil` where the region has too few samples.
  package let noise: NoiseModel?
  /// The share of the region that was rejected, specks included, because it does not show the card: 0 to 1.
  public let leftOutShare: Double

  /// The verdict on a card.
  public enum Verdict: Hashable, Sendable {
    /// The card can be trusted, and has this neutral.
    case ok(MeasuredNeutral)
    /// The card cannot be trusted. There is at least one reason.
    ///
    /// A card that is clipped or too dark is judged no further, so other reasons may be missing.
    case refused([CardRefusal])
  }
}
