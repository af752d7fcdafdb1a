public import Colorimetry
internal import NumericalMethods
public import WhiteBalance

/// A fact that a person should know about a calibration, and can improve.
public enum CalibrationWarning: Hashable, Sendable {
  /// The chart was read in another orientation, which was corrected.
  case turned(ChartOrientation)
  /// Between these corners, patches are this many times as long in one direction as in the other, and less so if the
  /// grid is turned by a quarter.
  case turnedCorners(elongation: Double, columns: Int, rows: Int)
  /// No patch is near gray, so the white is determined by the colours.
  case noGrayPatch
  /// These patches of the reference have no reading.
  case missingPatches([String])
  /// The fit has few patches.
  case fewPatches(Int, limit: Int)
  /// The reference's XYZ are for another light, and were converted by chromatic adaptation instead of measured.
  case adaptedReference(from: Chromaticity)
  /// The reference is spectral and the light is not. Daylight or a black body of this temperature, in kelvin, is
  /// assumed.
  case assumedSpectrum(temperature: Double)
  /// The mean CIEDE2000 difference of the fit is larger than usual.
  case largeDifference(Double, limit: Double)
  /// The device's noise grows by this factor on its way to XYZ.
  case illConditioned(Double, limit: Double)
  /// There is one light, of this temperature in kelvin. Other lights are extrapolated.
  case oneLight(temperature: Double)
  /// Two neighbouring lights, by their temperatures in kelvin, are too close to determine how the device changes with
  /// temperature. Their distance is in mired.
  case closeLights(Double, Double, mired: Double)
  /// The gain curve has one point, at this temperature in kelvin.
  case onePoint(temperature: Double)
  /// The unit was refined by cards under one light, of this temperature in kelvin, or under several lights on which the
  /// base errs alike, of which the first has this temperature. So no card is left to check the base.
  case uncheckedBase(temperature: Double, lightCount: Int)
  /// The base states no uncertainty, so this one is assumed.
  case assumedUncertainty(CharacterizationUncertainty)
  /// The cards differ from what one unit of the base would read by more than their errors allow.
  case cardsDisagree(chiSquare: Double, limit: Double)
  /// Cards of one light differ by more than their noise. The share is that of R/G or B/G.
  case cardsOfOneLightDiffer([String], share: Double)
  /// The unit differs from the base by this share of a channel.
  case farFromBase(share: Double, limit: Double)
  /// The chart's grays show a response to black of this share of that to white.
  case offBlack(share: Double, limit: Double)
  /// The white of the chart, or of the named card, is the one that cameras see under another light, at this distance in
  /// mired.
  case unusualWhite(mired: Double, limit: Double, card: String? = nil)
  /// The chart's white is gray without gains, so its readings are of RGB that is balanced already.
  case balancedReadings
  /// A light is this far, in mired, from where the matrices of the other lights, or the curve of another card, find it.
  ///
  /// The names are those of its card and the other card, or of the light.
  case lightsDisagree(mired: Double, limit: Double, names: [String] = [])
  /// Patches were rejected because they do not fit the others. The share is of the usable patches.
  case leftOut(share: Double, limit: Double)
  /// The error of the light that was found exceeds the profile's own statement, by this many standard errors.
  case beyondUncertainty(Double, limit: Double)
}

extension CalibrationWarning {
  /// The kinds of warnings. Scripts depend on the raw values.
  package enum Code: String, FindingCode {
    /// The chart was read in another orientation.
    case turned
    /// The corners are likely in another order. The value is how many times a patch is as long as it is wide.
    case turnedCorners = "turned-corners"
    /// No patch is near gray.
    case noGrayPatch = "no-gray-patch"
    /// Patches of the reference have no reading. The value is their number.
    case missingPatches = "missing-patches"
    /// The fit has few patches. The value is their number.
    case fewPatches = "few-patches"
    /// The reference's XYZ were adapted from another light.
    case adaptedReference = "adapted-reference"
    /// The spectrum of the light is assumed. The value is its temperature, in kelvin.
    case assumedSpectrum = "assumed-spectrum"
    /// The mean CIEDE2000 difference is larger than usual.
    case largeDifference = "large-difference"
    /// Noise grows on its way to XYZ by the factor that is the value.
    case illConditioned = "ill-conditioned"
    /// There is one light. The value is its temperature, in kelvin.
    case oneLight = "one-light"
    /// Two lights are too close. The value is their distance, in mired.
    case closeLights = "close-lights"
    /// The gain curve has one point. The value is its temperature, in kelvin.
    case onePoint = "one-point"
    /// The base was not checked. The value is the temperature of the first light, in kelvin.
    case uncheckedBase = "unchecked-base"
    /// The base's uncertainty is assumed. The value is its standard error, in mired.
    case assumedUncertainty = "assumed-uncertainty"
    /// The cards disagree. The value is their chi-squared.
    case cardsDisagree = "cards-disagree"
    /// Cards of one light differ. The value is the share of R/G or B/G.
    case cardsOfOneLightDiffer = "cards-of-one-light-differ"
    /// The unit is far from the base. The value is the share of a channel.
    case farFromBase = "far-from-base"
    /// The grays show a response to black. The value is its share of the response to white.
    case offBlack = "off-black"
    /// The white is unusual. The value is the distance of the light, in mired.
    case unusualWhite = "unusual-white"
    /// The chart's readings are balanced already.
    case balancedReadings = "balanced-rgb"
    /// The lights disagree. The value is the distance, in mired.
    case lightsDisagree = "lights-disagree"
    /// Patches were rejected. The value is their share of the usable patches.
    case leftOut = "left-out"
    /// The profile errs more than it states. The value is in standard errors.
    case beyondUncertainty = "beyond-uncertainty"
  }

