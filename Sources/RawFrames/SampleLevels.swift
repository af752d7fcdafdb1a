/// The raw values between which a sensor's response is linear.
public struct SampleLevels: Hashable, Sendable {
  /// The mean sample without light of each channel, in raw values. It may be fractional, because it is a mean.
  public let black: BayerValues<Double>
  /// The smallest value of each channel that counts as clipped, in raw values.
  public let white: BayerValues<Double>
  /// The standard error of ``black``, in raw values; 0 where it is not known.
  public let blackError: BayerValues<Double>
  /// The part of ``blackError``, in raw values, that is the same error in all channels, as where one level was
  /// estimated for all of them. The rest of the channels' errors is independent.
  package let sharedBlackError: Double

  /// Creates levels for each channel.
  ///
  /// - Parameters:
  ///   - black: The mean sample without light, in raw values, at least 0.
  ///   - white: The smallest value that counts as clipped, in raw values, above `black` and at most 2³² − 1.
  ///   - blackError: The standard error of `black`, in raw values, from 0 to 2³² − 1.
  /// - Throws: ``RawFrameError/invalidLevels(black:white:)`` or ``RawFrameError/invalidBlackError(_:)`` for values
  ///   outside of these bounds.
  public init(
    black: BayerValues<Double>, white: BayerValues<Double>, blackError: BayerValues<Double> = BayerValues(repeating: 0)
  ) throws(RawFrameError) {
    try self.init(black: black, white: white, blackError: blackError, sharedBlackError: 0)
  }

  /// Creates levels whose errors of black are the same in all channels, or partly so.
  ///
  /// - Throws: ``RawFrameError/invalidBlackError(_:)`` where `sharedBlackError` is not from 0 to the least of
  ///   `blackError`, and the errors of ``init(black:white:blackError:)``.
  package init(
    black: BayerValues<Double>, white: BayerValues<Double>, blackError: BayerValues<Double>, sharedBlackError: Double
  ) throws(RawFrameError) {
    for channel in BayerChannel.allCases {
      let (low, high) = (black[channel], white[channel])
      guard low >= 0, high > low, high <= Self.largest else {
        throw .invalidLevels(black: low, white: high)
      }
      guard (0...Self.largest).contains(blackError[channel]) else {
        throw .invalidBlackError(blackError[channel])
      }
      guard (0...blackError[channel]).contains(sharedBlackError) else { throw .invalidBlackError(sharedBlackError) }
    }
    self.black = black
    self.white = white
    self.blackError = blackError
    self.sharedBlackError = sharedBlackError
  }

  /// The largest level, which is the largest whole number in a TIFF tag such as WhiteLevel. Source: TIFF 6.0, LONG.
  package static let largest = 4_294_967_295.0

  /// Checks that `format` can hold the white level.
  ///
  /// - Throws: ``RawFrameError/whiteAboveFormat(white:maximum:format:)`` if it cannot.
  package func check(for format: PixelFormat) throws(RawFrameError) {
    for white in white.all where white > Double(format.maximumSample) {
      throw .whiteAboveFormat(white: white, maximum: format.maximumSample, format: format.fourCC)
    }
  }

  /// Checks that levels from elsewhere may be those of samples in `format`: it must hold them, and they must use the
  /// highest bit of the samples.
  ///
  /// - Parameter own: The white level that the samples are said to have, where they may have fewer bits than their
  ///   format.
  /// - Throws: ``RawFrameError/whiteAboveFormat(white:maximum:format:)`` or
  ///   ``RawFrameError/levelsOfFewerBits(white:maximum:format:)``.
  package func checkDepth(of format: PixelFormat, with own: BayerValues<Double>? = nil) throws(RawFrameError) {
    try check(for: format)
    let white = white.all.max() ?? 0
    let largest = own?.all.max() ?? Double(format.maximumSample)
    guard white < largest * 2 else {
      throw .whiteAboveFormat(white: white, maximum: Int(largest), format: format.fourCC)
    }
    guard white * 2 > largest else {
      throw .levelsOfFewerBits(white: white, maximum: Int(largest), format: format.fourCC)
    }
  }

  /// Creates the same levels for every channel.
  ///
  /// - Parameters:
  ///   - black: The mean sample without light, in raw values, at least 0.
  ///   - white: The smallest value that counts as clipped, in raw values, above `black`.
  ///   - blackError: The standard error of `black`, in raw values, at least 0.
  /// - Throws: ``RawFrameError/invalidLevels(black:white:)`` or ``RawFrameError/invalidBlackError(_:)``.
  public init(black: Double, white: Double, blackError: Double = 0) throws(RawFrameError) {
    try self.init(
      black: BayerValues(repeating: black), white: BayerValues(repeating: white),
      blackError: BayerValues(repeating: blackError))
  }

  /// Creates levels with black at 0 and white at the largest value that `format` can hold.
  package init(fullRangeOf format: PixelFormat) {
    black = BayerValues(repeating: 0)
    white = BayerValues(repeating: Double(format.maximumSample))
    blackError = BayerValues(repeating: 0)
    sharedBlackError = 0
  }

  /// The largest distance from black to white, in raw values: 1 on the scale of measured neutrals. All channels share
  /// this scale, so that a channel's own white level does not act as a gain.
  public var range: Double { BayerChannel.allCases.reduce(0) { max($0, range(of: $1)) } }

  /// Returns the distance from a channel's own black to its own white, in raw values.
  package func range(of channel: BayerChannel) -> Double { white[channel] - black[channel] }

  /// Returns the place of a raw value in its channel's own range: 0 at black and 1 at white.
  package func share(of value: Double, in channel: BayerChannel) -> Double {
    (value - black[channel]) / range(of: channel)
  }

  /// Returns the levels of samples multiplied by `factor`. With a power of two the result is exact.
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
    sharedBlackError = levels.sharedBlackError * factor
  }
}

extension SampleLevels: CustomStringConvertible {
  /// The levels as text, such as `black 64.0, white 1023.0`.
  ///
  /// A level has one number where the channels share it, else four: red, green on red rows, green on blue rows, and
  /// blue.
  public var description: String {
    func text(_ values: BayerValues<Double>) -> String {
      (Set(values.all).count == 1 ? [values.red] : values.all).map { "\($0)" }.joined(separator: " ")
    }
    let isKnown = blackError.all.contains { $0 > 0 }
    return "black \(text(black))" + (isKnown ? " ± \(text(blackError))" : "") + ", white \(text(white))"
  }
}
