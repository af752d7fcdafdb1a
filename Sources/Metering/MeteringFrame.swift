public import GrayCard
public import RawFrames
public import WhiteBalance

/// The facts about a frame that the meter uses.
public struct MeteringFrame: Hashable, Sendable {
  /// The time when the frame was taken, in seconds of any clock. Where the clock jumps back, the meter counts on.
  public var time: Double
  /// The driver's number of the frame.
  public var sequence: UInt32
  /// Whether the frame includes every change that was asked for.
  public var isTrusted: Bool
  /// The verdict on the card in the frame.
  public var card: GrayCardReading.Verdict
  /// The gains that the card's samples were multiplied by, so that neutral / gains is the device's response to the
  /// light.
  public var appliedGains: WhiteBalanceGains
  /// The signal of the card's brightest channel, as a share of the range from black to white; `nil` where it is not
  /// known.
  public var level: Double?
  /// The clipped share of the channel that clips most, 0 to 1.
  public var clippedShare: Double
  /// The contrast of fine detail, in any unit that does not depend on brightness; `nil` where it is not known.
  public var sharpness: Double?
  /// The position of the lens, 0 to 1; `nil` where it is not known. A search that finds nothing returns the lens to
  /// where it was before.
  public var lensPosition: Double?
  /// The remaining range of the device's exposure, in stops, from 0 or less to 0 or more.
  public var exposureRoom: ClosedRange<Double>

  /// Creates a frame from its facts.
  ///
  /// - Parameters:
  ///   - time: The time when the frame was taken, in seconds.
  ///   - sequence: The driver's number of the frame.
  ///   - isTrusted: Whether the frame includes every change that was asked for.
  ///   - card: The verdict on the card in the frame.
  ///   - appliedGains: The gains that the samples were multiplied by.
  ///   - level: The signal of the card's brightest channel, as a share of the range.
  ///   - clippedShare: The clipped share of the channel that clips most, 0 to 1.
  ///   - sharpness: The contrast of fine detail, in any unit.
  ///   - exposureRoom: The remaining range of the device's exposure, in stops.
  public init(
    time: Double, sequence: UInt32, isTrusted: Bool = true, card: GrayCardReading.Verdict,
    appliedGains: WhiteBalanceGains = .unity, level: Double? = nil,
    clippedShare: Double = 0, sharpness: Double? = nil,
    exposureRoom: ClosedRange<Double> = -Double.infinity...Double.infinity
  ) {
    self.time = time
    self.sequence = sequence
    self.isTrusted = isTrusted
    self.card = card
    self.appliedGains = appliedGains
    self.level = level
    self.clippedShare = clippedShare
    self.sharpness = sharpness
    self.exposureRoom = exposureRoom
  }

  /// Creates a frame from the reading of its card.
  ///
  /// - Parameters:
  ///   - reading: The reading of the card.
  ///   - levels: The black and white levels of the frame that was read.
  ///   - time: The time when the frame was taken, in seconds.
  ///   - sequence: The driver's number of the frame.
  ///   - isTrusted: Whether the frame includes every change that was asked for.
  ///   - appliedGains: The gains that the samples were multiplied by.
  ///   - sharpness: The contrast of fine detail, in any unit.
  ///   - exposureRoom: The remaining range of the device's exposure, in stops.
  public init(
    _ reading: GrayCardReading, levels: SampleLevels, time: Double, sequence: UInt32, isTrusted: Bool = true,
    appliedGains: WhiteBalanceGains = .unity, sharpness: Double? = nil,
    exposureRoom: ClosedRange<Double> = -Double.infinity...Double.infinity
  ) {
    let shares = BayerChannel.allCases.filter { reading.channels[$0].count > 0 }.map { channel in
      reading.channels[channel].signal / levels.range(of: channel)
    }
    self.init(
      time: time, sequence: sequence, isTrusted: isTrusted, card: reading.verdict, appliedGains: appliedGains,
      level: shares.max(), clippedShare: reading.channels.all.map(\.clippedShare).max() ?? 0, sharpness: sharpness,
      exposureRoom: exposureRoom)
  }

  /// The codes of the refusals; empty for a card that can be trusted.
  var refusals: [CardRefusal.Code] {
    if case .refused(let refusals) = card { return refusals.map(\.code) }
    return []
  }
}

/// The changes to make on the device after a frame. Later frames are trusted once all of them have taken effect.
public struct MeteringActions: Hashable, Sendable {
  /// The change of exposure in stops, negative for less.
  public var exposureChange: Double?
  /// The gains, least gain 1. They may lie outside the device's range.
  public var gains: WhiteBalanceGains?
  /// The lens position, 0 to 1.
  public var lensPosition: Double?

  /// Creates actions; `nil` leaves a setting as it is.
  ///
  /// - Parameters:
  ///   - exposureChange: The change of exposure in stops, negative for less.
  ///   - gains: The gains, least gain 1.
  ///   - lensPosition: The lens position, 0 to 1.
  public init(exposureChange: Double? = nil, gains: WhiteBalanceGains? = nil, lensPosition: Double? = nil) {
    self.exposureChange = exposureChange
    self.gains = gains
    self.lensPosition = lensPosition
  }

  /// Whether there is nothing to set.
  public var isEmpty: Bool { exposureChange == nil && gains == nil && lensPosition == nil }
}
