import Colorimetry
package import DeviceProfiles
package import GrayCard
package import WhiteBalance

extension Report {
  /// Returns the report of the light that a camera has balanced a frame for.
  ///
  /// - Parameters:
  ///   - neutral: The camera's response to the light, as the frame's file states it.
  ///   - profile: The camera's profile. Without one, the report has only gains.
  ///   - range: The range of the device's gains; `nil` for the profile's.
  ///   - policy: The treatment of gains beyond the range.
  /// - Returns: The report, and the reason why it has no light or no gains to set: no light has the neutral, or the
  ///   policy refuses its gains. The report has the reason too.
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``.
  package static func asShot(
    _ neutral: LinearRGB, profile: DeviceProfile?, range: GainRange?, policy: GainPolicy?
  ) throws(WhiteBalanceError) -> (report: Report, error: WhiteBalanceError?) {
    var report = Report()
    report.neutral = RGB(neutral)
    let gains = try WhiteBalanceGains(neutralizing: neutral)
    report.gains = RGB(gains)
    do throws(WhiteBalanceError) {
      if let profile { report.set(try profile.characterization.light(forNeutral: neutral), of: profile) }
      report.settable = Settable(try gains.fitted(on: profile, to: range, by: policy))
      return (report, nil)
    } catch {
      report.error = "\(error)"
      return (report, error)
    }
  }

  private mutating func set(_ light: LightEstimate, of profile: DeviceProfile) {
    set(light.chromaticity)
    if let place = light.temperatureAndTint { set(place) }
    for note in [Note(balanceOf: profile), Note(light), Note(light.temperatureAndTint, beyond: profile)] {
      if let note { warn(note) }
    }
  }
}