  /// The kind of the warning, for scripts.
  package var code: Code { summary.code }
  /// The value found, in the unit of its `code`, or `nil` where there is none.
  public var value: Double? { summary.value }
  /// The limit that the value passed, in the same unit, or `nil` where there is none.
  public var limit: Double? { summary.limit }

  private var summary: (code: Code, value: Double?, limit: Double?) {
    switch self {
    case .turned: (.turned, nil, nil)
    case .turnedCorners(let elongation, _, _): (.turnedCorners, elongation, ChartFrame.largestElongation)
    case .noGrayPatch: (.noGrayPatch, nil, nil)
    case .missingPatches(let names): (.missingPatches, Double(names.count), 0)
    case .fewPatches(let count, let limit): (.fewPatches, Double(count), Double(limit))
    case .adaptedReference: (.adaptedReference, nil, nil)
    case .assumedSpectrum(let temperature): (.assumedSpectrum, temperature, nil)
    case .largeDifference(let difference, let limit): (.largeDifference, difference, limit)
    case .illConditioned(let number, let limit): (.illConditioned, number, limit)
    case .oneLight(let temperature): (.oneLight, temperature, nil)
    case .closeLights(_, _, let mired): (.closeLights, mired, ChartCalibration.closeMired)
    case .onePoint(let temperature): (.onePoint, temperature, nil)
    case .uncheckedBase(let temperature, _): (.uncheckedBase, temperature, nil)
    case .assumedUncertainty(let uncertainty): (.assumedUncertainty, uncertainty.mired, nil)
    case .cardsDisagree(let chiSquare, let limit): (.cardsDisagree, chiSquare, limit)
    case .cardsOfOneLightDiffer(_, let share): (.cardsOfOneLightDiffer, share, nil)
    case .farFromBase(let share, let limit): (.farFromBase, share, limit)
    case .offBlack(let share, let limit): (.offBlack, share, limit)
    case .unusualWhite(let mired, let limit, _): (.unusualWhite, mired, limit)
    case .balancedReadings: (.balancedReadings, nil, nil)
    case .lightsDisagree(let mired, let limit, _): (.lightsDisagree, mired, limit)
    case .leftOut(let share, let limit): (.leftOut, share, limit)
    case .beyondUncertainty(let errors, let limit): (.beyondUncertainty, errors, limit)
    }
  }
}

extension CalibrationWarning.Code {
  /// The limit among ``CalibrationLimits``, and the limited quantity.
  package var setting: LimitSetting<CalibrationLimits>? {
    switch self {
    case .fewPatches: LimitSetting(count: \.patchCountWarning, "patches of a fit")
    case .largeDifference: LimitSetting(\.differenceWarning, "mean CIEDE2000")
    case .leftOut: LimitSetting(\.leftOutShareWarning, "share of the patches")
    case .illConditioned: LimitSetting(\.conditionNumberWarning, "times that noise grows")
    case .offBlack: LimitSetting(\.blackShareWarning, "black's response, of white's")
    case .unusualWhite: LimitSetting(\.unusualWhiteWarning, "mired off other cameras")
    case .lightsDisagree: LimitSetting(\.lightsDisagreeWarning, "mired off the other lights")
    case .beyondUncertainty: LimitSetting(\.statedErrors, "stated errors, of a check")
    case .turned, .turnedCorners, .noGrayPatch, .missingPatches, .adaptedReference, .assumedSpectrum, .oneLight,
      .closeLights, .onePoint, .uncheckedBase, .assumedUncertainty, .cardsDisagree, .cardsOfOneLightDiffer,
      .farFromBase, .balancedReadings:
      nil
    }
  }
}

extension CalibrationWarning: FindingSource {
  /// The warning in the form that all findings share.
  public var finding: Finding { Finding(code: code.rawValue, value: value, limit: limit, message: description) }
}

extension CalibrationWarning {
  /// The distance of two lights that the message about close ones recommends, in mired: about twice
  /// ``ChartCalibration/closeMired``. A and D65 are 196 mired apart.
  private static let farMired = 100

