/// When a target that clipped is tried again.
///
/// What clipped is often gone soon: a lamp that was carried past, a screen. Each time that it clips again before the target has held
/// for a while, the delay doubles, so reflections that stay, or come again and again, are tried ever more rarely. Each calm
/// time at the target halves it.
struct ClippingMemory: Hashable, Sendable {
  /// The seconds without clipping after which the target is tried again.
  private var delay = Self.delays.lowerBound
  private var clippedAt = -Double.infinity
  /// The level above which the target is being tried; `nil` where it is not.
  private var triedLevel: Double?
  /// The time at which the tried level was first passed without clipping.
  private var passedAt: Double?

  /// Notes a block of frames that clipped.
  mutating func clip(at time: Double) {
    if triedLevel != nil { delay = min(2 * delay, Self.delays.upperBound) }
    (clippedAt, triedLevel, passedAt) = (time, nil, nil)
  }

  /// Notes a block of frames that did not clip, and returns whether the target can be tried again.
  ///
  /// - Parameters:
  ///   - mean: The mean level of the block.
  ///   - ceiling: The level that clipping has lowered the target to; infinite where it has not.
  mutating func isOver(at time: Double, mean: Double, ceiling: Double) -> Bool {
    if let level = triedLevel {
      if mean > level, passedAt == nil { passedAt = time }
      if let passed = passedAt, time - passed >= max(Self.leastCalm, 2 * delay) {
        (triedLevel, passedAt) = (nil, nil)
        delay = max(delay / 2, Self.delays.lowerBound)
      }
      return false
    }
    guard ceiling < .infinity, time - clippedAt >= delay else { return false }
    triedLevel = ceiling
    return true
  }

  /// The delays, in seconds: from about as long as something bright is carried past, to one that nobody notices.
  private static let delays = 20.0...600
  /// The least time, in seconds, for which the target must hold before the delay is halved.
  private static let leastCalm = 60.0
}
