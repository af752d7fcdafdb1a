/// The second radiation constant c2 of Planck's law that a temperature refers to.
///
/// The temperature of a light is proportional to it. Chromaticity and Duv do not depend on it.
public enum SecondRadiationConstant: Hashable, Sendable, CaseIterable {
  /// The constant of the international temperature scale of 1990, 1.4388e-2 m K. Source: CIE 15:2018.
  case cie15
  /// The constant of the units as redefined in 2019, 1.438776877…e-2 m K: h c / k, which is exact by definition.
  /// Source: BIPM, The International System of Units, 9th edition.
  case si2019

  /// The constant in nm x megakelvin, so that c2 x mired / wavelength is Planck's exponent.
  package var inNanometerMegakelvin: Double {
    switch self {
    case .cie15: 14.388
    case .si2019: 14.387768775039337
    }
  }

  /// The factor that converts a temperature for CIE 15's constant to one for this constant.
  var temperatureRatio: Double { inNanometerMegakelvin / Self.cie15.inNanometerMegakelvin }

  /// The temperature at which q is one half, in kelvin for this constant.
  var temperatureScale: Double { PlanckianPlace.temperatureScale * temperatureRatio }
}
