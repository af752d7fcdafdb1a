internal import GrayCard
internal import WhiteBalance

/// White balance: the light's ratios are measured until they are known well enough, the gains for them set, and measured again
/// on frames that have them.
///
/// What is measured is the device's own response, whatever gains it has, so there is no loop that could swing. Only where the
/// driver's gains are not what it says does the second measurement differ, and the gains are then mended by it.
struct WhiteBalanceControl: Hashable, Sendable {
  private var block = RatioBlock()
  private var window = RatioWindow()
  /// Those that the device's gains were last asked to be for.
  private var asked: LogRatios?
  private var framesToSettle = 0
  private var patience = Patience()

  /// Blocks that must agree before gains are set: fewer could not disagree.
  private static let leastBlocks = 2

  /// What a difference may be by chance alone: one block in 370.
  private static let standardErrors = 3.0

  /// Measures from here on; what was asked of the device before may have been changed since.
  mutating func restart() {
    (block, window, asked) = (RatioBlock(), RatioWindow(), nil)
    framesToSettle = 0
  }

  /// Looks whether the gains that were asked for last are still good.
  mutating func resume() {
    (block, window) = (RatioBlock(), RatioWindow())
    framesToSettle = 0
  }

  /// Frames are missing in between: a block's frames follow one another.
  mutating func interrupt() { block = RatioBlock() }

  /// - Parameter mayAct: whether the rest of the device is settled.
  /// - Returns: gains to set.
  mutating func update(
    _ metered: inout MeteredQuantity<MeasuredGains>, with frame: MeteringFrame, at time: Double, isScanning: Bool,
    mayAct: Bool, settings: MeterSettings
  ) -> WhiteBalanceGains? {
    guard case .ok(let neutral) = frame.card, neutral.value.isMeasurable, frame.appliedGains.isMeasurable else {
      // The frames before it may show what then covered the card as well.
      block = RatioBlock()
      framesToSettle = settings.settlingFrames
      if metered.status == .metering { metered.reason = .refused(frame.refusals) }
      return nil
    }
    guard framesToSettle == 0 else {
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
    // Who asked for a scan waits for it.
    let factor = isScanning ? 1 : patience.factor(at: time)
    if let asked, let now = window.agreed(within: settings.ratioError, count: factor), matches(now, asked, settings) {
      (metered.status, metered.reason) = (.converged, nil)
      return nil
    }
    guard let now = window.agreed(within: settings.ratioError, count: factor * Self.leastBlocks) else {
      if metered.status == .metering { metered.reason = obstacle(settings) }
      return nil
    }
    guard mayAct, let gains = now.addingVariance(of: window.common).gains else { return nil }
    metered.value = gains
    metered.reason = nil
    (asked, window, block) = (now, RatioWindow(), RatioBlock())
    return gains.value
  }

  private func matches(_ now: LogRatios, _ asked: LogRatios, _ settings: MeterSettings) -> Bool {
    now.distance(from: asked, beside: Self.standardErrors) <= settings.ratioDifference
  }

  private func hasDeparted(at time: Double, _ settings: MeterSettings) -> Bool {
    guard let asked, window.blocks.count >= Self.leastBlocks else { return false }
    let distance = window.mean(ofLast: Self.leastBlocks).distance(from: asked, beside: Self.standardErrors)
    return distance > settings.ratioDeparture * Double(patience.factor(at: time))
  }

  /// Why the blocks so far do not agree.
  private func obstacle(_ settings: MeterSettings) -> MeteringReason? {
    guard window.blocks.count >= Self.leastBlocks else { return nil }
    return window.blocks.last.map { $0.mean.standardError > settings.ratioError } == true ? .noisy : .unsteady
  }
}

extension LinearRGB {
  /// As `isPositive`, without an array for every frame.
  fileprivate var isMeasurable: Bool {
    red > 0 && green > 0 && blue > 0 && red.isFinite && green.isFinite && blue.isFinite
  }
}

extension WhiteBalanceGains {
  fileprivate var isMeasurable: Bool {
    red > 0 && green > 0 && blue > 0 && red.isFinite && green.isFinite && blue.isFinite
  }
}
