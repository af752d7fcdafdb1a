/// The meter's thresholds, each with its cause.
public struct MeterSettings: Hashable, Sendable {
  // MARK: - Time

  /// The longest scan, and the longest attempt to follow, in seconds of the frames' time: a search of focus takes 120
  /// frames, exposure and white balance 60 each at most in light that can be metered, at 12 frames a second.
  public var timeLimit = 20.0

  /// Frames that are not used after one that was refused: what moved before the lens has left, and covers a part.
  public var settlingFrames = 6

  // MARK: - White balance

  /// Largest standard error of ln R/G and of ln B/G to converge. Three of them are the half percent to which frames are to be
  /// neutral.
  public var ratioError = 0.5e-2 / 3

  /// Largest difference of ln R/G or ln B/G from what the gains were made for, beside three standard errors, to converge.
  public var ratioDifference = 0.25e-2

  /// The difference of ln R/G or ln B/G, beside three standard errors, beyond which a converged white balance is so no more:
  /// 3 mired on the bundled sample's camera, of which nobody sees less.
  public var ratioDeparture = 1.5e-2

  // MARK: - Exposure

  /// Where the card's brightest channel is to be, as a share of the range: a card whose brightest part is half as bright
  /// again, the limit of ``GrayCard/GrayCardLimits/shading``, stays below nine tenths, where sensors begin to bend.
  public var exposureTarget = 0.5

  /// Largest distance from the target, in stops, to converge: cameras' finest dial has steps of a third.
  public var exposureDifference = 0.25

  /// The distance from the target beyond which a converged exposure is so no more: up to there, the brightest part of an evenly
  /// lit card is unclipped.
  public var exposureDeparture = 0.75

  // MARK: - Focus

  /// The loss of sharpness, as a share, beyond which a converged focus is so no more. Hands and people that move before the
  /// lens change it by less than a half.
  public var sharpnessLoss = 0.5

  public init() {}
}
