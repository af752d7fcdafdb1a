/// Why a frame cannot be averaged with those before it.
public enum FrameAverageError: Error, Hashable, Sendable {
  case formatDiffers(FourCC, first: FourCC)
  case sizeDiffers(width: Int, height: Int, firstWidth: Int, firstHeight: Int)
  case levelsDiffer(SampleLevels, first: SampleLevels)
  case tooMany(limit: Int)
}

extension FrameAverageError: CustomStringConvertible {
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
