/// A published method for the temperature and Duv of a chromaticity.
///
/// Methods that give a temperature alone, such as ``McCamy1992`` and ``HernandezAndres1999``, do not conform.
public protocol TemperatureMethod: Sendable {
  /// Returns the temperature, in kelvin, and Duv of a point.
  ///
  /// - Throws: ``ColorimetryError`` outside the method's range.
  func temperatureAndTint(of point: UniformChromaticity) throws(ColorimetryError) -> TemperatureAndTint

  /// Returns the same from x, y. A method that works in x, y avoids the rounding of u and v here.
  func temperatureAndTint(of light: Chromaticity) throws(ColorimetryError) -> TemperatureAndTint
}

extension TemperatureMethod {
  /// Returns the temperature, in kelvin, and Duv of the light's CIE 1960 point.
  ///
  /// - Throws: ``ColorimetryError`` outside the method's range.
  public func temperatureAndTint(of light: Chromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    try temperatureAndTint(of: UniformChromaticity(light))
  }
}

extension TemperatureAndTint {
  /// Creates the temperature and Duv of a light by a published method.
  ///
  ///     let light = try TemperatureAndTint(.d65, by: .robertson1968)
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``; other ``ColorimetryError``s outside the method's range.
  public init(_ chromaticity: Chromaticity, by method: some TemperatureMethod) throws(ColorimetryError) {
    guard chromaticity.isReal else { throw .notReal(chromaticity) }
    self = try method.temperatureAndTint(of: chromaticity)
  }
}
