/// Conversions of arrays that allocate their own buffers.
extension TemperatureAndTint {
  /// Returns the temperature and tint of each chromaticity, in order, or the error that the single conversion throws.
  ///
  /// The results have the same bits as single conversions, and take a fraction of their time.
  ///
  /// - Parameters:
  ///   - chromaticities: The chromaticities. There may be none.
  ///   - secondRadiationConstant: The constant that the temperatures refer to.
  public static func converted(
    from chromaticities: [Chromaticity], secondRadiationConstant: SecondRadiationConstant = .cie15
  ) -> [Result<TemperatureAndTint, ColorimetryError>] {
    guard let first = chromaticities.first else { return [] }
    var results = ContiguousArray<Result<TemperatureAndTint, ColorimetryError>>(
      repeating: .failure(.notReal(first)), count: chromaticities.count)
    let slice = chromaticities[...]
    var span = results.mutableSpan
    convert(slice.span, into: &span, secondRadiationConstant: secondRadiationConstant)
    return Array(results)
  }
}

extension Chromaticity {
  /// Returns the chromaticity of each temperature and tint, in order, or the error that the single conversion throws.
  ///
  /// The results have the same bits as single conversions, and take a fraction of their time.
  ///
  /// - Parameters:
  ///   - lights: The temperatures, in kelvin, and tints. There may be none.
  ///   - secondRadiationConstant: The constant that the temperatures refer to.
  public static func converted(
    from lights: [TemperatureAndTint], secondRadiationConstant: SecondRadiationConstant = .cie15
  ) -> [Result<Chromaticity, ColorimetryError>] {
    var results = ContiguousArray<Result<Chromaticity, ColorimetryError>>(
      repeating: .success(Chromaticity(x: 0, y: 0)), count: lights.count)
    let slice = lights[...]
    var span = results.mutableSpan
    convert(slice.span, into: &span, secondRadiationConstant: secondRadiationConstant)
    return Array(results)
  }
}
