/// A frame to measure, and how it came about.
public struct SourceFrame: Sendable {
  /// The name of the source, such as a file's path; `nil` where it has none.
  public var name: String?
  /// One frame of the source, or the mean of several on a scale of 16 bits.
  public let frame: RawFrame
  /// The pixel format of the source's frames.
  public let format: PixelFormat
  /// The levels of the source's frames.
  public let levels: SampleLevels
  /// The number of frames that ``frame`` is the mean of.
  public let count: Int
  /// The average that ``frame`` is the mean of; `nil` for one frame.
  public let average: FrameAverage?
  /// The origin of the black level.
  public let blackOrigin: BlackOrigin

  /// Creates the source of one frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - name: The name of the source.
  ///   - blackOrigin: The origin of the frame's black level; `nil` for ``BlackOrigin/assumed`` where the levels are the
  ///     full range of the format, and ``BlackOrigin/option`` where they are others.
  public init(_ frame: RawFrame, name: String? = nil, blackOrigin: BlackOrigin? = nil) {
    self.name = name
    self.frame = frame
    format = frame.format
    levels = frame.levels
    count = 1
    average = nil
    self.blackOrigin =
      blackOrigin ?? (frame.levels == SampleLevels(fullRangeOf: frame.format) ? .assumed : .option)
  }

  /// Creates the source of several frames.
  ///
  /// - Parameters:
  ///   - average: The average of the frames.
  ///   - name: The name of the source.
  ///   - blackOrigin: The origin of the frames' black level.
  public init(_ average: FrameAverage, name: String? = nil, blackOrigin: BlackOrigin) {
    self.name = name
    frame = average.mean()
    format = average.format
    levels = average.levels
    count = average.count
    self.average = average
    self.blackOrigin = blackOrigin
  }
}

/// The origin of a black level. The words are a contract with scripts.
public enum BlackOrigin: String, CaseIterable, Codable, Hashable, Sendable {
  /// Frames taken with the lens covered.
  case darkFrames = "dark frames"
  /// The caller.
  case option
  /// The profile of the device.
  case profile
  /// The file that the frame is in, such as a DNG.
  case file
  /// The camera that took the frame.
  case device
  /// Nobody told it, and it is taken to be 0.
  case assumed
}
