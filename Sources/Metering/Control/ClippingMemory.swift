/// The rule that decides when an exposure target that clipped is tried again.
///
/// Bright things such as a passing lamp are often gone soon, so the target is tried again after a delay. If it clips
/// again before it has held for twice the delay, at least a minute, the delay doubles. So reflections that stay or recur
/// are tried ever more rarely. Each time that the target holds for as long, the delay halves.
struct ClippingMemory: Hashable, Sendable {
  /// The seconds without clipping after which the target is tried again.
  private var delay = Self.delays.lowerBound
  private var clippedAt = -Double.infinity
  /// The time since which the target has held.
  private var calmSince: Double?
  /// The level above which the target is being tried; `nil` where it is not.
  private var triedLevel: Double?

  /// Notes a block of frames that clipped.
  ///
  /// - Parameter mean: The mean level of the block.
  mutating func clip(at time: Double, mean: Double) {
    if let triedLevel, calmSince != nil || mean > triedLevel { delay = min(2 * delay, Self.delays.upperBound) }
    (clippedAt, triedLevel, calmSince) = (time, nil, nil)
  }

  /// Notes a block of frames that did not clip, and returns whether the target can be tried again.
  ///
  /// - Parameters:
  ///   - mean: The mean level of the block.
  ///   - ceiling: The level that clipping has lowered the target to; infinite where it has not.
  mutating func isOver(at time: Double, mean: Double, ceiling: Double) -> Bool {
    guard ceiling == .infinity else {
      guard time - clippedAt >= delay else { return false }
      triedLevel = ceiling
      return true
    }
    // A target that is tried again holds from the time at which the level is above that of the lowered target.
    if let calmSince {
      guard time - calmSince >= max(Self.leastCalm, 2 * delay) else { return false }
      (triedLevel, self.calmSince) = (nil, time)
      delay = max(delay / 2, Self.delays.lowerBound)
    } else if triedLevel.map({ mean > $0 }) ?? true {
      calmSince = time
    }
    return false
  }

  /// The delays, in seconds: from about as long as something bright is carried past, to one that nobody notices.
  private static let delays = 20.0...600
  /// The least time, in seconds, for which the target must hold before the delay is halved.
  private static let leastCalm = 60.0
}
