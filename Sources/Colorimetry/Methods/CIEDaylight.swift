// Source: CIE 15:2018, section 4.1.2, after Judd, MacAdam and Wyszecki 1964, "Spectral distribution of typical daylight
// as a function of correlated color temperature", doi:10.1364/JOSA.54.001031.
extension Chromaticity {
  /// The chromaticity of a phase of daylight, on the CIE's daylight locus.
  ///
  /// The locus lies above the Planckian locus, by a Duv of about 0.003. The correlated colour temperature of its point
  /// differs from `temperature`: by a few kelvin up to 8000 K, by 90 K at 25 000 K.
  ///
  /// - Parameter temperature: 4000 to 25000 K, for c2 = 1.4388e-2 m K. The daylights D50, D55, D65 and D75 are named by
  ///   the scale of 1931, c2 = 1.4380e-2: theirs is 5000, 5500, 6500 or 7500 K times 1.4388 / 1.4380.
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
  /// A phase of daylight, 300 to 830 nm at 5 nm, 100 at 560 nm.
  ///
  /// The CIE rounds the factors of S1 and S2 to three decimals for its tables of D50 and D65, so these differ from the
  /// tables, ``CIEIlluminant/d50`` and ``CIEIlluminant/d65``, by up to 0.02.
  ///
  /// - Parameter temperature: 4000 to 25000 K, as for ``Chromaticity/daylight(temperature:)``.
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)``.
  public static func daylight(temperature: Double) throws(ColorimetryError) -> SpectralDistribution {
    let light = try Chromaticity.daylight(temperature: temperature)
    let factors = light.daylightFactors
    // S0 is 100 at 560 nm, S1 and S2 are 0 there.
    return SpectralDistribution(
      table: CIEIlluminantTables.daylightComponents.map { (factors * $0).sum() },
      firstWavelength: CIEIlluminantTables.firstDaylightWavelength, step: 5)
  }
}

extension Chromaticity {
  /// What the daylight of this place on the daylight locus takes of S0, S1 and S2.
  var daylightFactors: SIMD3<Double> {
    let denominator = 0.0241 + 0.2562 * x - 0.7341 * y
    return SIMD3(
      1,
      (-1.3515 - 1.7703 * x + 5.9114 * y) / denominator,
      (0.0300 - 31.4424 * x + 30.0717 * y) / denominator)
  }
}

private enum CIEDaylight {
  /// In kelvin.
  static let temperatures = 4000.0...25000.0
}
