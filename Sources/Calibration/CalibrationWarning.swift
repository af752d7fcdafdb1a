public import Colorimetry
public import WhiteBalance

/// What a person should know, and can do something about, of a calibration that was made.
public enum CalibrationWarning: Hashable, Sendable {
  /// The chart was read in another orientation, which was put right.
  case turned(ChartOrientation)
  /// No patch is near gray: the white is what the colours say of it.
  case noGrayPatch
  case missingPatches([String])
  /// A fit of few patches.
  case fewPatches(Int, limit: Int)
  /// The reference's XYZ are of another light, and were adapted as an eye adapts, not measured.
  case adaptedReference(from: Chromaticity)
  /// The reference is spectral and the light is not: daylight or a black body of its temperature was taken.
  case assumedSpectrum(temperature: Double)
  /// Mean CIEDE2000 difference of a fit that is too large to be trusted.
  case largeDifference(Double, limit: Double)
  /// How many times the device's noise grows on its way to XYZ.
  case illConditioned(Double, limit: Double)
  /// One light: other lights are extrapolated to.
  case oneLight(temperature: Double)
  /// Neighbouring lights that are too close to tell how the device changes with temperature, in mired apart.
  case closeLights(Double, Double, mired: Double)
  /// A gain curve of one point.
  case onePoint(temperature: Double)
  /// A unit refined by cards under one light: nothing is left to check the base with.
  case uncheckedBase(temperature: Double)
  /// The base states no uncertainty; the one that was taken.
  case assumedUncertainty(CharacterizationUncertainty)
  /// Cards that are farther from what one unit of the base would read than their errors allow.
  case cardsDisagree(chiSquare: Double, limit: Double)
  /// Cards of one light that differ by more than their noise: R/G or B/G, as a share.
  case cardsOfOneLightDiffer([String], share: Double)
  /// A unit that is far from the base, by this share of a channel.
  case farFromBase(share: Double, limit: Double)
  /// What the chart's grays say of black: a share of the response to white, and the limit that it passed.
  case offBlack(share: Double, limit: Double)
  /// The chart's white is that of another light, as cameras see it; in mired apart.
  case unusualWhite(mired: Double, limit: Double)
  /// A light that is far from where the matrices of the other lights find it.
  case lightsDisagree(mired: Double, limit: Double)
  /// Patches that were left out because the others say otherwise; the share of those that could be used.
  case leftOut(share: Double, limit: Double)
  /// A light found farther off than the profile says that it errs, in standard errors.
  case beyondUncertainty(Double, limit: Double)
}

extension CalibrationWarning {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    case turned
    case noGrayPatch = "no-gray-patch"
    case missingPatches = "missing-patches"
    case fewPatches = "few-patches"
    case adaptedReference = "adapted-reference"
    case assumedSpectrum = "assumed-spectrum"
    case largeDifference = "large-difference"
    case illConditioned = "ill-conditioned"
    case oneLight = "one-light"
    case closeLights = "close-lights"
    case onePoint = "one-point"
    case uncheckedBase = "unchecked-base"
    case assumedUncertainty = "assumed-uncertainty"
    case cardsDisagree = "cards-disagree"
    case cardsOfOneLightDiffer = "cards-of-one-light-differ"
    case farFromBase = "far-from-base"
    case offBlack = "off-black"
    case unusualWhite = "unusual-white"
    case lightsDisagree = "lights-disagree"
    case leftOut = "left-out"
    case beyondUncertainty = "beyond-uncertainty"
  }

  /// For scripts: what the warning is about, and what was found and the limit that it passed, where there are such.
  public var code: Code { summary.code }
  public var value: Double? { summary.value }
  public var limit: Double? { summary.limit }

  private var summary: (code: Code, value: Double?, limit: Double?) {
    switch self {
    case .turned: (.turned, nil, nil)
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
    case .uncheckedBase(let temperature): (.uncheckedBase, temperature, nil)
    case .assumedUncertainty(let uncertainty): (.assumedUncertainty, uncertainty.mired, nil)
    case .cardsDisagree(let chiSquare, let limit): (.cardsDisagree, chiSquare, limit)
    case .cardsOfOneLightDiffer(_, let share): (.cardsOfOneLightDiffer, share, nil)
    case .farFromBase(let share, let limit): (.farFromBase, share, limit)
    case .offBlack(let share, let limit): (.offBlack, share, limit)
    case .unusualWhite(let mired, let limit): (.unusualWhite, mired, limit)
    case .lightsDisagree(let mired, let limit): (.lightsDisagree, mired, limit)
    case .leftOut(let share, let limit): (.leftOut, share, limit)
    case .beyondUncertainty(let errors, let limit): (.beyondUncertainty, errors, limit)
    }
  }
}

