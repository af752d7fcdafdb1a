internal import WhiteBalance

/// The state of automatic balance: whether it is at rest, for how many frames, and the gains of the frame before.
struct AutomaticBalance {
  private(set) var isSettled = false
  private var quietFrames = 0
  private var last: WhiteBalanceGains?

  /// Notes the gains that the device's own automatic balance has in a frame.
  mutating func follow(_ gains: WhiteBalanceGains) {
    settle(isQuiet: last.map { gains.isNear($0, within: Self.settledDifference) } ?? false)
    last = gains
  }

  /// Returns the next gains on the way from `current` to `target`, or `nil` where `current` is near enough.
  mutating func step(from current: WhiteBalanceGains, to target: WhiteBalanceGains) -> WhiteBalanceGains? {
    // Gains that have come to rest stay until they are clearly off.
    let difference = isSettled ? Self.departure : Self.settledDifference
    let isNear = current.isNear(target, within: difference)
    settle(isQuiet: isNear)
    guard !isNear else { return nil }
    if current.isNear(target, within: Self.jump) { return target }
    return current.mixed(with: target)
  }

  private mutating func settle(isQuiet: Bool) {
    quietFrames = isQuiet ? quietFrames + 1 : 0
    isSettled = quietFrames >= Self.settlingFrames
  }

  /// The largest relative difference at rest. The mean of the middle of a frame varies far less.
  static let settledDifference = 0.005
  /// The relative difference from which gains at rest move again.
  private static let departure = 0.02
  /// The largest difference that one step covers. A larger one may be due to a passer-by, so the step is half of it.
  private static let jump = 0.1
  /// The number of quiet frames at rest.
  private static let settlingFrames = 4
}

extension WhiteBalanceGains {
  /// Returns whether both ratios to green differ by a factor of at most 1 + `difference`.
  func isNear(_ other: WhiteBalanceGains, within difference: Double) -> Bool {
    let red = red / green / (other.red / other.green)
    let blue = blue / green / (other.blue / other.green)
    return [red, blue].allSatisfy { max($0, 1 / $0) <= 1 + difference }
  }

  /// Returns the gains halfway to `other`, in stops.
  fileprivate func mixed(with other: WhiteBalanceGains) -> WhiteBalanceGains {
    func middle(_ a: Double, _ b: Double) -> Double { (a * b).squareRoot() }
    let (own, other) = (normalized, other.normalized)
    return WhiteBalanceGains(
      red: middle(own.red, other.red), green: middle(own.green, other.green), blue: middle(own.blue, other.blue)
    ).normalized
  }
}
