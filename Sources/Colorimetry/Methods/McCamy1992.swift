/// Temperature from a cubic in the inverse slope of the line to an epicentre in x, y. The method gives no Duv.
///
/// Source: McCamy 1992, "Correlated color temperature as an explicit function of chromaticity coordinates",
/// doi:10.1002/col.5080170211.
public enum McCamy1992 {
  /// The range in kelvin, chosen by this library.
  ///
  /// The paper claims 2 K from 2856 to 6504 K, which holds at the ends. On the locus between them the formula is up to
  /// 10 K off, and over the whole range up to 3 %.
  public static let temperatures = 2000.0...12_500.0

  /// Returns the correlated colour temperature of a light, in kelvin.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``, or ``ColorimetryError/temperatureOutsideMethod(_:_:)`` with the
  ///   formula's result.
  public static func temperature(of light: Chromaticity) throws(ColorimetryError) -> Double {
    guard light.isReal else { throw .notReal(light) }
    let n = (light.x - 0.3320) / (0.1858 - light.y)
    let temperature = 5520.33 + n * (6823.3 + n * (3525.0 + n * 449.0))
    guard temperatures.contains(temperature) else { throw .temperatureOutsideMethod(temperature, temperatures) }
    return temperature
  }
}
