import Colorimetry
package import DeviceProfiles
package import GrayCard
package import WhiteBalance

extension Report {
  /// Creates the report of a light that a camera balanced a frame for.
  ///
  /// - Parameters:
  ///   - neutral: The camera's response to the light, as the frame's file states it.
  ///   - profile: The camera's profile; without one, the report has gains alone.
  ///   - range: The range of the device's gains; the profile's where `nil`.
  ///   - policy: The treatment of gains beyond the range.
  /// - Throws: ``WhiteBalanceError`` where the neutral is of no light, or the policy refuses its gains.
  package init(
    asShot neutral: LinearRGB, profile: DeviceProfile?, range: GainRange?, policy: GainPolicy?
  ) throws(WhiteBalanceError) {
    self.init()
    self.neutral = RGB(neutral)
    let gains = try WhiteBalanceGains(neutralizing: neutral)
    self.gains = RGB(gains)
    guard let profile else { return }
    let light = try profile.characterization.light(forNeutral: neutral)
    set(light.chromaticity)
    if let place = light.temperatureAndTint { set(place) }
    for note in [Note(balanceOf: profile), Note(light.temperatureAndTint, beyond: profile)] {
      if let note { warn(note) }
    }
    settable = Settable(try gains.fitted(on: profile, to: range, by: policy))
  }
}
