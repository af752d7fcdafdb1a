/// The definition: the nearest point of the Planckian locus, as in
/// ``TemperatureAndTint/init(_:secondRadiationConstant:)-(UniformChromaticity,_)``.
package struct NearestPlanckian: TemperatureMethod {
  /// Returns the temperature, in kelvin, and Duv of the nearest point of the locus.
  ///
  /// - Throws: The errors of ``TemperatureAndTint/init(_:secondRadiationConstant:)-(UniformChromaticity,_)``.
  package func temperatureAndTint(of point: UniformChromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    try TemperatureAndTint(point)
  }

  /// Returns the temperature, in kelvin, and Duv of the nearest point of the locus.
  ///
  /// - Throws: The errors of ``TemperatureAndTint/init(_:secondRadiationConstant:)-(Chromaticity,_)``.
  package func temperatureAndTint(of light: Chromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    try TemperatureAndTint(light)
  }
}

extension TemperatureMethod where Self == NearestPlanckian {
  /// The definition, as a method.
  package static var nearestPlanckian: NearestPlanckian { NearestPlanckian() }
}
