/// What dark frames tell.
public enum DarkFrameVerdict: Hashable, Sendable {
  case ok(BlackLevel)
  /// Every reason that holds, at least one.
  case refused([DarkFrameRefusal])
}

/// A reason not to take a frame for dark: what was measured and the limit that it broke.
public struct DarkFrameRefusal: Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// Samples in each direction.
    case tooSmall = "too-small"
    /// Level of the highest channel, as a share of the white level.
    case tooBright = "too-bright"
    /// Level of the lowest channel, in standard deviations of its noise.
    case cutOff = "cut-off"
    /// Share of a channel's samples that stand out.
    case hotSamples = "hot-samples"
    /// Share of the samples of a part of the frame that stand out.
    case patch
    /// Difference of a part of the frame from the whole, as a share of the white level.
    case uneven
    /// Difference of two channels, as a share of the white level.
    case channelsDiffer = "channels-differ"
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

extension DarkFrameRefusal: CustomStringConvertible {
  public var description: String {
    switch code {
    case .tooSmall:
      "too small: a side has \(value.whole) samples (limit \(limit.whole)); take a larger frame"
    case .tooBright:
      "too bright: a channel is at \(value.percent) of the range (limit \(limit.percent)); cover the lens"
    case .cutOff:
      "cut off: the level is \((value * 100).rounded() / 100) standard deviations of noise above 0 (limit \(limit)), so "
        + "that noise below 0 is missing; give --black 0 for a camera that has taken its black level off"
    case .hotSamples:
      "hot samples: \(value.percent) of a channel stands out (limit \(limit.percent)); cover the lens, or expose "
        + "for a shorter time"
    case .patch:
      "a patch: \(value.percent) of a part of the frame stands out (limit \(limit.percent)); cover the lens, the "
        + "viewfinder too"
    case .uneven:
      "uneven: a part of the frame is off by \(value.percent) of the range (limit \(limit.percent)); cover the lens, "
        + "or expose for a shorter time if the sensor itself glows"
    case .channelsDiffer:
      "the channels differ by \(value.percent) of the range (limit \(limit.percent)), as light makes them; cover the "
        + "lens"
    }
  }
}
