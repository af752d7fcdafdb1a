// Source: CIE 15:2018, section 4.1.2, after Judd, MacAdam and Wyszecki 1964, "Spectral distribution of typical daylight
// as a function of correlated color temperature", doi:10.1364/JOSA.54.001031.
extension Chromaticity {
  /// Returns the chromaticity of a phase of daylight, on the CIE's daylight locus.
  ///
  /// The locus lies above the Planckian locus, by a Duv of about 0.003. The correlated colour temperature of its points
  /// differs from `temperature`, by a few kelvin up to 8000 K and by 90 K at 25 000 K.
  ///
  /// - Parameter temperature: The nominal temperature, 4000 to 25 000 K, for c2 = 1.4388e-2 m K. The names D50, D55,
  ///   D65 and D75 use c2 = 1.4380e-2 of the scale of 1931: their temperatures are 5000, 5500, 6500 and 7500 K times
  ///   1.4388 / 1.4380.
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)``.
  public static func daylight(temperature: Double) throws(ColorimetryError) -> Chromaticity {
    guard CIEDaylight.temperatures.contains(temperature) else {
      throw .temperatureOutsideMethod(temperature, CIEDaylight.temperatures)
    }
    let k = 1e3 / temperature
    let x =
      temperature <= 7000
      ? 0.244063 + k * (0.09911 + k * (2.9678 - k * 4.6070))
      : 0.237040 + k * (0.24748 + k * (1.9018 - k * 2.0064))
    return Chromaticity(x: x, y: -0.275 + x * (2.870 - x * 3.000))
  }
}

extension SpectralDistribution {
  /// Returns the spectrum of a phase of daylight, from 300 to 830 nm at 5 nm, normalized to 100 at 560 nm.
  ///
  /// For its tables of D50 and D65 the CIE rounds the factors of S1 and S2 to three decimals, so these spectra differ
  /// from ``CIEIlluminant/d50`` and ``CIEIlluminant/d65`` by up to 0.02.
  ///
  /// - Parameter temperature: The nominal temperature, 4000 to 25 000 K, as in ``Chromaticity/daylight(temperature:)``.
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)``.
  public static func daylight(temperature: Double) throws(ColorimetryError) -> SpectralDistribution {
    .daylight(factors: try Chromaticity.daylight(temperature: temperature).daylightFactors)
  }

  /// Returns the sum of the components of daylight, from 300 to 830 nm at 5 nm. S0 is 100 at 560 nm, where S1 and S2
  /// are 0.
  ///
  /// - Parameter factors: The factors of S0, S1 and S2.
  static func daylight(factors: SIMD3<Double>) -> SpectralDistribution {
    SpectralDistribution(
      table: CIEIlluminantTables.daylightComponents.map { (factors * $0).sum() },
      firstWavelength: CIEIlluminantTables.firstDaylightWavelength, step: 5)
  }
}

extension Chromaticity {
  /// The factors of S0, S1 and S2 in the daylight at this point of the daylight locus.
  var daylightFactors: SIMD3<Double> {
    let denominator = 0.0241 + 0.2562 * x - 0.7341 * y
    return SIMD3(
      1,
      (-1.3515 - 1.7703 * x + 5.9114 * y) / denominator,
      (0.0300 - 31.4424 * x + 30.0717 * y) / denominator)
  }
}

private enum CIEDaylight {
  /// The range of the method, in kelvin.
  static let temperatures = 4000.0...25000.0
}
