/// The second radiation constant c2 of Planck's law that a temperature is stated for.
///
/// A light's temperature is proportional to it; chromaticity and Duv do not depend on it.
public enum SecondRadiationConstant: Hashable, Sendable, CaseIterable {
  /// 1.4388e-2 m K, of the international temperature scale of 1990. Source: CIE 15:2018.
  case cie15
  /// 1.438776877e-2 m K, of the units as redefined in 2019. Source: CODATA 2018.
  case si2019

  /// In metre kelvin.
  public var value: Double {
    switch self {
    case .cie15: 1.4388e-2
    case .si2019: 1.438776877e-2
    }
  }

  /// What a temperature for CIE 15's constant is multiplied by.
  var temperatureRatio: Double { value / Self.cie15.value }

  /// In kelvin for this constant: the temperature at which q is one half.
  var temperatureScale: Double { PlanckianPlace.temperatureScale * temperatureRatio }
}
