/// A published way from a chromaticity to a temperature and Duv.
///
/// A method that finds a temperature alone, as ``McCamy1992`` and ``HernandezAndres1999`` do, is none of these.
public protocol TemperatureMethod: Sendable {
  /// - Throws: ``ColorimetryError`` outside the method's range.
  func temperatureAndTint(of point: UniformChromaticity) throws(ColorimetryError) -> TemperatureAndTint

  /// The same for x, y; for a method that need not round u and v on the way.
  func temperatureAndTint(of light: Chromaticity) throws(ColorimetryError) -> TemperatureAndTint
}

extension TemperatureMethod {
  public func temperatureAndTint(of light: Chromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    try temperatureAndTint(of: UniformChromaticity(light))
  }
}

extension TemperatureAndTint {
  /// The temperature and Duv of a light by a published method.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``; other ``ColorimetryError``s outside the method's range.
  public init(_ chromaticity: Chromaticity, by method: some TemperatureMethod) throws(ColorimetryError) {
    guard chromaticity.isReal else { throw .notReal(chromaticity) }
    self = try method.temperatureAndTint(of: chromaticity)
  }
}

/// The definition: the nearest point of the Planckian locus, as ``TemperatureAndTint/init(_:)-(UniformChromaticity)``.
public struct NearestPlanckian: TemperatureMethod {
  public func temperatureAndTint(of point: UniformChromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    try TemperatureAndTint(point)
  }

  public func temperatureAndTint(of light: Chromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    try TemperatureAndTint(light)
  }
}

extension TemperatureMethod where Self == NearestPlanckian {
  public static var nearestPlanckian: NearestPlanckian { NearestPlanckian() }
}
