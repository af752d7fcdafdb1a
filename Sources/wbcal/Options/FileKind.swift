/// The kind of a file, by its first bytes, so that a file in the place of another finds the command that reads it.
enum FileKind: Hashable {
  case icc, dcp, dng, still
  /// Spectral sensitivities in the JSON of rawtoaces.
  case sensitivities
  /// A tuning file of libcamera, or other JSON.
  case json

  init?(_ bytes: [UInt8]) {
    switch ProfileFormat(detecting: bytes) {
    case .icc: self = .icc
    case .dcp: self = .dcp
    case .dng: self = .dng
    case .still: self = .still
    case .libcamera: self = bytes.firstRange(of: Array("\"spectral_data\"".utf8)) == nil ? .json : .sensitivities
    case nil: return nil
    }
  }

  var format: ProfileFormat? {
    switch self {
    case .icc: .icc
    case .dcp: .dcp
    case .dng: .dng
    case .still: .still
    case .json: .libcamera
    case .sensitivities: nil
    }
  }

  var name: String {
    switch self {
    case .icc: "an ICC profile"
    case .dcp: "a DNG camera profile (DCP)"
    case .dng: "a DNG"
    case .still: "a still of a camera"
    case .sensitivities: "JSON of spectral sensitivities"
    case .json: "JSON"
    }
  }

  /// For a file that was taken for something else.
  func isNot(_ expected: String, _ path: String) -> String {
    let command = self == .sensitivities ? "calibrate sensitivities" : "profile import"
    return "this is \(name), not \(expected); \(self == .json ? "of a tuning file of libcamera, " : "")"
      + "'wbcal \(command) \(path) --output camera.icc' makes a profile of it"
  }
}
