/// Temperature from a cubic in the inverse slope of the line to an epicentre in x, y. The method gives no Duv.
///
/// Source: McCamy 1992, "Correlated color temperature as an explicit function of chromaticity coordinates",
/// doi:10.1002/col.5080170211.
public enum McCamy1992 {
  /// The range in kelvin, chosen by this library.
  ///
  /// The paper claims 2 K from 2856 to 6504 K, which holds at the ends. On the locus between them the formula is up to
  /// 10 K off. The formula's result must lie in the range, so black bodies of 2020 to 13 045 K are answered. They are
  /// up to 4.2 % off, at the hot end.
  public static let temperatures = 2000.0...12_500.0

  /// Returns the correlated colour temperature of a light, in kelvin.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``, or ``ColorimetryError/temperatureOutsideMethod(_:_:)`` with the
  ///   formula's result. It is infinite where y is not above that of the epicentre. For lights beyond the cubic's
  ///   minimum, which are very warm, it is the cubic's value there.
  public static func temperature(of light: Chromaticity) throws(ColorimetryError) -> Double {
    guard light.isReal else { throw .notReal(light) }
    // Every light at and below the epicentre is bluer than black bodies are.
    guard light.y > epicentre.y else { throw .temperatureOutsideMethod(.infinity, temperatures) }
    // Beyond its minimum the cubic rises again, and would give lights of 500 to 1100 K two to six times their
    // temperature.
    let n = max((light.x - epicentre.x) / (epicentre.y - light.y), minimum)
    let temperature = 5520.33 + n * (6823.3 + n * (3525.0 + n * 449.0))
    guard temperatures.contains(temperature) else { throw .temperatureOutsideMethod(temperature, temperatures) }
    return temperature
  }

  private static let epicentre = Chromaticity(x: 0.3320, y: 0.1858)

  /// The inverse slope at which the cubic is least: the larger root of its derivative.
  private static let minimum: Double = {
    let (a, b, c): (Double, Double, Double) = (3 * 449, 3525, 6823.3)
    return (-b + (b * b - a * c).squareRoot()) / a
  }()
}
