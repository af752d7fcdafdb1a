import Foundation

/// The kind of a file with a profile or sensitivities, detected from its first bytes.
///
/// A message can then name the command that reads a file which was given to another command.
struct ProfileFileKind {
  let format: ProfileFormat
  /// Whether JSON has spectral sensitivities, as rawtoaces writes them, and is not a tuning file of libcamera.
  let isSensitivities: Bool

  init?(_ bytes: [UInt8]) {
    guard let format = ProfileFormat(detecting: bytes) else { return nil }
    self.format = format
    isSensitivities = format == .libcamera && bytes.firstRange(of: Array("\"spectral_data\"".utf8)) != nil
  }

  var name: String {
    switch format {
    case .icc: "an ICC profile"
    case .dcp: "a DNG camera profile (DCP)"
    case .dng: "a DNG"
    case .still: "a still of a camera"
    case .libcamera: isSensitivities ? "JSON of spectral sensitivities" : "JSON"
    }
  }

  /// Returns a message about a file that is not of the expected kind.
  func isNot(_ expected: String, _ path: String) -> String {
    let command = isSensitivities ? "calibrate sensitivities" : "profile import"
    let isTuning = format == .libcamera && !isSensitivities
    return "this is \(name), not \(expected); \(isTuning ? "if it is a tuning file of libcamera, " : "")"
      + "'wbcal \(command) \(path) --output camera.icc' makes a profile of it"
  }
}
