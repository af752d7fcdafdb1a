/// The reason why a frame cannot be averaged with those before it.
public enum FrameAverageError: Error, Hashable, Sendable {
  /// The frame has another pixel format, or another mosaic of colours, than the first one.
  case formatDiffers(FourCC, first: FourCC)
  /// The frame has another size, in samples, than the first one.
  case sizeDiffers(width: Int, height: Int, firstWidth: Int, firstHeight: Int)
  /// The frame has other levels than the first one.
  case levelsDiffer(SampleLevels, first: SampleLevels)
  /// The largest number of frames has been added.
  case tooMany(limit: Int)
}

extension FrameAverageError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .formatDiffers(let format, let first):
      "a frame of format \(format) cannot be averaged with frames of \(first)"
    case .sizeDiffers(let width, let height, let firstWidth, let firstHeight):
      "a frame of \(width) x \(height) samples cannot be averaged with frames of \(firstWidth) x \(firstHeight)"
    case .levelsDiffer(let levels, let first):
      "a frame with black \(levels.black.all) and white \(levels.white.all) cannot be averaged with frames of black "
        + "\(first.black.all) and white \(first.white.all); they must be the same, and so must the errors of black"
    case .tooMany(let limit):
      "\(limit) frames are averaged already, and no more can be"
    }
  }
}
