/// When a gray card is refused, and when a warning stands beside it.
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

  /// Largest share of the region that may show something else than the card. A fingertip or a label over a fifth of it
  /// takes three tenths with its border; of the rest, most is still the card.
  public var leftOutShare = 0.3

  /// Largest standard deviation of the card's brightness or colour from place to place, as a share. Printed and painted cards stay
  /// below 2 %; woven and knitted cloth, whose threads shade each other, is above 5 %.
  public var textureShare = 0.05

  /// Largest difference of R/G or B/G of a part of the region from the whole, as a share. Lenses shade colours by a few
  /// percent across a frame; two lights, or two surfaces, differ by more.
  public var colorDifference = 0.1

  /// Largest distance from the Planckian locus, in Duv, of a light that a camera is balanced for; used where a profile
  /// is known. It is AVFoundation's and DNG's range of tint, 150. The farthest of the 159 lamps of IES TM-30 is at 0.04.
  public var duv = 0.05

  /// Least temperature, in kelvin, of a light that a camera is balanced for; used where a profile is known. A candle has
  /// 1900; below 1000 nothing glows that lights a card, and what looks so is a red LED.
  public var temperature = 1000.0

  /// Largest change of a gain, as a share, that the black level which the frame itself shows may make: that of
  /// ``relativeStandardError``.
  public var blackGainShare = 0.02

  /// Least number of samples in a channel. The standard error itself is known to 9 % from 64 samples.
  public var sampleCount = 64

  // MARK: - Warnings

  /// Largest signal of a part of the card, as a share of the range from black to white. Above, sensors begin to bend.
  public var brightShare = 0.9

  /// Largest ratio of the card's brightest part to the darkest. A lamp at arm's length makes 1.5 across a card.
  public var shading = 1.5

  /// Largest difference of R/G or B/G of a part of the card from the whole, as a share, that is not worth a word: it is
  /// 4 mired on the bundled sample's camera.
  public var colorDifferenceWarning = 0.02

  /// Largest share of the region that may be left out without a word: dust and dead samples.
  public var leftOutShareWarning = 0.02

  /// Largest share of samples that may lie in places below the black level by more than noise: one tile of a thousand.
  public var belowBlackShare = 0.001

  /// How far outside the calibrated lights a light may be, in mired: from A to a lamp of 2700 K, or from D65 to 7500 K.
  /// Farther out nothing holds the characterization.
  public var calibrationDistance = 20.0

  public init() {}
}
