internal import Colorimetry
internal import NumericalMethods
public import WhiteBalance

/// A reason not to trust a card, with the value measured and the limit that it broke.
public typealias CardRefusal = LimitBreach<CardRefusalCode>

/// The kinds of reasons, each with what its value measures.
public enum CardRefusalCode: String, LimitCode, FindingCode {
  /// The share of a channel's samples that are clipped: at or above the white level, or on a plateau below it.
  case clipped
  /// The largest sample, in raw values, where most places have samples that the frame's format cannot have. The limit
  /// is the format's largest value.
  case beyondFormat = "beyond-format"
  /// The signal of the weakest channel, as a share of the range from black to white.
  case tooDark = "too-dark"
  /// The share by which a channel is too bright, because noise is cut off at raw value 0.
  ///
  /// Files whose black level was subtracted have no noise below 0.
  case cutOff = "cut-off"
  /// The standard error of the least certain channel, as a share of its signal.
  case tooNoisy = "too-noisy"
  /// The number of electrons at white from whose shot noise the samples would scatter as they do.
  ///
  /// It is smaller than any sensor's where the bytes are no samples, or are in another order.
  case scattered
  /// The number of samples in the channel that has the fewest.
  case tooSmall = "too-small"
  /// The difference of the two greens, as a share of their mean.
  case greensDiffer = "greens-differ"
  /// The share of the region that does not look like the rest of it.
  case notUniform = "not-uniform"
  /// The standard deviation of the card's brightness or colour from place to place, as a share.
  case textured
  /// The difference of R/G or B/G between a part of the region and the whole, as a share.
  case colorVaries = "color-varies"
  /// The Duv of the light on the device; infinite where no light has the neutral's colour.
  case notALight = "not-a-light"
  /// The temperature of the light, in kelvin.
  case tooWarm = "too-warm"
  /// The black level that the frame itself shows, or its lower or upper bound, in raw values. The limit is the stated
  /// black level.
  case blackLevel = "black-level"
  /// The change of the weakest channel, as a share, due to one standard error of an unknown black level.
  ///
  /// It is infinite where the frame does not reveal the level at all.
  case blackUnknown = "black-unknown"
  /// The ratio of the brightest to the darkest part of a patch that was found and that the frame's edge cuts off.
  case notWhole = "not-whole"
  /// The coordinate of the region that lies outside the frame, in samples.
  case outsideFrame = "outside-frame"
}

extension CardRefusalCode {
  /// The limit among ``GrayCardLimits``, and the limited quantity.
  package var setting: LimitSetting<GrayCardLimits>? {
    switch self {
    case .clipped: LimitSetting(\.clippedShare, "share of a channel's samples")
    case .tooDark: LimitSetting(\.signalShare, "the weakest signal, of the range")
    case .cutOff: LimitSetting(\.cutOffShare, "share that a channel is too bright")
    case .tooNoisy: LimitSetting(\.relativeStandardError, "a channel's error, of its signal")
    case .scattered: LimitSetting(\.whiteElectrons, "least electrons at white, by noise")
    case .tooSmall: LimitSetting(count: \.sampleCount, least: GrayCardLimits.leastSampleCount, "samples in a channel")
    case .greensDiffer: LimitSetting(\.greenDifferenceShare, "share of the greens' mean")
    case .notUniform: LimitSetting(\.leftOutShare, "share of the region left out")
    case .textured: LimitSetting(\.textureShare, "deviation from cell to cell, share")
    case .colorVaries: LimitSetting(\.colorDifference, "of R/G or B/G, share")
    case .notALight: LimitSetting(\.duv, "Duv of the light")
    case .tooWarm: LimitSetting(\.temperature, "kelvin of the light")
    case .blackLevel: LimitSetting(\.blackGainShare, "change of a gain, share")
    // The limit is that of `tooNoisy`.
    case .blackUnknown: nil
    // The limit is that of the warning `strongShading`.
    case .notWhole: nil
    case .beyondFormat, .outsideFrame: nil
    }
  }

  /// Returns whether a sample would be within the format if its two bytes changed places.
  private func isExchanged(_ value: Double, _ limit: Double) -> Bool {
    UInt16(exactly: value).map { Double($0.byteSwapped) <= limit } ?? false
  }

