/// The CIE 1960 chromaticity of a black body as quotients of quadratics in temperature.
///
/// Source: Krystek 1985, "An algorithm to calculate correlated colour temperature", doi:10.1002/col.5080100109.
public enum Krystek1985 {
  /// The range of the method, in kelvin.
  public static let temperatures = 1000.0...15_000.0

  /// Returns the CIE 1960 chromaticity of a black body.
  ///
  /// - Parameter temperature: The temperature, 1000 to 15 000 K.
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)``.
  public static func point(temperature: Double) throws(ColorimetryError) -> UniformChromaticity {
    guard temperatures.contains(temperature) else { throw .temperatureOutsideMethod(temperature, temperatures) }
    let t = temperature
    let u =
      (0.860117757 + t * (1.54118254e-4 + t * 1.28641212e-7)) / (1 + t * (8.42420235e-4 + t * 7.08145163e-7))
    let v =
      (0.317398726 + t * (4.22806245e-5 + t * 4.20481691e-8)) / (1 + t * (-2.89741816e-5 + t * 1.61456053e-7))
    return UniformChromaticity(u: u, v: v)
  }
}
