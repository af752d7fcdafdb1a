public import WhiteBalance

/// Limits beyond which a gray card is refused or has a warning.
public struct GrayCardLimits: FindingLimits {
  /// The largest share of a channel's samples that may be clipped.
  ///
  /// Every sensor has a few hot samples that clip in any light, less than 1 in 1000. In a channel of fewer than 1000
  /// samples no sample may clip, because one would shift the mean.
  public var clippedShare = 0.001

  /// The least signal of the weakest channel, as a share of the range from black to white.
  ///
  /// At this signal a black level rounded to a whole step of 10 bits, and so off by up to half a step, changes a gain
  /// by a tenth.
  public var signalShare = 0.005

  /// The largest share by which noise that is cut off at raw value 0 makes a channel too bright.
  ///
  /// It is reached where 0 lies 2.4 standard deviations of noise below the mean. Up to here the shift is part of the
  /// stated error.
  public var cutOffShare = 0.001

  /// The largest standard error of a channel, as a share of its signal. 2 % of red's gain are 4 mired on the bundled
  /// sample's camera, or 100 K at 5200 K.
  public var relativeStandardError = 0.02

  /// The least number of electrons that white may have by the scatter of the samples.
  ///
  /// Random bytes scatter as if there were 5 or 6, and compressed data up to 7. The samples of a sensor with 25
  /// electrons at white and a read noise of 3 scatter as if there were 13. With a limit of 0 no card is refused for it.
  public var whiteElectrons = 9.0

  /// The largest difference of the two greens, as a share of their mean.
  ///
  /// Crosstalk causes a few percent on small pixels. A wrong order of colours takes red and blue for greens, which
  /// differ by tens of percent in most lights.
  public var greenDifferenceShare = 0.1

  /// The largest share of the region that may be rejected because it does not show the card.
  ///
  /// A fingertip or a label over a fifth of the region takes three tenths with its border, and most of the rest is
  /// still the card.
  public var leftOutShare = 0.3

  /// The largest standard deviation of the card's brightness or colour from place to place, as a share.
  ///
  /// Printed and painted cards stay below 2 %. Woven and knitted cloth, whose threads shade each other, is above 5 %.
  public var textureShare = 0.05

  /// The largest difference of R/G or B/G between a part of the region and the whole, as a share.
  ///
  /// Lenses shade colours by a few percent across a frame; two lights, or two surfaces, differ by more.
  public var colorDifference = 0.1

  /// The largest distance from the Planckian locus, in Duv, of a light that a camera is balanced for. It is used where
  /// a profile is known.
  ///
  /// It is a tint of 150, where AVFoundation's range ends (Docs/Methods/TintConventions.md). The farthest of the 268
  /// measured lamps of IES TM-30 is at 0.04.
  public var duv = 0.05

  /// The least temperature, in kelvin, of a light that a camera is balanced for. It is used where a profile is known.
  ///
  /// A candle has 1900 K. Nothing that lights a card glows below 1000 K. A neutral that seems to belong to a colder
  /// light is that of a red LED.
  public var temperature = 1000.0

  /// The largest change of a gain, as a share, that the black level shown by the frame itself may cause. It equals that
  /// of ``relativeStandardError``.
  public var blackGainShare = 0.02

  /// The least number of samples in a channel. 64 samples determine the standard error itself to 9 %.
  public var sampleCount = 64

  /// The least that ``sampleCount`` counts as. Fewer samples show no noise.
  package static let leastSampleCount = 2

  // MARK: - Warnings

  /// The largest signal of a part of the card, as a share of the range from black to white. Above it, sensors become
  /// nonlinear.
  public var brightShare = 0.9

  /// The largest ratio of the card's brightest part to its darkest. A lamp at arm's length causes 1.5 across a card.
  public var shading = 1.5

  /// The largest difference of R/G or B/G between a part of the card and the whole, as a share, that needs no warning.
  /// It is 4 mired on the bundled sample's camera.
  public var colorDifferenceWarning = 0.02

  /// The largest share of the region that may be rejected without a warning, for dust and dead samples.
  public var leftOutShareWarning = 0.02

  /// The largest share of the frame's samples in places that lie below the black level by more than noise: one tile of
  /// a thousand.
  public var belowBlackShare = 0.001

  /// The largest distance of a light from the calibrated ones, in mired: from illuminant A to a lamp of 2700 K, or from
  /// D65 to 7500 K. Farther out nothing supports the characterization.
  public var calibrationDistance = 20.0

  /// Creates the standard limits.
  public init() {}
}
