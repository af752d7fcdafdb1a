public import RawFrames

/// Why a frame cannot be read as a gray card at all.
public enum GrayCardError: Error, Hashable, Sendable {
  /// The sensor is monochrome and has no white balance.
  case monochrome(FourCC)
}

extension GrayCardError: CustomStringConvertible {
  /// A message with the format and what would have been right.
  public var description: String {
    switch self {
    case .monochrome(let fourCC):
      "format \(fourCC) is monochrome and has no white balance; a Bayer format is needed, such as RG10"
    }
  }
}
