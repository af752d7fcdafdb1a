import Colorimetry
package import DeviceProfiles
package import GrayCard
package import WhiteBalance

extension Report {
  /// Creates the report of the light that a camera has balanced a frame for.
  ///
  /// - Parameters:
  ///   - neutral: The camera's response to the light, as the frame's file states it.
  ///   - profile: The camera's profile. Without one, the report has only gains.
  ///   - range: The range of the device's gains; `nil` for the profile's.
  ///   - policy: The treatment of gains beyond the range.
  /// - Throws: ``WhiteBalanceError`` where no light has the neutral, or the policy refuses its gains.
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
    for note in [Note(balanceOf: profile), Note(light), Note(light.temperatureAndTint, beyond: profile)] {
      if let note { warn(note) }
    }
    settable = Settable(try gains.fitted(on: profile, to: range, by: policy))
  }
}