  /// The value, the limit, and what to do, as a sentence.
  public func message(value: Double, limit: Double) -> String {
    switch self {
    case .clipped:
      "clipped: \(value.percent) of a channel is at the end of its range (limit \(limit.percent)); expose less, or "
        + "choose another region"
    case .beyondFormat:
      "beyond the format: samples reach \(value.whole), and the format's largest value is \(limit.whole); name the format that the "
        + "samples have, which is one of 16 bits where they lie in the upper bits of a word"
        + (isExchanged(value, limit) ? "; or exchange the two bytes of each sample, if they are big-endian" : "")
    case .tooDark:
      "too dark: the weakest channel is at \(value.percent) of the range above black (limit \(limit.percent)); expose "
        + "more, or check the black level"
    case .cutOff:
      "cut off: noise is cut off at raw value 0, which makes a channel \(value.percent) too bright (limit \(limit.percent)); expose "
        + "more, or give raw values that still have their black level"
    case .tooNoisy:
      "too noisy: the mean of a channel is known to \(value.percent) (limit \(limit.percent)); take a larger region, "
        + "more frames or more light"
    case .scattered:
      "scattered: the samples vary far more than a sensor's do, as with \(value.rounded(digits: 2)) electrons at white (limit "
        + "\(limit.rounded(digits: 2))); check the format and the order of the bytes, and that the file is neither compressed nor "
        + "encrypted"
    case .tooSmall:
      "too small: a channel has \(value.whole) samples (limit \(limit.whole)); take a larger region"
    case .greensDiffer:
      "the greens differ by \(value.percent) (limit \(limit.percent)); check the order of the format's colours, its "
        + "width and its stride"
    case .notUniform:
      "not uniform: \(value.percent) of the region shows something else than the rest (limit \(limit.percent)); choose a "
        + "region inside the card"
    case .textured:
      "textured: the brightness or colour of the card varies by \(value.percent) from place to place (limit \(limit.percent)); use "
        + "a smooth card, or blur it by defocusing"
    case .colorVaries:
      "the colour varies: that of a part of the region is off by \(value.percent) (limit \(limit.percent)); choose a "
        + "region inside the card, in one light"
    case .notALight where value.isInfinite:
      "not a light to balance for: on the profile's device this neutral is that of no light; check that the "
        + "card is gray, the profile is this device's, and the order of the format's colours"
    case .notALight:
      "not a light to balance for: its Duv is \(value.rounded(decimals: 4)) (limit \(value < 0 ? -limit : limit)), which a "
        + "laser or a sodium lamp has; check that the card is gray, the profile is this device's, and the order of the "
        + "format's colours"
    case .tooWarm:
      "too warm to balance for: on the profile's device the light has \(value.rounded(decimals: 0).whole) K (limit "
        + "\(limit.whole) K), which a red LED may have; check that the card is gray, the profile is this device's, and the "
        + "order of the format's colours"
    case .blackLevel where value < limit:
      "the black level is \(value.tenths) or less by the frame's own dark places, not \(limit.tenths): the gains would be "
        + "wrong; give the right level, or dark frames"
    case .blackLevel:
      "the black level is about \(value.tenths) or more by the frame's own dark places or noise, not \(limit.tenths): the "
        + "gains would be wrong; give the right level, or dark frames"
    case .blackUnknown where value.isInfinite:
      "the black level is not known, and the frame does not tell it; give it, dark frames, or a profile that has it"
    case .blackUnknown:
      "the black level is not known, and the frame tells it only to \(value.percent) of the weakest channel (limit "
        + "\(limit.percent)); give it, dark frames, or a profile that has it"
    case .notWhole:
      "not a whole card: the frame's edge cuts off the patch that was found, and the brightest part of it has \(value.tenths) times the "
        + "light of the darkest (limit \(limit.tenths)), as on a wall; show the whole card, or give the region that shows it"
    case .outsideFrame where value < limit:
      "outside the frame: the region starts at \(value.whole), before the frame's first sample at \(limit.whole)"
    case .outsideFrame:
      "outside the frame: the region reaches \(value.whole) and the frame ends at \(limit.whole)"
    }
  }
}
