internal import NumericalMethods
public import WhiteBalance

/// A reason not to trust a calibration by charts, or a profile that was checked, with the value found and the limit
/// that it broke.
public typealias CalibrationRefusal = LimitBreach<CalibrationRefusalCode>

/// The kinds of reasons, each with what its value measures.
public enum CalibrationRefusalCode: String, LimitCode, FindingCode {
  /// The mean CIEDE2000 difference. For a calibration it is cross-validated.
  case difference
  /// The mean CIEDE2000 difference with white balance alone.
  case balanceAlone = "balance-alone"
  /// The least lead of a row's own channel over the others, in the matrix from balanced RGB to XYZ in shares of
  /// white. It is below 0 where red, green and blue, or X, Y and Z, are exchanged.
  case exchangedChannels = "exchanged-channels"
  /// The luminance of the reference's lightest patch, as a share of white.
  case referenceScale = "reference-scale"
  /// The share of the usable patches that are rejected because they do not fit the others.
  case leftOut = "left-out"
  /// The factor by which noise grows on its way to XYZ.
  case illConditioned = "ill-conditioned"
  /// The response to black, as determined by the grays, as a share of that to white.
  case offBlack = "off-black"
  /// The exponent of the grays' response in their luminance, less 1, with black taken off.
  case notLinear = "not-linear"
  /// The distance of the stated light from the one under which cameras have such a white, in mired.
  case unusualWhite = "unusual-white"
  /// The distance of a light from the one that the matrices of the other lights find, in mired; infinite where they
  /// find none.
  case lightsDisagree = "lights-disagree"
  /// The error of the light that is found, in mired; infinite where no light with a temperature is found.
  case mired
  /// The error of the light that is found, in Duv.
  case duv
}

extension CalibrationRefusalCode {
  /// The limit among ``CalibrationLimits``, and the limited quantity.
  package var setting: LimitSetting<CalibrationLimits>? {
    switch self {
    case .difference: LimitSetting(\.difference, "mean CIEDE2000")
    case .balanceAlone: LimitSetting(\.balanceAlone, "mean CIEDE2000, white balance alone")
    // These two are errors in a file, which another limit would not correct.
    case .exchangedChannels, .referenceScale: nil
    case .leftOut: LimitSetting(\.leftOutShare, "share of the patches")
    case .illConditioned: LimitSetting(\.conditionNumber, "times that noise grows")
    case .offBlack: LimitSetting(\.blackShare, "black's response, of white's")
    case .notLinear: LimitSetting(\.grayBend, "exponent of the grays, less 1")
    case .unusualWhite: LimitSetting(\.unusualWhite, "mired off other cameras")
    case .lightsDisagree: LimitSetting(\.lightsDisagree, "mired off the other lights")
    case .mired: LimitSetting(\.mired, "mired off, of a check")
    case .duv: LimitSetting(\.duv, "Duv off, of a check")
    }
  }

  /// The value, the limit, and what to do, as a sentence.
  public func message(value: Double, limit: Double) -> String {
    switch self {
    case .difference where !value.isFinite:
      "the patches do not determine a matrix without one of them, so what it makes of other colours is not known; read more "
        + "patches of several hues"
    case .difference:
      "the colours do not fit: a mean ΔE of \(value.tenths) (limit \(limit.tenths)); check the chart, the order of its patches "
        + "and of the channels, the reference, the black level, and the light"
    case .balanceAlone:
      "with white balance alone the colours are off by a mean ΔE of \(value.tenths) (limit \(limit.tenths)), which no raw camera "
        + "is; check the reference's columns and light, and that the readings are raw and of this chart"
    case .exchangedChannels where !value.isFinite:
      "the channels and X, Y and Z cannot be told apart; check the order of red, green and blue, and of the reference's X, Y and Z"
    case .exchangedChannels:
      "red, green and blue seem exchanged: red should lead in X, green in Y and blue in Z, and the least lead is "
        + "\(value.rounded(decimals: 2)) (limit \(limit.rounded(decimals: 2))); check the order of red, green and blue, and of the "
        + "reference's X, Y and Z"
    case .referenceScale:
      "the reference's lightest patch has \((100 * value).tenths) % of the light of white (limit \((100 * limit).tenths) %); "
        + "check the scale of its XYZ, which is 100 for white"
    case .leftOut:
      "\((100 * value).tenths) % of the patches are off what the others say (limit \((100 * limit).tenths) %); check the chart's "
        + "corners, its reference, and even light on it"
    case .illConditioned where !value.isFinite:
      "the channels do not tell X, Y and Z apart: no matrix leads back from them; check that the readings are raw, and the "
        + "columns of the reference"
    case .illConditioned:
      "noise grows \(value.tenths) times on its way to XYZ (limit \(limit.tenths)): the channels hardly differ; check that "
        + "the readings are raw"
    case .offBlack:
      "by its grays the chart's black gives \((100 * value).tenths) % of white (limit \((100 * limit).tenths) %); check the black "
        + "level, and keep stray light off the chart"
    case .notLinear where !value.isFinite:
      "the grays are not in proportion to their light: some of them respond no more than black does; check the chart's corners or "
        + "the order of the readings, and that the readings are raw, without gamma or a tone curve"
    case .notLinear:
      "the grays are not in proportion to their light: their exponent is off by \(value.rounded(decimals: 3)) (limit \(limit)); check that "
        + "the readings are raw, without gamma or a tone curve, and even light on the chart"
    case .unusualWhite:
      "cameras have such a white under a light of a \(value > 0 ? "lower" : "higher") temperature, \(abs(value).tenths) mired from the one given "
        + "(limit \(limit.tenths)); check the light, whether the readings are raw, and the order of the channels"
    case .lightsDisagree where value.isInfinite:
      "the charts under the other lights find no real light for one of the charts; check which light belongs to which chart, and "
        + "the charts themselves"
    case .lightsDisagree:
      "a light is \(value.tenths) mired from where the other lights' charts find it (limit \(limit.tenths)); check which light "
        + "belongs to which chart"
    case .mired where value.isInfinite:
      "no light with a temperature is found; the profile is not of this camera, or the readings are not raw"
    case .mired:
      "the light is found off by \(value.tenths) mired (limit \(limit.tenths)); the profile is not of this camera, or the light "
        + "is not the one given"
    case .duv:
      "the light is found off by a Duv of \(value.rounded(decimals: 5)) (limit \(limit)); the profile is not of this camera, or the "
        + "light is not the one given"
    }
  }
}
