public import DeviceProfiles
public import RawFrames
public import WhiteBalance

/// Why another program's file cannot be read, or a profile not be written as one.
public enum ExchangeError: Error, Hashable, Sendable {
  /// The bytes are of no format that is read.
  case unknownFormat
  case notWritten(ExchangeFormat)

  // MARK: DNG and DCP
  /// The file's directory of tags.
  case damagedDirectory(String)
  case missingTag(String, needed: String)
  case invalidTag(String, value: String, expected: String)

  // MARK: libcamera
  /// Both counted from 1, the column in characters.
  case json(line: Int, column: Int, fault: String)
  case missingSection(String, needed: String)

  // MARK: Both ways
  case noModel
  case notPrintable(field: String)
  /// The profile cannot be said in this format.
  case unwritable(ExchangeFormat, String)
  case characterization(WhiteBalanceError)
  case levels(RawFrameError)
  case profile(ProfileError)
}

extension ExchangeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownFormat:
      "the file is of no kind that is read; it must be an ICC profile, a DNG or DCP, or a tuning file of libcamera (JSON)"
    case .notWritten(let format):
      "\(format.rawValue) is read, not written; the formats to write are icc, dcp and libcamera"
    case .damagedDirectory(let fault): "the file's directory of tags is damaged: \(fault)"
    case .missingTag(let tag, let needed): "there is no tag \(tag); \(needed)"
    case .invalidTag(let tag, let value, let expected): "tag \(tag) is \(value); it must be \(expected)"
    case .json(let line, let column, let fault): "line \(line), column \(column): \(fault)"
    case .missingSection(let section, let needed): "there is no \(section); \(needed)"
    case .noModel: "the file does not say which device it is of; give its name"
    case .notPrintable(let field): "the \(field) has a null character, which this format cannot hold"
    case .unwritable(let format, let reason): "the profile cannot be written as \(format.rawValue): \(reason)"
    case .characterization(let error): error.description
    case .levels(let error): error.description
    case .profile(let error): error.description
    }
  }
}
