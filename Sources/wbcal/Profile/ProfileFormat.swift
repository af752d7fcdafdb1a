import ArgumentParser
import DeviceProfiles
import ICCProfiles
import ProfileExchange
import StillRaws

/// The formats of profiles: ICC, and those of other programs.
enum ProfileFormat: String, CaseIterable, ExpressibleByArgument {
  case icc, dcp, dng, libcamera
  /// The raw file of a still camera.
  case still

  /// Detects the format from the first bytes of a file. It is `nil` for an unknown format.
  init?(detecting bytes: [UInt8]) {
    if DeviceProfile.isICC(bytes) {
      self = .icc
    } else if let format = try? ExchangeFormat(detecting: bytes) {
      self.init(rawValue: format.rawValue)
    } else if StillRaw.isStill(bytes) {
      self = .still
    } else {
      return nil
    }
  }

  /// The format of another program; `nil` for ICC and stills.
  var exchanged: ExchangeFormat? { ExchangeFormat(rawValue: rawValue) }

  static let unknown =
    "the file is of no kind that is read; it must be an ICC profile, a DNG, DCP or still, or a tuning file of libcamera (JSON)"
}
