/// A published way from a chromaticity to a temperature and Duv.
///
/// A method that finds a temperature alone, as ``McCamy1992`` and ``HernandezAndres1999`` do, is none of these.
public protocol TemperatureMethod: Sendable {
  /// - Throws: ``ColorimetryError`` outside the method's range.
  func temperatureAndTint(of point: UniformChromaticity) throws(ColorimetryError) -> TemperatureAndTint
}

extension TemperatureAndTint {
  /// The temperature and Duv of a light by a published method.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``; other ``ColorimetryError``s outside the method's range.
  public init(_ chromaticity: Chromaticity, by method: some TemperatureMethod) throws(ColorimetryError) {
    guard chromaticity.isReal else { throw .notReal(chromaticity) }
    self = try method.temperatureAndTint(of: UniformChromaticity(chromaticity))
  }
}

/// The definition: the nearest point of the Planckian locus, as ``TemperatureAndTint/init(_:)-(UniformChromaticity)``.
public struct NearestPlanckian: TemperatureMethod {
  public func temperatureAndTint(of point: UniformChromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    try TemperatureAndTint(point)
  }
}

extension TemperatureMethod where Self == NearestPlanckian {
  public static var nearestPlanckian: NearestPlanckian { NearestPlanckian() }
}
