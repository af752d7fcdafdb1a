/// When a gray card is refused.
public struct GrayCardLimits: Hashable, Sendable {
  /// Largest share of a channel's samples that may be clipped. A few hot samples are on every sensor and clip in any
  /// light; their share is below 1 in 1000. Below 1000 samples in a channel, one is too many: it would move the mean.
  public var clippedShare = 0.001

  /// Least signal of the weakest channel, as a share of the range from black to white. There, a black level that is
  /// rounded to a whole step of 10 bits, and so off by up to half a step, already costs a tenth of a gain.
  public var signalShare = 0.005

  /// Largest standard error of a channel, as a share of its signal. 2 % of red's gain is 4 mired on the bundled
  /// sample's camera, 100 K at 5200 K.
  public var relativeStandardError = 0.02

  /// Largest difference of the two greens, as a share of their mean. Crosstalk makes a few percent on small pixels; a
  /// wrong order of colours takes red and blue for greens, and these differ by tens of percent in most lights.
  public var greenDifferenceShare = 0.1

  /// Largest difference of R/G or B/G of a part of the region from the whole, as a share. Lenses shade colours by a few
  /// percent across a frame; two lights, or two surfaces, differ by more.
  public var colorDifference = 0.1

  /// Least number of samples in a channel. The standard error itself is known to 9 % from 64 samples.
  public var sampleCount = 64

  public init() {}
}
