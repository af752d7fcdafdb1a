/// The thresholds of the meter, each with its cause.
///
/// An error, a difference, a departure or a loss is above 0. An infinite one is never passed.
public struct MeterSettings: Hashable, Sendable {
  // MARK: - Time

  /// The longest scan, and the longest attempt to follow, in seconds of the frames' time, 0 to 1 000 000.
  ///
  /// A scan with a limit out of range is refused. In light that can be metered, a search of focus takes 120 frames, and
  /// exposure and white balance take at most 60 frames each. At 12 frames a second, these are 20 s together.
  public var timeLimit = 20.0

  /// The number of frames to skip after one that was refused, until what moved in front of the lens no longer covers a
  /// part of the card.
  public var settlingFrames = 6

  // MARK: - White balance

  /// The largest standard error of ln R/G and of ln B/G at convergence. Three standard errors are half a percent,
  /// and frames must be neutral to within half a percent.
  public var ratioError = 0.5e-2 / 3

  /// The largest difference of ln R/G or ln B/G, beyond three standard errors, from the ratios that the gains were made
  /// for, at convergence.
  public var ratioDifference = 0.25e-2

  /// The difference of ln R/G or ln B/G, beyond three standard errors, at which a converged white balance is measured
  /// again: 3 mired on the bundled sample's camera.
  public var ratioDeparture = 1.5e-2

  // MARK: - Exposure

  /// The target for the card's brightest channel, as a share of the range, above 0 and below 1.
  ///
  /// At this target, a card with a brightest part 1.5 times as bright, the limit of
  /// ``/GrayCard/GrayCardLimits/shading``, stays below nine tenths, where sensors become nonlinear.
  public var exposureTarget = 0.5

  /// The largest distance from the target at convergence, in stops. The finest dials of cameras have steps of a third.
  public var exposureDifference = 0.25

  /// The distance from the target, in stops, at which a converged exposure is changed. Up to it, the brightest part of
  /// an evenly lit card is not clipped.
  public var exposureDeparture = 0.75

  // MARK: - Focus

  /// The loss of sharpness, as a share, at which a converged focus is searched again. Hands and people that move in
  /// front of the lens change the sharpness by less than half.
  public var sharpnessLoss = 0.5

  /// Creates the standard settings.
  public init() {}

  /// The legal limits of time, in seconds. The longest is longer than a camera runs.
  static let timeLimits = 0...1e6

  /// Checks the settings without which no scan ends well.
  ///
  /// - Throws: ``MeteringError/timeLimitOutOfRange(_:)``, ``MeteringError/exposureTargetOutOfRange(_:)`` or
  ///   ``MeteringError/thresholdOutOfRange(_:_:)``.
  package func check() throws(MeteringError) {
    guard Self.timeLimits.contains(timeLimit) else { throw .timeLimitOutOfRange(timeLimit) }
    guard exposureTarget > 0, exposureTarget < 1 else { throw .exposureTargetOutOfRange(exposureTarget) }
    let thresholds = [
      ("ratioError", ratioError), ("ratioDifference", ratioDifference), ("ratioDeparture", ratioDeparture),
      ("exposureDifference", exposureDifference), ("exposureDeparture", exposureDeparture),
      ("sharpnessLoss", sharpnessLoss),
    ]
    for (name, value) in thresholds where !(value > 0) { throw .thresholdOutOfRange(name, value) }
  }
}
