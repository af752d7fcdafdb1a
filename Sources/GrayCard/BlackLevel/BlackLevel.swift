public import RawFrames

/// The mean sample without light, measured from dark frames by a ``DarkFrameEstimator``.
public struct BlackLevel: Codable, Hashable, Sendable {
  /// The black level of each channel, in raw values of ``format``.
  public let value: BayerValues<Double>
  /// The standard error of ``value``, in raw values, for any part of a sixteenth or more of a single frame.
  ///
  /// It includes noise, the pattern of rows and columns, rounding, shading as far as the four channels together reveal
  /// it, and the changes of the level from one frame to the next.
  public let standardError: BayerValues<Double>
  /// The pixel format of the dark frames.
  public let format: PixelFormat
  /// The size of the dark frames, in samples.
  public let width, height: Int

  /// Creates a black level that was measured before.
  ///
  /// - Parameters:
  ///   - value: The black level of each channel, in raw values of `format`.
  ///   - standardError: The standard error of `value`, in raw values.
  ///   - format: The pixel format of the dark frames.
  ///   - width: The width of the dark frames, in samples.
  ///   - height: The height of the dark frames, in samples.
  public init(
    value: BayerValues<Double>, standardError: BayerValues<Double>, format: PixelFormat, width: Int, height: Int
  ) {
    self.value = value
    self.standardError = standardError
    self.format = format
    self.width = width
    self.height = height
  }

  /// Returns the levels of a frame from the same sensor in the same mode, with this black level in place of the frame's
  /// own.
  ///
  /// - Throws: ``BlackLevelError`` where the frame has another format or size, in which black may differ, or where its
  ///   white level is not above this black level.
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

/// The reason why a black level does not apply to a frame.
public enum BlackLevelError: Error, Hashable, Sendable {
  /// The frame has another pixel format than the dark frames.
  case formatDiffers(FourCC, frame: FourCC)
  /// The frame has another size, in samples, than the dark frames.
  case sizeDiffers(width: Int, height: Int, frameWidth: Int, frameHeight: Int)
  /// The black level does not fit the frame's white level.
  case levels(RawFrameError)
}

extension BlackLevelError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
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
