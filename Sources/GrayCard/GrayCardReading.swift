public import RawFrames
public import WhiteBalance

/// A region of a frame read as a gray card.
public struct GrayCardReading: Hashable, Sendable {
  public let region: Region
  public let channels: BayerValues<ChannelStatistics>
  /// Whether the card can be trusted.
  public let verdict: Verdict

  public enum Verdict: Hashable, Sendable {
    /// The neutral and its standard error.
    case ok(MeasuredNeutral)
    /// Every reason that holds, at least one.
    case refused([Refusal])
  }
}

/// A neutral with the standard error of each channel, on the scale where 1 is the range from black to white.
public struct MeasuredNeutral: Hashable, Sendable {
  public let value: LinearRGB
  public let standardError: LinearRGB

  public init(value: LinearRGB, standardError: LinearRGB) {
    self.value = value
    self.standardError = standardError
  }
}

/// A reason not to trust a card: what was measured and the limit that it broke.
public struct Refusal: Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// Share of a channel's samples at or above the white level.
    case clipped
    /// Signal of the weakest channel, as a share of the range from black to white.
    case tooDark = "too-dark"
    /// Standard error of the least certain channel, as a share of its signal.
    case tooNoisy = "too-noisy"
    /// Samples in the channel that has fewest.
    case tooSmall = "too-small"
    /// Difference of the two greens, as a share of their mean.
    case greensDiffer = "greens-differ"
    /// Difference of the colour of a part of the region from the whole, as a share of R/G or B/G.
    case notUniform = "not-uniform"
    /// The region's coordinate that leaves the frame.
    case outsideFrame = "outside-frame"
  }

  public let code: Code
  public let value: Double
  public let limit: Double

  public init(code: Code, value: Double, limit: Double) {
    self.code = code
    self.value = value
    self.limit = limit
  }
}

extension Refusal: CustomStringConvertible {
  public var description: String {
    switch code {
    case .clipped:
      "clipped: \(percent(value)) of a channel is at the end of its range (limit \(percent(limit))); expose less, or "
        + "choose another region"
    case .tooDark:
      "too dark: the weakest channel is at \(percent(value)) of the range above black (limit \(percent(limit))); expose "
        + "more, or check the black level"
    case .tooNoisy:
      "too noisy: the mean of a channel is known to \(percent(value)) (limit \(percent(limit))); take a larger region or "
        + "more light"
    case .tooSmall:
      "too small: a channel has \(whole(value)) samples (limit \(whole(limit))); take a larger region"
    case .greensDiffer:
      "the greens differ by \(percent(value)) (limit \(percent(limit))); check the order of the format's colours, its "
        + "width and its stride"
    case .notUniform:
      "not uniform: the colour of a part of the region is off by \(percent(value)) (limit \(percent(limit))); choose a "
        + "region inside the card, in one light"
    case .outsideFrame where value < limit:
      "outside the frame: the region starts at \(whole(value)), before the frame's first sample at \(whole(limit))"
    case .outsideFrame:
      "outside the frame: the region reaches \(whole(value)) and the frame ends at \(whole(limit))"
    }
  }

  /// Without the fraction that a count has not.
  private func whole(_ count: Double) -> String { Int(exactly: count).map(String.init) ?? "\(count)" }

  /// To a tenth of a percent at the least, without Foundation: two digits after the first that is not zero.
  private func percent(_ share: Double) -> String {
    let value = share * 100
    guard value.isFinite else { return "\(value) %" }
    var scale = 10.0
    while abs(value) * scale < 10, scale < 1e6, value != 0 { scale *= 10 }
    return "\((value * scale).rounded() / scale) %"
  }
}
