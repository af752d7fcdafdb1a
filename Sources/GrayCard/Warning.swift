/// What a person should know of a card that can be trusted: what was measured, and the limit that it passed.
public struct Warning: Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// Signal of the brightest part of the card, as a share of the range from black to white.
    case nearClipping = "near-clipping"
    /// Ratio of the brightest part of the card to the darkest.
    case strongShading = "strong-shading"
    /// Difference of the colour of a part of the card from the whole, as a share of R/G or B/G.
    case colorVaries = "color-varies"
    /// Share of the region that was left out.
    case partlyLeftOut = "partly-left-out"
    /// Share of the frame's samples in places that lie below the black level by more than noise.
    case belowBlack = "below-black"
    /// How far the light's temperature is outside of those that the device was calibrated for, in mired.
    case farFromCalibration = "far-from-calibration"
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

extension Warning: CustomStringConvertible {
  public var description: String {
    switch code {
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
