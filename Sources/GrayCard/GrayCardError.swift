public import RawFrames
public import WhiteBalance

/// The reason why a frame cannot be read as a gray card.
public enum GrayCardError: Error, Hashable, Sendable {
  /// The sensor is monochrome and has no white balance.
  case monochrome(FourCC)
  /// The sensor has another mosaic of colours than Bayer's, for which dark frames are not judged.
  case notBayer(FourCC)
  /// A position outside of the frame, whose size is in samples, cannot be a spot's middle.
  case outsideFrame(SamplePosition, width: Int, height: Int)
  /// The gains that were applied to the samples are not all positive and finite.
  case invalidGains(WhiteBalanceGains)
}

extension GrayCardError: CustomStringConvertible {
  /// A message with the format and what would have been right.
  public var description: String {
    switch self {
    case .monochrome(let fourCC):
      "format \(fourCC) is monochrome and has no white balance; a Bayer format is needed, such as RG10"
    case .notBayer:
      "the mosaic is not Bayer's, and dark frames of others are not judged; state the black level"
    case .outsideFrame(let position, let width, let height):
      "\(position.x),\(position.y) is outside the frame of \(width) x \(height) samples"
    case .invalidGains(let gains):
      "the gains applied to the samples are \(gains); each must be above 0 and finite"
    }
  }
}
