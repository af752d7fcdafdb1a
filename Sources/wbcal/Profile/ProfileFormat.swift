import ArgumentParser
import DeviceProfiles
import ICCProfiles
import ProfileExchange

/// The formats that profiles are read from and written in: ICC, and those of other programs.
enum ProfileFormat: String, CaseIterable, ExpressibleByArgument {
  case icc, dcp, dng, libcamera

  /// Detects the format from the first bytes of a file, or fails.
  init?(detecting bytes: [UInt8]) {
    if DeviceProfile.isICC(bytes) {
      self = .icc
    } else if let format = try? ExchangeFormat(detecting: bytes) {
      self.init(rawValue: format.rawValue)
    } else {
      return nil
    }
  }

  /// The format of another program; `nil` for ICC.
  var exchanged: ExchangeFormat? { ExchangeFormat(rawValue: rawValue) }

  static let unknown =
    "the file is of no kind that is read; it must be an ICC profile, a DNG or DCP, or a tuning file of libcamera (JSON)"
}
