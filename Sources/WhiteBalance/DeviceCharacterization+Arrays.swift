public import Colorimetry

/// Conversions of arrays, in order. Each result equals that of the single conversion bit for bit, or is its error.
extension DeviceCharacterization {
  /// Returns the gains that make a gray card neutral under each light; see ``gains(for:)-(Chromaticity)``.
  ///
  /// - Parameter lights: The chromaticities of the lights. There may be none.
  public func gains(for lights: [Chromaticity]) -> [Result<WhiteBalanceGains, WhiteBalanceError>] {
    lights.map { light in Result { () throws(WhiteBalanceError) in try gains(for: light) } }
  }

  /// Returns the gains that make a gray card neutral under each light; see ``gains(for:)-(TemperatureAndTint)``.
  ///
  /// - Parameter lights: The temperatures, in kelvin, and tints of the lights. There may be none.
  public func gains(for lights: [TemperatureAndTint]) -> [Result<WhiteBalanceGains, WhiteBalanceError>] {
    Chromaticity.converted(from: lights).map { light in
      light.mapError { .colorimetry($0) }.flatMap { light in
        Result { () throws(WhiteBalanceError) in try gains(for: light) }
      }
    }
  }
}
