/// The second radiation constant c2 of Planck's law that a temperature is stated for.
///
/// A light's temperature is proportional to it; chromaticity and Duv do not depend on it.
public enum SecondRadiationConstant: Hashable, Sendable, CaseIterable {
  /// 1.4388e-2 m K, of the international temperature scale of 1990. Source: CIE 15:2018.
  case cie15
  /// 1.438776877…e-2 m K, of the units as redefined in 2019: h c / k, exact by their definitions.
  /// Source: BIPM, The International System of Units, 9th edition.
  case si2019

  /// In metre kelvin.
  public var value: Double { inNanometerMegakelvin / 1e3 }

  /// In nm x megakelvin, so that c2 x mired / wavelength is Planck's exponent.
  package var inNanometerMegakelvin: Double {
    switch self {
    case .cie15: 14.388
    case .si2019: 14.387768775039337
    }
  }

  /// What a temperature for CIE 15's constant is multiplied by.
  var temperatureRatio: Double { inNanometerMegakelvin / Self.cie15.inNanometerMegakelvin }

  /// In kelvin for this constant: the temperature at which q is one half.
  var temperatureScale: Double { PlanckianPlace.temperatureScale * temperatureRatio }
}
