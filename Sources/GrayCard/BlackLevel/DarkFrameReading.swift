internal import NumericalMethods
public import WhiteBalance

/// The verdict on dark frames.
public enum DarkFrameVerdict: Hashable, Sendable {
  /// The frames are dark, and have this black level.
  case ok(BlackLevel)
  /// The frames are not dark. The reasons are all that apply, at least one. A frame that is too small is judged no
  /// further.
  case refused([DarkFrameRefusal])
}

/// A reason not to take a frame for dark, with the value measured and the limit that it broke.
public typealias DarkFrameRefusal = LimitBreach<DarkFrameRefusalCode>

/// The kinds of reasons, each with what its value measures.
public enum DarkFrameRefusalCode: String, LimitCode, FindingCode {
  /// The shorter side of the frame, in samples.
  case tooSmall = "too-small"
  /// The level of the highest channel, as a share of the white level.
  case tooBright = "too-bright"
  /// The level of the lowest channel, in standard deviations of its noise.
  case cutOff = "cut-off"
  /// The share of a channel's samples that stand out.
  case hotSamples = "hot-samples"
  /// The share of samples that stand out in a part of the frame.
  case patch
  /// The difference between a part of the frame and the whole, as a share of the white level.
  case uneven
  /// The difference between two channels, as a share of the white level.
  case channelsDiffer = "channels-differ"
}

extension DarkFrameRefusalCode {
  /// The place of the limit among ``DarkFrameLimits``, and what it limits.
  package var setting: LimitSetting<DarkFrameLimits>? {
    switch self {
    case .tooSmall: LimitSetting(count: \.side, "samples along the shorter side")
    case .tooBright: LimitSetting(\.level, "the highest channel, of white")
    case .cutOff: LimitSetting(\.levelInDeviations, "deviations of noise above 0")
    case .hotSamples: LimitSetting(\.hotShare, "share of a channel's samples")
    case .patch: LimitSetting(\.patchShare, "share of a part's samples")
    case .uneven: LimitSetting(\.unevenness, "a part off the whole, of white")
    case .channelsDiffer: LimitSetting(\.channelDifference, "between channels, of white")
    }
  }

  /// The value, the limit, and what to do, as a sentence.
  public func message(value: Double, limit: Double) -> String {
    switch self {
    case .tooSmall:
      "too small: a side has \(value.whole) samples (limit \(limit.whole)); take a larger frame"
    case .tooBright:
      "too bright: a channel is at \(value.percent) of the range (limit \(limit.percent)); cover the lens, or give the "
        + "format of these frames"
    case .cutOff:
      "cut off: the level is \(value.rounded(decimals: 2)) standard deviations of noise above 0 (limit \(limit)), so "
        + "that noise below 0 is missing; give a black level of 0 for a camera that has taken its black level off"
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
