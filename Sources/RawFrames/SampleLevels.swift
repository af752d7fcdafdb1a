/// The raw values between which a sensor's response is linear.
public struct SampleLevels: Hashable, Sendable {
  /// The mean sample without light, channel by channel; a fraction is allowed, because it is a mean.
  public let black: BayerValues<Double>
  /// The least sample that counts as clipped, channel by channel.
  public let white: BayerValues<Double>

  /// - Throws: ``RawFrameError/invalidLevels(black:white:)`` unless both are finite, black is 0 or more, and white lies
  ///   above black in every channel.
  public init(black: BayerValues<Double>, white: BayerValues<Double>) throws(RawFrameError) {
    for channel in BayerChannel.allCases {
      let (low, high) = (black[channel], white[channel])
      guard low.isFinite, high.isFinite, low >= 0, high > low else {
        throw .invalidLevels(black: low, white: high)
      }
    }
    self.black = black
    self.white = white
  }

  /// - Throws: ``RawFrameError/whiteAboveFormat(white:maximum:format:)`` where `format` cannot hold the white level.
  public func check(for format: PixelFormat) throws(RawFrameError) {
    for white in white.all where white > Double(format.maximumSample) {
      throw .whiteAboveFormat(white: white, maximum: format.maximumSample, format: format.fourCC)
    }
  }

  /// The same levels for every channel.
  public init(black: Double, white: Double) throws(RawFrameError) {
    try self.init(black: BayerValues(repeating: black), white: BayerValues(repeating: white))
  }

  /// Black at 0 and white at the largest value that `format` can hold.
  public init(fullRangeOf format: PixelFormat) {
    black = BayerValues(repeating: 0)
    white = BayerValues(repeating: Double(format.maximumSample))
  }
}
