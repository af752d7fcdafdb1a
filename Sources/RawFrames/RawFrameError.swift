/// Why bytes cannot be read as a raw frame.
public enum RawFrameError: Error, Hashable, Sendable {
  case unknownFormat(String)
  case invalidSize(width: Int, height: Int)
  case strideTooShort(bytesPerRow: Int, needed: Int, width: Int)
  case truncated(byteCount: Int, needed: Int)
  case invalidLevels(black: Double, white: Double)
  case invalidBlackError(Double)
  case whiteAboveFormat(white: Double, maximum: Int, format: FourCC)
}

extension RawFrameError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownFormat(let code):
      let codes = PixelFormat.all.map(\.fourCC.description)
      let alike = codes.filter { $0.lowercased() == code.lowercased() }
      guard alike.isEmpty else {
        return "no raw format is called '\(code)'; did you mean \(alike.joined(separator: " or "))?"
      }
      return "no raw format is called '\(code)'; the formats are \(codes.joined(separator: " "))"
    case .invalidSize(let width, let height):
      return "a frame cannot be \(width) x \(height) samples; width and height must be positive and fit in memory"
    case .strideTooShort(let bytesPerRow, let needed, let width):
      return "a stride of \(bytesPerRow) bytes is too short for \(width) samples a row; it must be at least \(needed)"
    case .truncated(let byteCount, let needed):
      return "the frame has \(byteCount) bytes, and its format and size need \(needed)"
    case .invalidLevels(let black, let white):
      return "black level \(black) and white level \(white) do not fit; they must be 0 <= black < white"
    case .invalidBlackError(let error):
      return "a standard error of the black level of \(error) is not valid; it must be a number of at least 0"
    case .whiteAboveFormat(let white, let maximum, let format):
      return "white level \(white) is above \(maximum), the largest value of format \(format)"
    }
  }
}
