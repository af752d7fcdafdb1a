internal import GrayCard
internal import RealModule
internal import WhiteBalance

/// Controls exposure: it brings the card's brightest channel to its target by the remaining distance in stops.
///
/// Each change is computed from frames that include the change before, so it is never made twice.
struct ExposureControl: Hashable, Sendable {
  /// The number of frames of the current block.
  private var count = 0
  /// The weighted sum of the levels of the current block.
  private var level = 0.0
  /// The numbers of frames of the current block that are clipped and that are too dark.
  private var clippedCount = 0
  private var darkCount = 0
  /// The largest clipped share among the frames of the current block.
  private var clippedShare = 0.0
  /// The number of frames that are still to be ignored after a refused one.
  private var framesToSettle = 0
  /// A level at which nothing clips. It lowers the target where parts of the card, or moments of a lamp's flicker, clip
  /// at the target.
  private var ceiling = Double.infinity
  private var clippingMemory = ClippingMemory()
  /// The number of changes, made from readable blocks, since the exposure was last on target.
  private var changeCount = 0
  /// The number of successive blocks in which a converged exposure was off target.
  private var blocksOut = 0
  private var patience = Patience()

  /// The steps after clipping, in stops. How far a clipped card is above white is not known; a low clipped share shows
  /// that it is not far.
  private static let (clippedStep, partlyClippedStep) = (-2.0, -1.0)

  /// The clipped share from which a channel counts as fully clipped.
  private static let throughoutShare = 0.5

  /// The largest step, in stops. A very low level includes the black level's error, which a larger step would magnify.
  private static let largestStep = 4.0

  /// The smallest change, in stops. A smaller one is not worth the frames that cannot be trusted after it.
  private static let leastChange = 0.05

  /// The lowest ceiling. Where parts clip on a card as dark as this, they are reflections of the lamp itself.
  private static let leastCeiling = 0.05

  /// The number of changes after which an exposure within the departure limit is accepted as the nearest that the
  /// device's steps allow.
  private static let mostChanges = 3

  /// The number of successive blocks in which a converged exposure must be off before it is changed. It is larger in
  /// the dark, because a hand in front of the lens is either gone within two seconds (5 blocks at 30 frames a second)
  /// or stays.
  private static let (patientBlocks, patientBlocksInTheDark) = (2, 5)

  /// Discards everything except the patience, which depends on earlier departures.
  mutating func restart() {
    let patience = patience
    self = ExposureControl()
    self.patience = patience
  }

  /// Whether the latest block was off target. The exposure is changed only after several such blocks in succession.
  var isDeparting: Bool { blocksOut > 0 }

  mutating func interrupt() { (count, level, clippedCount, darkCount, clippedShare) = (0, 0, 0, 0, 0) }

  /// Takes a frame.
  ///
  /// - Returns: The stops by which to change the exposure, or `nil` for no change.
  mutating func update(
    _ metered: inout MeteredQuantity<Double>, with frame: MeteringFrame, at time: Double, settings: MeterSettings
  ) -> Double? {
    var (isClipped, isDark) = (false, false)
    if case .refused(let refusals) = frame.card {
      for refusal in refusals {
        switch refusal.code {
        case .clipped: isClipped = true
        case .tooDark, .tooNoisy: isDark = true
        // More light mends this only if there is room for it.
        case .cutOff: isDark = isDark || (frame.level ?? 0) < settings.exposureTarget / 2
        default:
          // For any other reason the level may not be the card's, so it says nothing about the exposure.
          interrupt()
          framesToSettle = settings.settlingFrames
          if metered.status == .metering { metered.reason = .refused(frame.refusals) }
          return nil
        }
      }
    }
    guard framesToSettle <= 0 else {
      framesToSettle -= 1
      return nil
    }
    guard let level = frame.level, level.isFinite else { return nil }
    self.level += HannWindow.weights[count] * max(level, 0)
    clippedCount += isClipped ? 1 : 0
    darkCount += isDark ? 1 : 0
    clippedShare = max(clippedShare, frame.clippedShare)
    count += 1
    guard count == HannWindow.count else { return nil }
    defer { interrupt() }
    return decide(&metered, room: frame.exposureRoom, at: time, settings)
  }

  private mutating func decide(
    _ metered: inout MeteredQuantity<Double>, room: ClosedRange<Double>, at time: Double, _ settings: MeterSettings
  ) -> Double? {
    let mean = level / Double(HannWindow.count)
    let isClipped = clippedCount > 0
    let isDark = !isClipped && 2 * darkCount > HannWindow.count
    let isReadable = !isClipped && !isDark
    if isClipped {
      clippingMemory.clip(at: time, mean: mean)
    } else if clippingMemory.isOver(
      at: time, mean: mean, ceiling: ceiling < settings.exposureTarget ? ceiling : .infinity)
    {
      ceiling = .infinity
    }
    let stops = stopsToTarget(from: mean, isClipped: isClipped, settings)
    metered.value = mean
    if metered.status == .converged {
      let isOut = !isReadable || abs(stops) > settings.exposureDeparture * Double(patience.factor(at: time))
      blocksOut = isOut ? blocksOut + 1 : 0
      guard blocksOut >= (isDark ? Self.patientBlocksInTheDark : Self.patientBlocks) else { return nil }
      patience.depart(at: time)
      (metered.status, metered.reason) = (.metering, nil)
      (changeCount, blocksOut) = (0, 0)
    }
    let isAsNearAsItGets = abs(stops) <= settings.exposureDeparture && changeCount >= Self.mostChanges
    if isReadable && (abs(stops) <= settings.exposureDifference || isAsNearAsItGets) {
      (metered.status, metered.reason, blocksOut) = (.converged, nil, 0)
      return nil
    }
    if isClipped {
      ceiling = min(ceiling, max(mean / 2, Self.leastCeiling))
      if mean <= Self.leastCeiling {
        metered.reason = .refused([.clipped])
        return nil
      }
    }
    let change = min(max(stops, room.lowerBound), room.upperBound)
    guard abs(change) >= Self.leastChange else {
      metered.reason = .exposureAtLimit
      if isReadable { (metered.status, blocksOut) = (.converged, 0) }
      return nil
    }
    // Changes after clipping are blind, and say nothing about the device's steps.
    if isReadable { changeCount += 1 }
    metered.reason = isReadable ? nil : .refused([isClipped ? .clipped : .tooDark])
    return change
  }

  private func stopsToTarget(from mean: Double, isClipped: Bool, _ settings: MeterSettings) -> Double {
    if isClipped { return clippedShare >= Self.throughoutShare ? Self.clippedStep : Self.partlyClippedStep }
    let stops = Double.log2(min(settings.exposureTarget, ceiling) / max(mean, .leastNormalMagnitude))
    return min(max(stops, -Self.largestStep), Self.largestStep)
  }
}
