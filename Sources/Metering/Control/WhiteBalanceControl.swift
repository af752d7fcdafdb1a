internal import GrayCard
internal import WhiteBalance

/// Controls white balance: it measures the light's ratios until they are known well enough, sets the gains for them,
/// and measures again on frames that have these gains.
///
/// The device's own response is measured, with its gains divided out, so there is no loop that could oscillate. The
/// second measurement differs only where the driver's gains are not what it states; it then corrects them.
struct WhiteBalanceControl: Hashable, Sendable {
  private var block = RatioBlock()
  private var window = RatioWindow()
  /// The ratios that the device's gains were last set for.
  private var asked: LogRatios?
  private var framesToSettle = 0
  private var patience = Patience()

  /// The least number of blocks that must agree before gains are set. A single block cannot disagree.
  private static let leastBlocks = 2

  /// The number of standard errors that a difference may have by chance. One block in about 200 exceeds it in either
  /// ratio.
  private static let standardErrors = 3.0

  /// Starts a new measurement. The gains that were asked for earlier may have been changed since.
  mutating func restart() {
    (block, window, asked) = (RatioBlock(), RatioWindow(), nil)
    framesToSettle = 0
  }

  /// Checks whether the gains that were last asked for still hold.
  mutating func resume() {
    (block, window) = (RatioBlock(), RatioWindow())
    framesToSettle = 0
  }

  /// Discards the current block, because its frames must be consecutive and some are missing.
  mutating func interrupt() { block = RatioBlock() }

  /// Takes a frame.
  ///
  /// - Parameter mayAct: Whether the rest of the device is settled.
  /// - Returns: The gains to set, or `nil` for no change.
  mutating func update(
    _ metered: inout MeteredQuantity<MeasuredGains>, with frame: MeteringFrame, at time: Double, isScanning: Bool,
    mayAct: Bool, settings: MeterSettings
  ) -> WhiteBalanceGains? {
    guard case .ok(let neutral) = frame.card, neutral.value.isPositive, frame.appliedGains.isPositive else {
      // Earlier frames of the block may already show what now covers the card.
      block = RatioBlock()
      framesToSettle = settings.settlingFrames
      if metered.status == .metering { metered.reason = .refused(frame.refusals) }
      return nil
    }
    guard framesToSettle <= 0 else {
      framesToSettle -= 1
      return nil
    }
    guard let ratios = block.add(neutral, dividedBy: frame.appliedGains) else { return nil }
    window.add(ratios)
    return decide(&metered, at: time, isScanning: isScanning, mayAct: mayAct, settings: settings)
  }

  private mutating func decide(
    _ metered: inout MeteredQuantity<MeasuredGains>, at time: Double, isScanning: Bool, mayAct: Bool,
    settings: MeterSettings
  ) -> WhiteBalanceGains? {
    if metered.status == .converged {
      guard hasDeparted(at: time, settings) else { return nil }
      patience.depart(at: time)
      (metered.status, metered.reason) = (.metering, nil)
    }
    // A scan is not slowed down, because its caller waits for it.
    let factor = isScanning ? 1 : patience.factor(at: time)
    if let asked, let now = window.agreed(within: settings.ratioError, count: factor), matches(now, asked, settings) {
      (metered.status, metered.reason) = (.converged, nil)
      return nil
    }
    guard let now = window.agreed(within: settings.ratioError, count: factor * Self.leastBlocks) else {
      if metered.status == .metering { metered.reason = obstacle(settings) }
      return nil
    }
    guard mayAct, let gains = now.gains(adding: window.common) else { return nil }
    metered.value = gains
    metered.reason = nil
    (asked, window, block) = (now, RatioWindow(), RatioBlock())
    return gains.value
  }

  private func matches(_ now: LogRatios, _ asked: LogRatios, _ settings: MeterSettings) -> Bool {
    now.distance(from: asked, beside: Self.standardErrors) <= settings.ratioDifference
  }

  private func hasDeparted(at time: Double, _ settings: MeterSettings) -> Bool {
    departs(ofLast: Self.leastBlocks, at: time, settings)
  }

  /// Returns whether the latest block has departed from the gains. They are measured again only after several blocks
  /// have.
  func isDeparting(at time: Double, _ settings: MeterSettings) -> Bool { departs(ofLast: 1, at: time, settings) }

  private func departs(ofLast count: Int, at time: Double, _ settings: MeterSettings) -> Bool {
    guard let asked, window.blocks.count >= count else { return false }
    let distance = window.mean(ofLast: count).distance(from: asked, beside: Self.standardErrors)
    return distance > settings.ratioDeparture * Double(patience.factor(at: time))
  }

  /// Returns why the blocks so far do not agree.
  private func obstacle(_ settings: MeterSettings) -> MeteringReason? {
    guard window.blocks.count >= Self.leastBlocks else { return nil }
    return window.blocks.last.map { $0.mean.standardError > settings.ratioError } == true ? .noisy : .unsteady
  }
}
