/// When a frame is not taken for dark. Shares are of the white level.
public struct DarkFrameLimits: Hashable, Sendable {
  /// Highest level. Sensors put black at a hundredth (OV5647) to a sixteenth (most of those that libcamera is tuned for,
  /// 64 of 10 bits), some still cameras at an eighth (2048 of 14 bits).
  public var level = 0.15

  /// Largest difference of two channels: 5 steps of 10 bits. Pedestals of a sensor's channels differ by a step or so,
  /// because one circuit sets them; light makes green and another channel differ by half of what it adds or more.
  public var channelDifference = 0.005

  /// Largest difference of a part of the frame from the whole: 2 steps of 10 bits, as much as an estimate from the
  /// darkest card that is read, at 0.5 %, could bear. Noise, and offsets of single rows and columns, do not count.
  public var unevenness = 0.002

  /// Largest share of a channel's samples that may stand out: hot samples, left out of the level. Sensors have below 1
  /// in 1000 in short exposures; warm ones, or exposures of seconds, have more.
  public var hotShare = 0.01

  /// Largest share of a part's samples that may stand out. Hot samples lie anywhere; two broken columns of a channel are
  /// a tenth of a part 40 samples wide.
  public var patchShare = 0.1

  /// Lowest level, in standard deviations of noise. Where 0 cuts noise off two deviations below the mean, the mean is off
  /// by a hundredth of one; nearer to 0 by more.
  public var levelInDeviations = 2.0

  /// Least side of the frame, in samples: 4 x 4 parts of 16 samples a channel.
  public var side = 32

  public init() {}
}