  /// The value, the limit, and what to do, as a sentence.
  public var description: String {
    switch self {
    case .turned(let orientation):
      "the chart was read \(orientation.rawValue); its patches were put in order"
    case .turnedCorners(let elongation, let columns, let rows):
      "between these corners, patches of \(columns) columns and \(rows) rows are \(elongation.tenths) times as long in one direction as in "
        + "the other (limit \(ChartFrame.largestElongation)); check that the corners are top left, top right, bottom right and bottom "
        + "left of the chart, in this order"
    case .noGrayPatch:
      "no patch is near gray, so the white is what the colours say of it; read a chart with grays for a better one"
    case .missingPatches(let names):
      "not read: \(names.joined(separator: ", "))"
    case .fewPatches(let count, _):
      "only \(count) patches were fitted; a chart of 24 says more of colours between them"
    case .adaptedReference(let white):
      "the reference's colours are under a light of x \(white.x.rounded(decimals: 4)), y \(white.y.rounded(decimals: 4)) and were adapted to this one; a spectral "
        + "reference, or one measured under this light, is exact"
    case .assumedSpectrum(let temperature):
      "the light's spectrum is not known, and daylight or a black body of \(temperature.rounded().whole) K was taken for it; "
        + "under a lamp, give its spectrum"
    case .largeDifference(let difference, let limit):
      "the mean difference of ΔE \(difference.tenths) is large (limit \(limit.tenths)): check the light, the reference, even light on the chart "
        + "and the black level"
    case .illConditioned(let number, _):
      "noise grows \(number.tenths) times on its way to XYZ, because the readings' channels hardly differ; check that they are raw"
    case .oneLight(let temperature):
      "one light, \(temperature.rounded().whole) K: the device is taken to respond under others as under this one; add a light "
        + "far from it"
    case .closeLights(let first, let second, let mired):
      "the lights of \(first.rounded().whole) K and \(second.rounded().whole) K are \(mired.rounded().whole) mired apart: beyond them this "
        + "extrapolates; choose lights at least \(Self.farMired) mired apart"
    case .onePoint(let temperature):
      "one light, \(temperature.rounded().whole) K: at every other temperature this is a typical camera, scaled to agree at this one; "
        + "add a card under a light far from it"
    case .uncheckedBase(_, let count) where count > 1:
      "the profile errs alike on these \(count) lights: whether it fits this unit elsewhere was not checked; add a card under a light "
        + "of another kind, or far from them"
    case .uncheckedBase(let temperature, _):
      "one light, \(temperature.rounded().whole) K: whether the profile fits this unit elsewhere was not checked; add a card under a "
        + "light far from it"
    case .assumedUncertainty(let uncertainty):
      "the profile states no uncertainty; that of matrices by kind of light was taken, over lamps \(uncertainty.mired.tenths) mired and "
        + "Duv \(uncertainty.duv.rounded(digits: 2))"
    case .cardsDisagree(let chiSquare, let limit):
      "the cards disagree by more than their errors: chi-square \(chiSquare.tenths) (limit \(limit.tenths)); the profile "
        + "does not fit this unit, or a light is not the one that was given"
    case .cardsOfOneLightDiffer(let names, let share):
      "\(names.joined(separator: " and ")) show one light and differ by \((100 * share).tenths) %, more than their noise: "
        + "the light, the card or stray light changed between them"
    case .farFromBase(let share, _):
      "this unit differs from the profile's camera by \((100 * share).tenths) %; units of one model differ by a few per cent: "
        + "check the light and the profile"
    case .offBlack(let share, let limit):
      "by its grays the chart's black gives \((100 * share).tenths) % of white (limit \((100 * limit).tenths) %): stray light is on "
        + "it, or the black level is not right"
    case .unusualWhite(let mired, let limit, let card):
      (card.map { "\($0): " } ?? "")
        + "cameras have such a white under a light of a \(mired > 0 ? "lower" : "higher") temperature, \(abs(mired).rounded().whole) mired from the one given "
        + "(limit \(limit.rounded().whole)): check the light, whether the readings are raw, and the order of the channels"
    case .balancedReadings:
      "red, green and blue of white are alike, as in a developed picture and in no sensor's own values: give readings of raw values, or "
        + "the profile finds wrong lights in raw frames"
    case .lightsDisagree(let mired, let limit, let names):
      (names.isEmpty ? "" : names.joined(separator: " and ") + ": ")
        + "a light is \(mired.rounded().whole) mired from where the other lights find it (limit \(limit.rounded().whole)): check which "
        + "light belongs to which reading; some lamps do this too"
    case .leftOut(let share, let limit):
      "\((100 * share).tenths) % of the patches are off what the others say (limit \((100 * limit).tenths) %): check the chart's "
        + "place, its reference and the light on it"
    case .beyondUncertainty(let errors, _) where errors.isInfinite:
      "the profile states that it does not err at all on this light, and the light is found off: it errs more than it says, or "
        + "the light is not quite the one given"
    case .beyondUncertainty(let errors, let limit):
      "the light is found off by \(errors.tenths) of the standard errors that the profile states (limit \(limit.tenths)): "
        + "it errs more than it says, or the light is not quite the one given"
    }
  }
}
