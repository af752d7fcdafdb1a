/// A frame to measure, with its origin.
public struct SourceFrame: Sendable {
  /// The name of the source, such as a file's path; `nil` where it has none.
  public var name: String?
  /// One frame of the source, or the mean of several on a scale of 16 bits.
  public let frame: RawFrame
  /// The pixel format of the source's frames.
  public let format: PixelFormat
  /// The levels of the source's frames.
  public let levels: SampleLevels
  /// The levels that a profile may keep. They are `nil` where black was assumed, or estimated from the frame or the
  /// mean.
  package var toldLevels: SampleLevels? { blackOrigin == .assumed || blackOrigin == .estimated ? nil : levels }
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

  /// Returns the source with a black level that was estimated from its frame.
  ///
  /// - Parameters:
  ///   - black: The black level of all channels, in raw values of ``frame``.
  ///   - error: The standard error of each channel, in raw values of ``frame``.
  ///   - sharedError: The part of `error` that is the same error in all channels.
  /// - Throws: ``RawFrameError/invalidLevels(black:white:)`` where the white level is not above it.
  package func estimating(black: Double, error: Double, sharedError: Double) throws(RawFrameError) -> SourceFrame {
    let scale = frame.levels.range / self.levels.range
    func levels(_ scale: Double, _ white: BayerValues<Double>) throws(RawFrameError) -> SampleLevels {
      try SampleLevels(
        black: BayerValues(repeating: black / scale), white: white, blackError: BayerValues(repeating: error / scale),
        sharedBlackError: sharedError / scale)
    }
    return SourceFrame(
      self, frame: try frame.replacingLevels(levels(1, frame.levels.white)),
      levels: try levels(scale, self.levels.white))
  }

  private init(_ source: SourceFrame, frame: RawFrame, levels: SampleLevels) {
    name = source.name
    self.frame = frame
    format = source.format
    self.levels = levels
    count = source.count
    // The average is dropped. Its sums do not depend on black, and its evidence of black is already in the estimate.
    average = nil
    blackOrigin = .estimated
  }
}

/// The origin of a black level. Scripts depend on the raw values.
public enum BlackOrigin: String, CaseIterable, Codable, Hashable, Sendable {
  /// The level was measured in frames taken with the lens covered.
  case darkFrames = "dark frames"
  /// The level was measured in the frame's own samples behind the sensor's mask.
  case maskedSamples = "masked samples"
  /// The caller gave the level.
  case option
  /// The level is that of the device's profile.
  case profile
  /// The file with the frame, such as a DNG, states the level.
  case file
  /// The camera reports the level.
  case device
  /// The level is not known, and was estimated from the frame's own noise and dark places.
  case estimated
  /// The level is not known, and is assumed to be 0.
  case assumed
}
