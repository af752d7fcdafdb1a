internal import Colorimetry
internal import DeviceProfiles
internal import WhiteBalance

extension Camera {
  /// The chromaticity of the light that `gains` make neutral.
  ///
  /// - Throws: ``CameraError/Reason/gainsOutOfRange(_:maximum:)``, or where the profile has no answer.
  public func chromaticityValues(
    for gains: WhiteBalanceGains
  ) throws(CameraError) -> WhiteBalanceChromaticityValues {
    try checkLegal(gains)
    do throws(WhiteBalanceError) {
      let light = try profile.characterization.chromaticity(for: LinearGains(gains))
      return WhiteBalanceChromaticityValues(x: Float(light.x), y: Float(light.y))
    } catch { throw self.error(.conversion(error)) }
  }

  /// Temperature and tint of the light that `gains` make neutral.
  ///
  /// - Throws: ``CameraError/Reason/gainsOutOfRange(_:maximum:)``, or where the light has none.
  public func temperatureAndTintValues(
    for gains: WhiteBalanceGains
  ) throws(CameraError) -> WhiteBalanceTemperatureAndTintValues {
    try checkLegal(gains)
    do throws(WhiteBalanceError) {
      let light = try profile.characterization.temperatureAndTint(for: LinearGains(gains))
      return WhiteBalanceTemperatureAndTintValues(temperature: Float(light.temperature), tint: Float(light.tint))
    } catch { throw self.error(.conversion(error)) }
  }

  /// The gains, least gain 1, that make `light` neutral. They may be above ``maxWhiteBalanceGain``: clamp them, or see
  /// ``/WhiteBalance/DeviceCharacterization/fitted(_:to:by:)`` for ways that keep more of the light.
  ///
  /// A channel in which the device would not respond to the light has an infinite gain.
  ///
  /// - Throws: ``CameraError/Reason/chromaticityOutOfRange(_:)`` for x or y outside 0 to 1, and
  ///   ``CameraError/Reason/conversion(_:)`` for a light to which the device would not respond at all.
  public func deviceWhiteBalanceGains(
    for light: WhiteBalanceChromaticityValues
  ) throws(CameraError) -> WhiteBalanceGains {
    guard (0...1).contains(light.x), (0...1).contains(light.y) else { throw error(.chromaticityOutOfRange(light)) }
    do throws(WhiteBalanceError) {
      return try gains(for: Chromaticity(x: Double(light.x), y: Double(light.y)))
    } catch { throw self.error(.conversion(error)) }
  }

  /// The gains, least gain 1, for any temperature and tint. They may be above ``maxWhiteBalanceGain``, and infinite where
  /// the device would not respond in a channel.
  ///
  /// As AVFoundation's method it does not throw: where there is no such temperature the gains are not numbers, which no
  /// setter takes.
  public func deviceWhiteBalanceGains(for light: WhiteBalanceTemperatureAndTintValues) -> WhiteBalanceGains {
    let light = TemperatureAndTint(temperature: Double(light.temperature), tint: Double(light.tint))
    guard let chromaticity = try? Chromaticity(light), let gains = try? gains(for: chromaticity) else {
      return WhiteBalanceGains(redGain: .nan, greenGain: .nan, blueGain: .nan)
    }
    return gains
  }

  private func gains(for light: Chromaticity) throws(WhiteBalanceError) -> WhiteBalanceGains {
    do throws(WhiteBalanceError) {
      return WhiteBalanceGains(try profile.characterization.gains(for: light))
    } catch {
      guard case .noPositiveResponse(_, let response) = error else { throw error }
      let largest = max(response.red, response.green, response.blue)
      guard largest > 0, largest.isFinite else { throw error }
      func gain(_ channel: Double) -> Float { channel > 0 ? Float(largest / channel) : .infinity }
      return WhiteBalanceGains(
        redGain: gain(response.red), greenGain: gain(response.green), blueGain: gain(response.blue))
    }
  }
}
