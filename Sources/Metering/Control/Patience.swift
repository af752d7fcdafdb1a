/// The patience of a meter with a scene that keeps departing.
///
/// It raises the departure at which a converged quantity is measured again, and the time for which the quantity must
/// then be steady. Otherwise the meter would follow light that beats slowly, which no block of frames averages out, up
/// and down endlessly.
struct Patience: Hashable, Sendable {
  private var doublings = 0
  private var lastDeparture: Double?

  /// The time, in seconds, after which one doubling is forgotten. It is three times the beat of 20 s between mains that
  /// are off by 0.025 Hz and a camera that takes every fourth flash.
  static let calm = 60.0

  /// The largest number of doublings. Eight times the allowed departure is 12 % of a ratio, which a change of lamps
  /// exceeds and a beat hardly ever does.
  static let mostDoublings = 3

  /// Returns the factor on the thresholds and on the number of blocks that must agree.
  ///
  /// - Parameter time: The time, in seconds.
  func factor(at time: Double) -> Int { 1 << level(at: time) }

  mutating func depart(at time: Double) {
    doublings = lastDeparture == nil ? 0 : min(level(at: time) + 1, Self.mostDoublings)
    lastDeparture = time
  }

  /// One doubling is forgotten with each calm minute.
  private func level(at time: Double) -> Int {
    guard let lastDeparture else { return 0 }
    let calmMinutes = min((time - lastDeparture) / Self.calm, Double(Self.mostDoublings + 1))
    return max(doublings - Int(calmMinutes), 0)
  }
}
