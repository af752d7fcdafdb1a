/// The published ways between a chromaticity and a temperature, by the names of their authors and years.
///
/// Some find the temperature of a light, some the chromaticity of a temperature, some go both ways.
package enum PublishedMethod: String, CaseIterable, Hashable, Sendable {
  /// The definition: the nearest point of the Planckian locus in CIE 1960 u, v. It goes both ways.
  case nearestPlanckian = "nearest-planckian"
  /// Robertson's isotherms, with the misprint at 325 mired corrected. They go both ways.
  case robertson1968
  /// Robertson's isotherms with that misprint, as the DNG SDK has them. They go both ways.
  case robertson1968DNG = "robertson1968-dng"
  /// Ohno's triangle and parabola, which find temperature and Duv.
  case ohno2013
  /// McCamy's cubic, which finds a temperature alone.
  case mcCamy1992 = "mccamy1992"
  /// The exponentials of Hernández-Andrés and others, which find a temperature alone.
  case hernandezAndres1999 = "hernandez-andres1999"
  /// Krystek's quotients, which find the chromaticity of a black body.
  case krystek1985
  /// Kang's cubics, which find the chromaticity of a black body.
  case kang2002
  /// The CIE's daylight, which finds the chromaticity of a phase of daylight.
  case cieDaylight = "cie-daylight"

  /// The temperature that a method finds.
  package struct Temperature: Hashable, Sendable {
    /// The temperature, in kelvin.
    package let temperature: Double
    /// The temperature with Duv; `nil` for a method that finds a temperature alone.
    package let temperatureAndTint: TemperatureAndTint?
  }

  /// Whether the method finds the temperature of a light.
  package var findsTemperature: Bool {
    switch self {
    case .nearestPlanckian, .robertson1968, .robertson1968DNG, .ohno2013, .mcCamy1992, .hernandezAndres1999: true
    case .krystek1985, .kang2002, .cieDaylight: false
    }
  }

  /// Whether the method finds the chromaticity of a temperature.
  package var findsChromaticity: Bool {
    switch self {
    case .nearestPlanckian, .robertson1968, .robertson1968DNG, .krystek1985, .kang2002, .cieDaylight: true
    case .ohno2013, .mcCamy1992, .hernandezAndres1999: false
    }
  }

  /// Whether the method finds chromaticities on one curve alone, and so takes no tint.
  package var isOfOneLocus: Bool {
    switch self {
    case .krystek1985, .kang2002, .cieDaylight: true
    case .nearestPlanckian, .robertson1968, .robertson1968DNG, .ohno2013, .mcCamy1992, .hernandezAndres1999: false
    }
  }

  /// Returns the temperature of a light, or `nil` where the method goes the other way alone.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``; other ``ColorimetryError``s outside the method's range.
  package func temperature(of light: Chromaticity) throws(ColorimetryError) -> Temperature? {
    guard findsTemperature else { return nil }
    guard light.isReal else { throw .notReal(light) }
    switch self {
    case .nearestPlanckian: return Temperature(try TemperatureAndTint(light, by: .nearestPlanckian))
    case .robertson1968: return Temperature(try TemperatureAndTint(light, by: .robertson1968))
    case .robertson1968DNG: return Temperature(try TemperatureAndTint(light, by: .robertson1968DNG))
    case .ohno2013: return Temperature(try TemperatureAndTint(light, by: .ohno2013))
    case .mcCamy1992:
      return Temperature(temperature: try McCamy1992.temperature(of: light), temperatureAndTint: nil)
    case .hernandezAndres1999:
      return Temperature(temperature: try HernandezAndres1999.temperature(of: light), temperatureAndTint: nil)
    case .krystek1985, .kang2002, .cieDaylight: return nil
    }
  }

  /// Returns the chromaticity of a temperature and tint, or `nil` where the method goes the other way alone.
  ///
  /// - Parameter light: The temperature and tint. A method of one curve (`isOfOneLocus`) looks at the temperature
  ///   alone.
  /// - Throws: ``ColorimetryError`` outside the method's range.
  package func chromaticity(of light: TemperatureAndTint) throws(ColorimetryError) -> Chromaticity? {
    switch self {
    case .nearestPlanckian: try Chromaticity(light)
    case .robertson1968: try Self.chromaticity(of: light, by: .robertson1968)
    case .robertson1968DNG: try Self.chromaticity(of: light, by: .robertson1968DNG)
    case .krystek1985: Chromaticity(try Krystek1985.point(temperature: light.temperature))
    case .kang2002: try Kang2002.chromaticity(temperature: light.temperature)
    case .cieDaylight: try Chromaticity.daylight(temperature: light.temperature)
    case .ohno2013, .mcCamy1992, .hernandezAndres1999: nil
    }
  }

  private static func chromaticity(
    of light: TemperatureAndTint, by method: Robertson1968
  ) throws(ColorimetryError) -> Chromaticity {
    let chromaticity = Chromaticity(try method.point(of: light))
    guard chromaticity.isInDiagram else { throw .duvOutOfRange(light.duv) }
    return chromaticity
  }
}

extension PublishedMethod.Temperature {
  fileprivate init(_ light: TemperatureAndTint) {
    (temperature, temperatureAndTint) = (light.temperature, light)
  }
}
