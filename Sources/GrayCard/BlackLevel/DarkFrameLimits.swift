public import WhiteBalance

/// Limits beyond which a frame is not taken for dark. Levels and their differences are shares of the white level.
public struct DarkFrameLimits: FindingLimits {
  /// The highest level. Sensors put black between a hundredth (OV5647) and a sixteenth (64 of 10 bits, as in most of
  /// those that libcamera is tuned for); some still cameras put it at an eighth (2048 of 14 bits).
  public var level = 0.15

  /// The largest difference between two channels: 5 steps of 10 bits.
  ///
  /// The pedestals of a sensor's channels differ by about a step, because one circuit sets them. Light adds a
  /// difference between green and another channel of at least half of its own amount.
  public var channelDifference = 0.005

  /// The largest difference between a part of the frame and the whole: 2 steps of 10 bits.
  ///
  /// It is two fifths of the signal of the darkest card that is read (``GrayCardLimits/signalShare``). Noise, and
  /// offsets of single rows and columns, do not count.
  public var unevenness = 0.002

  /// The largest share of a channel's samples that may stand out. These hot samples are rejected from the level.
  ///
  /// Sensors have less than 1 in 1000 in short exposures, and more when warm or in exposures of seconds.
  public var hotShare = 0.01

  /// The largest share of a part's samples that may stand out. Hot samples are scattered; two broken columns of a
  /// channel are a tenth of a part 40 samples wide.
  public var patchShare = 0.1

  /// The lowest level, in standard deviations of noise.
  ///
  /// Where noise is cut off at 0, two deviations below the mean, the mean shifts by a hundredth of a deviation. Closer
  /// to 0 it shifts by more.
  public var levelInDeviations = 2.0

  /// The shortest side of the frame, in samples. It has 4 x 4 parts of 16 samples of each channel. A smaller limit
  /// counts as this one.
  public var side = 32

  /// Creates the standard limits.
  public init() {}
}
