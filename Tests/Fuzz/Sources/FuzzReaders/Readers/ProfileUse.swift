import Colorimetry
import DeviceProfiles
import DigitalNegatives
import ICCProfiles
import ProfileExchange
import RawFrames
import WhiteBalance

/// Everything that is done with a profile after it was read from a file.
enum ProfileUse {
  /// Asks a profile what a measurement asks, and writes it in every format.
  static func check(_ profile: DeviceProfile) throws {
    try checkAnswers(profile)
    try hold(!profile.identity.description.isEmpty, "a camera has no name")
    _ = profile.balanceWarning
    _ = profile.standardTagsWarning
    try attempt { try checkICC(profile) }
    try attempt { try checkNegative(profile) }
    for format in [ExchangeFormat.dcp, .libcamera] { try attempt { try checkExport(profile, as: format) } }
  }

  // MARK: - Answers

  private static let lights = [
    TemperatureAndTint(temperature: 2000, tint: 10), TemperatureAndTint(temperature: 6504, tint: -40),
    TemperatureAndTint(temperature: .infinity, tint: 0),
  ]

  private static func checkAnswers(_ profile: DeviceProfile) throws(BrokenLaw) {
    let device = profile.characterization
    for light in lights {
      if let distance = device.miredOutside(light) { try hold(distance >= 0, "a light lies \(distance) mired outside") }
      guard let gains = try? device.gains(for: light) else { continue }
      try hold(gains.isPositive, "gains of \(gains) for \(light.temperature) K")
      try checkLight(of: gains, on: profile)
    }
    let gains = WhiteBalanceGains(red: 8, green: 1, blue: 1.5)
    try checkLight(of: gains, on: profile)
    for policy in GainPolicy.allCases {
      guard let fitted = try? device.fitted(gains, to: profile.gainRange, by: policy) else { continue }
      try hold(fitted.gains.isWithin(profile.gainRange), "\(fitted.gains) are not within \(profile.gainRange)")
    }
  }

  private static func checkLight(of gains: WhiteBalanceGains, on profile: DeviceProfile) throws(BrokenLaw) {
    let device = profile.characterization
    if let light = try? device.light(neutralizedBy: gains) {
      try hold(light.chromaticity.x.isFinite && light.chromaticity.y.isFinite, "a light at \(light.chromaticity)")
    }
  }

  // MARK: - Files

  private static func checkICC(_ profile: DeviceProfile) throws {
    let bytes = try profile.iccBytes()
    let back = try mustHold("a profile that was written cannot be read") { try DeviceProfile(iccBytes: bytes) }
    try hold(back == profile, "a profile that was written reads back otherwise")
  }

  private static func checkExport(_ profile: DeviceProfile, as format: ExchangeFormat) throws {
    let bytes = try ExportedProfile(profile, as: format).bytes
    let back = try mustHold("an export as \(format) cannot be read") {
      try ImportedProfile(bytes, format: format, model: "any", bits: 12)
    }
    try checkAnswers(back.profile)
  }

  private static func checkNegative(_ profile: DeviceProfile) throws {
    let frame = try mustHold("a frame of 4 x 4 samples is refused") {
      try RawFrame(
        format: PixelFormat("RG10"), width: 4, height: 4, bytes: (0..<32).map { $0.isMultiple(of: 2) ? UInt8($0) : 1 })
    }
    let negative = try DigitalNegative.made(of: frame, by: profile).negative
    let bytes = try negative.dngBytes()
    let back = try mustHold("a DNG that was written cannot be read") { try DigitalNegative(dngBytes: bytes) }
    try hold(back.frame.bytes == negative.frame.bytes, "the samples of a DNG read back otherwise")
  }
}