extension CalibrationWarning: CustomStringConvertible {
  public var description: String {
    switch self {
    case .turned(let orientation):
      "the chart was read \(orientation.rawValue); its patches were put in order"
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
      "the light's spectrum is not known, and daylight or a black body of \(whole(temperature)) K was taken for it; "
        + "under a lamp, give its spectrum"
    case .largeDifference(let difference, let limit):
      "the mean difference of ΔE \(rounded(difference)) is large (limit \(rounded(limit))): check the light, the reference, even light on the chart "
        + "and the black level"
    case .illConditioned(let number, _):
      "noise grows \(rounded(number)) times on its way to XYZ: the readings' channels hardly differ; are they raw?"
    case .oneLight(let temperature):
      "one light, \(whole(temperature)) K: the device is taken to respond under others as under this one; add a light "
        + "far from it"
    case .closeLights(let first, let second, let mired):
      "the lights of \(whole(first)) K and \(whole(second)) K are \(whole(mired)) mired apart: beyond them this "
        + "extrapolates; choose lights at least 100 mired apart"
    case .onePoint(let temperature):
      "one light, \(whole(temperature)) K: at every other temperature this is a typical camera, scaled to agree at this one; "
        + "add a card under a light far from it"
    case .uncheckedBase(let temperature):
      "one light, \(whole(temperature)) K: whether the profile fits this unit elsewhere was not checked; add a card under a "
        + "light far from it"
    case .assumedUncertainty(let uncertainty):
      "the profile states no uncertainty; \(uncertainty.mired) mired and Duv \(uncertainty.duv) were taken, as matrices have "
        + "over lamps"
    case .cardsDisagree(let chiSquare, let limit):
      "the cards disagree by more than their errors: chi-square \(rounded(chiSquare)) (limit \(rounded(limit))); the profile "
        + "does not fit this unit, or a light is not the one that was given"
    case .cardsOfOneLightDiffer(let names, let share):
      "\(names.joined(separator: " and ")) show one light and differ by \(rounded(100 * share)) %, more than their noise: "
        + "the light, the card or stray light changed between them"
    case .farFromBase(let share, _):
      "this unit differs from the profile's camera by \(rounded(100 * share)) %; units of one model differ by a few: check "
        + "the light and the profile"
    case .offBlack(let share, let limit):
      "by its grays the chart's black gives \(rounded(100 * share)) % of white (limit \(rounded(100 * limit)) %): stray light is on "
        + "it, or the black level is not right"
    case .unusualWhite(let mired, let limit):
      "cameras have such a white under a light \(whole(abs(mired))) mired \(mired > 0 ? "warmer" : "colder") than the one given "
        + "(limit \(whole(limit))): check the light, whether the readings are raw, and the order of the channels"
    case .lightsDisagree(let mired, let limit):
      "a light is \(whole(mired)) mired from where the other lights' charts find it (limit \(whole(limit))): check which light "
        + "belongs to which chart; lamps may do so"
    case .leftOut(let share, let limit):
      "\(rounded(100 * share)) % of the patches are off what the others say (limit \(rounded(100 * limit)) %): check the chart's "
        + "place, its reference and the light on it"
    case .beyondUncertainty(let errors, let limit):
      "the light is found off by \(rounded(errors)) of the standard errors that the profile states (limit \(rounded(limit))): "
        + "it errs more than it says"
    }
  }
}

private func whole(_ value: Double) -> String {
  Int(exactly: value.rounded()).map(String.init) ?? "\(value)"
}
