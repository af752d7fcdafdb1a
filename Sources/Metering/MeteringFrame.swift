public import GrayCard
public import RawFrames
public import WhiteBalance

/// What a frame tells the meter.
public struct MeteringFrame: Hashable, Sendable {
  /// When the frame was taken, in seconds on any clock that runs on; where it jumps back, the meter counts on.
  public var time: Double
  /// The driver's count of frames.
  public var sequence: UInt32
  /// Whether every change that was asked for is in the frame.
  public var isTrusted: Bool
  public var card: GrayCardReading.Verdict
  /// What the card's pixels were multiplied with, so that neutral / gains is the device's response to the light.
  public var appliedGains: WhiteBalanceGains
  /// The signal of the card's brightest channel, as a share of the range from black to white; `nil` where none is known.
  public var level: Double?
  /// The clipped share of the channel that clips most, 0 to 1.
  public var clippedShare: Double
  /// The contrast of fine detail, in any unit that brightness does not change; `nil` where none is known.
  public var sharpness: Double?
  /// How far the device can still change its exposure, in stops: from 0 or less to 0 or more.
  public var exposureRoom: ClosedRange<Double>

  public init(
    time: Double, sequence: UInt32, isTrusted: Bool = true, card: GrayCardReading.Verdict,
    appliedGains: WhiteBalanceGains = WhiteBalanceGains(red: 1, green: 1, blue: 1), level: Double? = nil,
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

  /// - Parameter levels: those of the frame that was read.
  public init(
    _ reading: GrayCardReading, levels: SampleLevels, time: Double, sequence: UInt32, isTrusted: Bool = true,
    appliedGains: WhiteBalanceGains = WhiteBalanceGains(red: 1, green: 1, blue: 1), sharpness: Double? = nil,
    exposureRoom: ClosedRange<Double> = -Double.infinity...Double.infinity
  ) {
    let shares = BayerChannel.allCases.filter { reading.channels[$0].count > 0 }.map { channel in
      reading.channels[channel].signal / (levels.white[channel] - levels.black[channel])
    }
    self.init(
      time: time, sequence: sequence, isTrusted: isTrusted, card: reading.verdict, appliedGains: appliedGains,
      level: shares.max(), clippedShare: reading.channels.all.map(\.clippedShare).max() ?? 0, sharpness: sharpness,
      exposureRoom: exposureRoom)
  }

  /// The refusals' codes; empty for a card that can be trusted.
  var refusals: [Refusal.Code] {
    if case .refused(let refusals) = card { return refusals.map(\.code) }
    return []
  }
}

/// What to set on the device after a frame. A frame taken before all of it took effect is not trusted.
public struct MeteringActions: Hashable, Sendable {
  /// Stops by which to expose more, or less where negative.
  public var exposureChange: Double?
  /// Least gain 1; they may lie beyond the device's range.
  public var gains: WhiteBalanceGains?
  /// 0 to 1.
  public var lensPosition: Double?

  public init(exposureChange: Double? = nil, gains: WhiteBalanceGains? = nil, lensPosition: Double? = nil) {
    self.exposureChange = exposureChange
    self.gains = gains
    self.lensPosition = lensPosition
  }

  public var isEmpty: Bool { exposureChange == nil && gains == nil && lensPosition == nil }
}
