internal import NumericalMethods
public import WhiteBalance

/// A fact that a person should know about a trusted card, with the value measured and the limit that it passed.
public typealias CardWarning = LimitBreach<CardWarningCode>

/// The kinds of warnings, each with what its value measures.
public enum CardWarningCode: String, LimitCode, FindingCode {
  /// The signal of the brightest part of the card, as a share of the range from black to white.
  case nearClipping = "near-clipping"
  /// The ratio of the brightest part of the card to the darkest.
  case strongShading = "strong-shading"
  /// The difference of R/G or B/G between a part of the card and the whole, as a share.
  case colorVaries = "color-varies"
  /// The share of the region that was rejected.
  case partlyLeftOut = "partly-left-out"
  /// The share of the frame's samples in places that lie below the black level by more than noise.
  case belowBlack = "below-black"
  /// The distance of the light's temperature from those that the device was calibrated for, in mired.
  case farFromCalibration = "far-from-calibration"
}

extension CardWarningCode {
  /// The limit among ``GrayCardLimits``, and the limited quantity.
  package var setting: LimitSetting<GrayCardLimits>? {
    switch self {
    case .nearClipping: LimitSetting(\.brightShare, "the brightest signal, of the range")
    case .strongShading: LimitSetting(\.shading, "brightest part to darkest, ratio")
    case .colorVaries: LimitSetting(\.colorDifferenceWarning, "of R/G or B/G, share")
    case .partlyLeftOut: LimitSetting(\.leftOutShareWarning, "share of the region")
    case .belowBlack: LimitSetting(\.belowBlackShare, "share of the frame's samples")
    case .farFromCalibration: LimitSetting(\.calibrationDistance, "mired outside")
    }
  }

  /// The value, the limit, and what to do, as a sentence.
  public func message(value: Double, limit: Double) -> String {
    switch self {
    case .nearClipping:
      "near clipping: the brightest part of the card is at \(value.percent) of the range (limit \(limit.percent)); expose "
        + "less"
    case .strongShading:
      "strong shading: the brightest part of the card has \(value.tenths) times the light of the darkest (limit "
        + "\(limit.tenths)); move the lamp back, or take a smaller region"
    case .colorVaries:
      "the colour varies by \(value.percent) over the card (limit \(limit.percent)), and the standard errors say so; "
        + "there may be two lights, or the lens shades colours"
    case .partlyLeftOut:
      "\(value.percent) of the region shows something else than the card and was left out (limit \(limit.percent))"
    case .belowBlack:
      "\(value.percent) of the frame lies below the black level by more than noise (limit \(limit.percent)): it is too high for this "
        + "frame; measure it from a dark frame"
    case .farFromCalibration:
      "the light is \(value.tenths) mired outside of those that the device was calibrated for (limit \(limit.tenths)): "
        + "temperature and tint are extrapolated"
    }
  }
}
