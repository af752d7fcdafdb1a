import DeviceProfiles
import DigitalNegatives
import ICCProfiles
import ProfileExchange
import RawFrames

extension FuzzedReader {
  static let icc = FuzzedReader(name: "icc", read: { try DeviceProfile(iccBytes: $0) }, use: ProfileUse.check)

  /// The entries of a dictionary as text: a line for each, its key before the first equals sign.
  static let iccDictionary = FuzzedReader(name: "icc-dictionary") { bytes -> DeviceProfile? in
    let entries = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (
        key: String(decoding: parts[0], as: UTF8.self),
        value: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
      )
    }
    return entries.contains { ProfileDictionary.isOwn($0.key) } ? try profile(entries) : nil
  } use: { profile in
    guard let profile else { return }
    let back = try mustHold("a dictionary that was written cannot be read") {
      try Self.profile(ProfileDictionary.entries(of: profile))
    }
    try hold(back == profile, "a dictionary that was written reads back otherwise")
    try ProfileUse.check(profile)
  }

  private static func profile(_ entries: [(key: String, value: String)]) throws(ProfileError) -> DeviceProfile {
    try ProfileDictionary.deviceProfile(entries) { () throws(ProfileError) in throw .noColorimetry }
  }

  static let libcamera = FuzzedReader(name: "libcamera") { bytes in
    let tuning = try? LibcameraTuning(bytes)
    _ = try? tuning?.characterization()
    return (bytes: bytes, tuning: tuning)
  } use: { bytes, tuning in
    _ = try? tuning?.merged(into: bytes)
    // Another sensor goes into any file that has sections, and once is enough.
    if let sensor = try? LibcameraTuning(Array(sensor.utf8)), let merged = try? sensor.merged(into: bytes) {
      let again = try mustHold("a file that a sensor was put into cannot take it again") {
        try sensor.merged(into: merged)
      }
      try hold(again == merged, "a sensor that is put into a file twice changes it twice")
    }
    try checkImport(bytes, as: .libcamera)
  }

  private static let sensor = """
    {"version": 2.0, "target": "bcm2835", "algorithms": [{"rpi.black_level": {"black_level": 3000}},
    {"rpi.awb": {"ct_curve": [2500, 0.9, 0.4, 5000, 0.6, 0.6, 8000, 0.5, 0.8], "sensitivity_r": 1.05}},
    {"rpi.ccm": {"ccms": [{"ct": 2800, "ccm": [2.1, -0.5, -0.6, -0.9, 2.8, -0.9, -0.2, -1.2, 2.4]}]}}]}
    """

  static let dcp = FuzzedReader(
    name: "dcp", read: { try ImportedProfile($0, format: .dcp, model: "any", bits: 12) }, use: check)

  static let dng = FuzzedReader(name: "dng") { bytes in
    _ = try? DigitalNegative(dngBytes: bytes)
    return bytes
  } use: { bytes in
    try attempt {
      let negative = try DigitalNegative(dngBytes: bytes)
      _ = negative.exposure.exposureValue
      _ = negative.exposure.illuminance(ofCardWith: 0.18, constant: 250)
      try hold((try? ExposureMetadata(tiffBytes: bytes)) == negative.exposure, "an exposure alone is another one")
      _ = try DigitalNegative.made(of: negative.frame, by: sample, exposure: negative.exposure)
      let written = try negative.dngBytes()
      let back = try mustHold("a DNG that was written cannot be read") { try DigitalNegative(dngBytes: written) }
      try hold(back.frame.bytes == negative.frame.bytes, "the samples of a DNG read back otherwise")
    }
    try checkImport(bytes, as: .dng)
  }

  private static func checkImport(_ bytes: [UInt8], as format: ExchangeFormat) throws {
    try check(try ImportedProfile(bytes, format: format, model: "any", bits: 12))
  }

  private static func check(_ imported: ImportedProfile) throws {
    for warning in imported.warnings { try hold(!warning.text.isEmpty, "a warning says nothing") }
    try ProfileUse.check(imported.profile)
  }
}
