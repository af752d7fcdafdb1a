internal import RealModule

/// Temperature of daylight and skylight, from exponentials of the inverse slope of the line to an epicentre in x, y.
/// The method gives no Duv.
///
/// Source: Hernández-Andrés, Lee and Romero 1999, "Calculating correlated color temperatures across the entire gamut of
/// daylight and skylight chromaticities", doi:10.1364/AO.38.005703.
public enum HernandezAndres1999 {
  /// The range of the method, in kelvin. The formula's result must lie in it.
  ///
  /// Black bodies up to 100 000 K are found within 1.9 %, and those beyond within 20 %.
  public static let temperatures = 3000.0...800_000.0

  /// The temperature from which the second set of constants applies, in kelvin.
  private static let highTemperature = 50_000.0

  /// Returns the correlated colour temperature of a light, in kelvin.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``, or ``ColorimetryError/temperatureOutsideMethod(_:_:)`` with the
  ///   formula's result. It is infinite at and below the epicentre.
  public static func temperature(of light: Chromaticity) throws(ColorimetryError) -> Double {
    guard light.isReal else { throw .notReal(light) }
    // Lines through the epicentre meet the locus above it alone, so no light at or below it has a temperature.
    guard light.y > epicentre.y else { throw .temperatureOutsideMethod(.infinity, temperatures) }
    let n = (light.x - epicentre.x) / (light.y - epicentre.y)
    var temperature =
      -949.86315 + 6253.80338 * Double.exp(-n / 0.92159) + 28.70599 * Double.exp(-n / 0.20039)
      + 0.00004 * Double.exp(-n / 0.07125)
    if temperature > highTemperature {
      let n = (light.x - 0.3356) / (light.y - 0.1691)
      temperature = 36284.48953 + 0.00228 * Double.exp(-n / 0.07861) + 5.4535e-36 * Double.exp(-n / 0.01543)
    }
    guard temperatures.contains(temperature) else { throw .temperatureOutsideMethod(temperature, temperatures) }
    return temperature
  }

  /// The epicentre of the first set of constants. That of the second lies below it.
  private static let epicentre = Chromaticity(x: 0.3366, y: 0.1735)
}
