public import RawFrames

/// A region of a frame read as a gray card.
public struct GrayCardReading: Hashable, Sendable {
  public let region: Region
  public let channels: BayerValues<ChannelStatistics>
  /// Whether the card can be trusted.
  public internal(set) var verdict: Verdict
  /// What a person should know though the card can be trusted.
  public internal(set) var warnings: [Warning]
  /// How noise grows with signal on this card; `nil` where the region has too few samples to tell.
  public let noise: NoiseModel?
  /// The share of the region that shows something else than the card and was left out, specks included: 0 to 1.
  public let leftOutShare: Double

  public enum Verdict: Hashable, Sendable {
    /// The neutral and how sure it is.
    case ok(MeasuredNeutral)
    /// Every reason that holds, at least one.
    case refused([Refusal])
  }
}
