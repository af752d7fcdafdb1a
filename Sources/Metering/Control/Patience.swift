/// How far a scene must depart before a converged quantity is measured again, and for how long it must then be steady: farther
/// and longer while it keeps departing, so that light that beats slowly, which no block of frames averages, is not followed
/// up and down for ever.
struct Patience: Hashable, Sendable {
  private var doublings = 0
  private var lastDeparture: Double?

  /// In seconds: three times the beat of 20 s between mains that is off by 0.025 Hz and a camera that takes every fourth flash.
  static let calm = 60.0

  /// Eight times the departure allowed: 12 % of a ratio, which a beat hardly makes and a change of lamps does.
  static let mostDoublings = 3

  /// What thresholds, and the blocks that must agree, are multiplied with.
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
