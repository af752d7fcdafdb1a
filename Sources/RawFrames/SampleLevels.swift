/// The raw values between which a sensor's response is linear.
public struct SampleLevels: Hashable, Sendable {
  /// The mean sample without light, channel by channel; a fraction is allowed, because it is a mean.
  public let black: BayerValues<Double>
  /// The least sample that counts as clipped, channel by channel.
  public let white: BayerValues<Double>
  /// Standard error of ``black``, in raw values; 0 where it is not known.
  public let blackError: BayerValues<Double>

  /// - Throws: ``RawFrameError/invalidLevels(black:white:)`` unless both are finite, black is 0 or more, and white lies
  ///   above black in every channel; ``RawFrameError/invalidBlackError(_:)`` unless the error is finite and 0 or more.
  public init(
    black: BayerValues<Double>, white: BayerValues<Double>, blackError: BayerValues<Double> = BayerValues(repeating: 0)
  ) throws(RawFrameError) {
    for channel in BayerChannel.allCases {
      let (low, high) = (black[channel], white[channel])
      guard low.isFinite, high.isFinite, low >= 0, high > low else {
        throw .invalidLevels(black: low, white: high)
      }
      guard blackError[channel].isFinite, blackError[channel] >= 0 else {
        throw .invalidBlackError(blackError[channel])
      }
    }
    self.black = black
    self.white = white
    self.blackError = blackError
  }

  /// - Throws: ``RawFrameError/whiteAboveFormat(white:maximum:format:)`` where `format` cannot hold the white level.
  public func check(for format: PixelFormat) throws(RawFrameError) {
    for white in white.all where white > Double(format.maximumSample) {
      throw .whiteAboveFormat(white: white, maximum: format.maximumSample, format: format.fourCC)
    }
  }

  /// The same levels for every channel.
  public init(black: Double, white: Double, blackError: Double = 0) throws(RawFrameError) {
    try self.init(
      black: BayerValues(repeating: black), white: BayerValues(repeating: white),
      blackError: BayerValues(repeating: blackError))
  }

  /// Black at 0 and white at the largest value that `format` can hold.
  public init(fullRangeOf format: PixelFormat) {
    black = BayerValues(repeating: 0)
    white = BayerValues(repeating: Double(format.maximumSample))
    blackError = BayerValues(repeating: 0)
  }

  /// The largest way from black to white: one scale for all channels, so that a white level of its own does not act as a
  /// gain.
  package var range: Double { BayerChannel.allCases.reduce(0) { max($0, white[$1] - black[$1]) } }

  /// The levels of samples that are `factor` times as large: exact for a power of two, which changes no digit.
  ///
  /// - Precondition: `factor` is positive.
  func scaled(by factor: Int) -> SampleLevels {
    precondition(factor > 0, "a factor of \(factor) is not positive")
    return SampleLevels(self, factor: Double(factor))
  }

  private init(_ levels: SampleLevels, factor: Double) {
    black = levels.black.map { $0 * factor }
    white = levels.white.map { $0 * factor }
    blackError = levels.blackError.map { $0 * factor }
  }
}
