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
  case fewPatches(Int)
  /// The reference's XYZ are of another light, and were adapted as an eye adapts, not measured.
  case adaptedReference(from: Chromaticity)
  /// The reference is spectral and the light is not: daylight or a black body of its temperature was taken.
  case assumedSpectrum(temperature: Double)
  /// Mean CIEDE2000 difference of a fit that is too large to be trusted.
  case largeDifference(Double)
  /// How many times the device's noise grows on its way to XYZ.
  case illConditioned(Double)
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
  case farFromBase(share: Double)
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
    case .fewPatches(let count):
      "only \(count) patches were fitted; a chart of 24 says more of colours between them"
    case .adaptedReference(let white):
      "the reference's colours are under a light of x \(white.x), y \(white.y) and were adapted to this one; a spectral "
        + "reference, or one measured under this light, is exact"
    case .assumedSpectrum(let temperature):
      "the light's spectrum is not known, and daylight or a black body of \(whole(temperature)) K was taken for it; "
        + "under a lamp, give its spectrum"
    case .largeDifference(let difference):
      "the mean difference of ΔE \(rounded(difference)) is large: check the light, the reference, even light on the chart "
        + "and the black level"
    case .illConditioned(let number):
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
    case .farFromBase(let share):
      "this unit differs from the profile's camera by \(rounded(100 * share)) %; units of one model differ by a few: check "
        + "the light and the profile"
    }
  }
}

private func whole(_ value: Double) -> String {
  Int(exactly: value.rounded()).map(String.init) ?? "\(value)"
}
