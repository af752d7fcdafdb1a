/// The chromaticity of a black body from cubics in reciprocal temperature.
///
/// Source: Kang, Moon, Hong, Lee, Cho and Kim 2002, "Design of advanced color temperature control system for HDTV
/// applications", Journal of the Korean Physical Society 41(6), 865-871.
public enum Kang2002 {
  /// The range of the method, in kelvin.
  public static let temperatures = 1667.0...25_000.0

  /// Returns the chromaticity of a black body.
  ///
  /// - Parameter temperature: The temperature, 1667 to 25 000 K.
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)``.
  public static func chromaticity(temperature: Double) throws(ColorimetryError) -> Chromaticity {
    guard temperatures.contains(temperature) else { throw .temperatureOutsideMethod(temperature, temperatures) }
    let k = 1e3 / temperature
    let x =
      temperature <= 4000
      ? 0.179910 + k * (0.8776956 + k * (-0.2343589 - k * 0.2661239))
      : 0.240390 + k * (0.2226347 + k * (2.1070379 - k * 3.0258469))
    let y =
      switch temperature {
      case ...2222: -0.20219683 + x * (2.18555832 + x * (-1.34811020 - x * 1.1063814))
      case ...4000: -0.16748867 + x * (2.09137015 + x * (-1.37418593 - x * 0.9549476))
      default: -0.37001483 + x * (3.75112997 + x * (-5.87338670 + x * 3.0817580))
      }
    return Chromaticity(x: x, y: y)
  }
}
