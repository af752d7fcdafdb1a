public import RawFrames

/// The mean sample without light, measured from dark frames by a ``DarkFrameEstimator``.
public struct BlackLevel: Hashable, Sendable {
  /// Channel by channel, in raw values of ``format``.
  public let value: BayerValues<Double>
  /// Of ``value``, for any part of the frame of a sixteenth or more: noise, the pattern of rows and columns, what whole
  /// steps hide, and shading as far as the four channels together tell it.
  public let standardError: BayerValues<Double>
  /// Those of the dark frames.
  public let format: PixelFormat
  public let width, height: Int

  public init(
    value: BayerValues<Double>, standardError: BayerValues<Double>, format: PixelFormat, width: Int, height: Int
  ) {
    self.value = value
    self.standardError = standardError
    self.format = format
    self.width = width
    self.height = height
  }

  /// The levels of a frame from the same sensor in the same mode, with this black level in place of its own.
  ///
  /// - Throws: ``BlackLevelError`` where the frame has another format or size, on whose scale black is another, or where
  ///   its white level is not above this black level.
  public func levels(for frame: RawFrame) throws(BlackLevelError) -> SampleLevels {
    guard frame.format == format else { throw .formatDiffers(format.fourCC, frame: frame.format.fourCC) }
    guard frame.width == width, frame.height == height else {
      throw .sizeDiffers(width: width, height: height, frameWidth: frame.width, frameHeight: frame.height)
    }
    do throws(RawFrameError) {
      return try SampleLevels(black: value, white: frame.levels.white, blackError: standardError)
    } catch {
      throw .levels(error)
    }
  }
}

/// Why a black level does not belong to a frame.
public enum BlackLevelError: Error, Hashable, Sendable {
  case formatDiffers(FourCC, frame: FourCC)
  case sizeDiffers(width: Int, height: Int, frameWidth: Int, frameHeight: Int)
  case levels(RawFrameError)
}

extension BlackLevelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .formatDiffers(let format, let frame):
      "dark frames of format \(format) do not tell the black level of a frame of \(frame); take them in the same format"
    case .sizeDiffers(let width, let height, let frameWidth, let frameHeight):
      "dark frames of \(width) x \(height) samples do not tell the black level of a frame of \(frameWidth) x "
        + "\(frameHeight); take them in the same mode"
    case .levels(let error): error.description
    }
  }
}
