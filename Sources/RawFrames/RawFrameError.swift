/// The reason why bytes cannot be read as a raw frame, or a frame cannot be read as requested.
public enum RawFrameError: Error, Hashable, Sendable {
  /// No raw format has this name.
  case unknownFormat(String)
  /// The width or height, in samples, is not positive, or the frame does not fit in memory.
  case invalidSize(width: Int, height: Int)
  /// The stride is shorter than a row of `width` samples, which needs `needed` bytes.
  case strideTooShort(bytesPerRow: Int, needed: Int, width: Int)
  /// The stride is longer than `limit` bytes, so `height` rows with their padding do not fit in memory, or in a file
  /// that is written.
  case strideTooLong(bytesPerRow: Int, limit: Int, height: Int)
  /// The frame has fewer bytes than its format and size need.
  case truncated(byteCount: Int, needed: Int)
  /// There are more or fewer samples than the width times the height.
  case sampleCount(Int, needed: Int)
  /// A sample is above the largest value of the format.
  case sampleAboveFormat(Int, maximum: Int, format: FourCC)
  /// The levels are not 0 <= black < white <= 2³² − 1.
  case invalidLevels(black: Double, white: Double)
  /// The standard error of the black level is not between 0 and 2³² − 1.
  case invalidBlackError(Double)
  /// The white level is above the largest value of the format, or of the samples where they have fewer bits.
  case whiteAboveFormat(white: Double, maximum: Int, format: FourCC)
  /// The white level is below half of the largest value of the samples, so the levels are of samples with fewer bits.
  case levelsOfFewerBits(white: Double, maximum: Int, format: FourCC)
}

extension RawFrameError {
  /// The codes of formats that have other names on media buses and in libcamera. Source: Linux, videodev2.h.
  private static let codes = [
    "SBGGR8": "BA81", "SGBRG8": "GBRG", "SGRBG8": "GRBG", "SRGGB8": "RGGB", "SBGGR10": "BG10", "SGBRG10": "GB10",
    "SGRBG10": "BA10", "GR10": "BA10", "SRGGB10": "RG10", "SBGGR12": "BG12", "SGBRG12": "GB12", "SGRBG12": "BA12",
    "GR12": "BA12", "SRGGB12": "RG12", "SBGGR16": "BYR2", "SGBRG16": "GB16", "SGRBG16": "GR16", "SRGGB16": "RG16",
  ]
}

extension RawFrameError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .unknownFormat(let code):
      let codes = PixelFormat.all.map(\.fourCC.description)
      let alike =
        codes.filter { $0.lowercased() == code.lowercased() } + [Self.codes[code.uppercased()]].compactMap(\.self)
      guard alike.isEmpty else {
        return "no raw format is called '\(code)'; did you mean \(alike.joined(separator: " or "))?"
      }
      return "no raw format is called '\(code)'; the formats are \(codes.joined(separator: " "))"
    case .invalidSize(let width, let height):
      return "a frame cannot be \(width) x \(height) samples; width and height must be positive and fit in memory"
    case .strideTooShort(let bytesPerRow, let needed, let width):
      return "a stride of \(bytesPerRow) bytes is too short for \(width) samples a row; it must be at least \(needed)"
    case .strideTooLong(let bytesPerRow, let limit, let height):
      return
        "a stride of \(bytesPerRow) bytes is too long for \(height) rows; it must be at most \(limit)"
    case .truncated(let byteCount, let needed):
      return "the frame has \(byteCount) bytes, and its format and size need \(needed)"
    case .sampleCount(let count, let needed):
      return "there are \(count) samples, and width times height is \(needed)"
    case .sampleAboveFormat(let sample, let maximum, let format):
      return "sample \(sample) is above \(maximum), the largest value of format \(format)"
    case .invalidLevels(let black, let white):
      return
        "black level \(black) and white level \(white) do not fit; they must be 0 <= black < white, and white no more than "
        + "the format's largest value"
    case .invalidBlackError(let error):
      return "a standard error of the black level of \(error) is not valid; it must be between 0 and 4294967295"
    case .whiteAboveFormat(let white, let maximum, let format):
      return "white level \(white) is above \(maximum), the largest value of these samples in format \(format)"
    case .levelsOfFewerBits(let white, let maximum, let format):
      return
        "white level \(white) is below half of \(maximum), the largest value of these samples in format \(format): the levels are of samples "
        + "with fewer bits"
    }
  }
}
