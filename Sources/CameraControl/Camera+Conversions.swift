internal import Colorimetry
internal import DeviceProfiles
internal import WhiteBalance

extension Camera {
  /// Returns the chromaticity of the light that `gains` make neutral.
  ///
  /// - Throws: ``CameraError/Reason/gainsOutOfRange(_:maximum:)``, ``CameraError/Reason/noProfile``, or
  ///   ``CameraError/Reason/conversion(_:)`` where the profile knows no such light.
  public func chromaticityValues(
    for gains: WhiteBalanceGains
  ) throws(CameraError) -> WhiteBalanceChromaticityValues {
    try checkLegal(gains)
    let characterization = try knownCharacterization()
    do throws(WhiteBalanceError) {
      let light = try characterization.chromaticity(for: LinearGains(gains))
      return WhiteBalanceChromaticityValues(x: Float(light.x), y: Float(light.y))
    } catch { throw self.error(.conversion(error)) }
  }

  /// Returns the temperature, in kelvin, and the tint of the light that `gains` make neutral.
  ///
  /// - Throws: ``CameraError/Reason/gainsOutOfRange(_:maximum:)``, ``CameraError/Reason/noProfile``, or
  ///   ``CameraError/Reason/conversion(_:)`` where the light has no temperature.
  public func temperatureAndTintValues(
    for gains: WhiteBalanceGains
  ) throws(CameraError) -> WhiteBalanceTemperatureAndTintValues {
    try checkLegal(gains)
    let characterization = try knownCharacterization()
    do throws(WhiteBalanceError) {
      let light = try characterization.temperatureAndTint(for: LinearGains(gains))
      return WhiteBalanceTemperatureAndTintValues(temperature: Float(light.temperature), tint: Float(light.tint))
    } catch { throw self.error(.conversion(error)) }
  }

  /// Returns the gains, least gain 1, that make `light` neutral.
  ///
  /// The gains may exceed ``maxWhiteBalanceGain``. Clamp them, or use
  /// ``/WhiteBalance/DeviceCharacterization/fitted(_:to:by:)``, which keeps more of the light's colour. A channel that
  /// would not respond to the light has an infinite gain.
  ///
  /// - Throws: ``CameraError/Reason/chromaticityOutOfRange(_:)`` for x or y outside 0 to 1,
  ///   ``CameraError/Reason/noProfile``, and ``CameraError/Reason/conversion(_:)`` for a light to which the device
  ///   would not respond at all.
  public func deviceWhiteBalanceGains(
    for light: WhiteBalanceChromaticityValues
  ) throws(CameraError) -> WhiteBalanceGains {
    guard (0...1).contains(light.x), (0...1).contains(light.y) else { throw error(.chromaticityOutOfRange(light)) }
    let characterization = try knownCharacterization()
    do throws(WhiteBalanceError) {
      return try Self.gains(for: Chromaticity(x: Double(light.x), y: Double(light.y)), by: characterization)
    } catch { throw self.error(.conversion(error)) }
  }

  /// Returns the gains, least gain 1, for a temperature and a tint.
  ///
  /// The gains may exceed ``maxWhiteBalanceGain``. A channel that would not respond to the light has an infinite gain.
  /// Like AVFoundation's method, this one does not throw. Where no light has the temperature, or the camera has no
  /// profile, the gains are NaN, which every setter refuses, and ``failure`` has the reason. Look for NaN before you
  /// clamp gains, because Swift's `min` and `max` turn it into a legal gain.
  public func deviceWhiteBalanceGains(for light: WhiteBalanceTemperatureAndTintValues) -> WhiteBalanceGains {
    var gains = WhiteBalanceGains(redGain: .nan, greenGain: .nan, blueGain: .nan)
    attemptConversion { () throws(CameraError) in
      let characterization = try knownCharacterization()
      let chromaticity: Chromaticity
      do throws(ColorimetryError) {
        chromaticity = try Chromaticity(
          TemperatureAndTint(temperature: Double(light.temperature), tint: Double(light.tint)))
      } catch { throw self.error(.conversion(.colorimetry(error))) }
      do throws(WhiteBalanceError) {
        gains = try Self.gains(for: chromaticity, by: characterization)
      } catch { throw self.error(.conversion(error)) }
    }
    return gains
  }

  /// Returns how the device responds to light.
  func knownCharacterization() throws(CameraError) -> ProfileCharacterization {
    guard let knownProfile else { throw error(.noProfile) }
    return knownProfile.characterization
  }

  private static func gains(
    for light: Chromaticity, by characterization: ProfileCharacterization
  ) throws(WhiteBalanceError) -> WhiteBalanceGains {
    do throws(WhiteBalanceError) {
      return WhiteBalanceGains(try characterization.gains(for: light))
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
