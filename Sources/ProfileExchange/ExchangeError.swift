public import RawFrames
public import WhiteBalance

/// The reason why another program's file cannot be read, or a profile cannot be written as one.
public enum ExchangeError: Error, Hashable, Sendable {
  /// The bytes have no known format.
  case unknownFormat
  /// The format can be read, but not written.
  case notWritten(ExchangeFormat)

  // MARK: DNG and DCP
  /// The file's directory of tags is damaged.
  case damagedDirectory(String)
  /// A tag that is needed is absent.
  case missingTag(String, needed: String)
  /// The value of a tag is not what it must be.
  case invalidTag(String, value: String, expected: String)
  /// A tag says that the file is of a valid kind that is not read, such as one with compressed samples.
  case unsupportedTag(String, value: String, expected: String)

  // MARK: libcamera
  /// The JSON has a fault at this line and column, both counted from 1. The column counts characters.
  case json(line: Int, column: Int, fault: String)
  /// A section of the tuning file that is needed is absent.
  case missingSection(String, needed: String)

  // MARK: Both ways
  /// The name of the device is not known.
  case noModel
  /// The profile lacks the maker or model by which a program finds presets. `missing` is "maker" or "model".
  case presetName(missing: String)
  /// A text contains a null character.
  case notPrintable(field: String)
  /// The format cannot express the profile.
  case unwritable(ExchangeFormat, String)
  /// The temperature of a preset, in kelvin, is out of range.
  case presetTemperature(Double, ClosedRange<Double>)
  /// RawTherapee has no temperature and green for the gains of a black body of this temperature, in kelvin.
  case noRawTherapeeBalance(temperature: Double)
  /// The number of bits of the sensor's samples is out of range.
  case sampleBits(Int, ClosedRange<Int>)
  /// The numbers do not form a characterization.
  case characterization(WhiteBalanceError)
  /// The black and white levels cannot be used.
  case levels(RawFrameError)
}

extension ExchangeError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .unknownFormat:
      "the file is of no kind that is read; it must be a DNG or DCP, or a tuning file of libcamera (JSON)"
    case .notWritten(let format):
      "\(format.rawValue) is read, not written; the formats to write are dcp and libcamera"
    case .damagedDirectory(let fault): "the file's directory of tags is damaged: \(fault)"
    case .missingTag(let tag, let needed): "there is no tag \(tag); \(needed)"
    case .invalidTag(let tag, let value, let expected), .unsupportedTag(let tag, let value, let expected):
      "tag \(tag) is \(value); it must be \(expected)"
    case .json(let line, let column, let fault): "line \(line), column \(column): \(fault)"
    case .missingSection(let section, let needed): "there is no '\(section)'; \(needed)"
    case .noModel: "the file does not say which device it is of; give its name"
    case .presetName(let missing):
      "the profile does not name its camera's \(missing), by which darktable finds the presets; wbcal profile import FILE.icc "
        + "--manufacturer MAKER --model MODEL --output NEW.icc names the camera in a new profile"
    case .notPrintable(let field): "the \(field) has a null character, which this format cannot hold"
    case .unwritable(let format, let reason): "it cannot be written as \(format.rawValue): \(reason)"
    case .presetTemperature(let temperature, let range):
      "a preset at \(temperature) K; its temperature must be \(range.lowerBound) to \(range.upperBound) K"
    case .noRawTherapeeBalance(let temperature):
      "RawTherapee has no temperature and green for the gains of \(temperature) K: it has "
        + "\(RawTherapeeBalance.temperatures.lowerBound) to \(RawTherapeeBalance.temperatures.upperBound) K, and a green "
        + "of \(RawTherapeeBalance.greens.lowerBound) to \(RawTherapeeBalance.greens.upperBound); check the profile, or "
        + "give another temperature"
    case .sampleBits(let bits, let range):
      "samples of \(bits) bits; they must have \(range.lowerBound) to \(range.upperBound)"
    case .characterization(let error): error.description
    case .levels(let error): error.description
    }
  }
}
