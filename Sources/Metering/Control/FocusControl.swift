internal import GrayCard
internal import RealModule
internal import WhiteBalance

/// Controls focus: it finds the lens position at which the picture is sharpest, by a coarse search over the whole range
/// and a fine one about the best position.
///
/// Positions are tried in rising order, so that the play of the gears is always on the same side. A search that finds
/// no peak leaves the lens where it was.
struct FocusControl: Hashable, Sendable {
  private var phase = Phase.resting
  private var samples = Samples()
  private var patience = Patience()
  private var blocksOut = 0
  /// The position of the lens before the search, where it is known.
  private var origin: Double?

  private enum Phase: Hashable, Sendable {
    case resting
    case searching(Search)
    /// The lens is at the peak that was found, where the sharpness was measured to be this.
    case judging(sharpness: Double, error: Double)
    /// The focus is converged with this sharpness.
    case holding(sharpness: Double, error: Double)
    /// No position stood out. A scene with detail is sharper than this.
    case waiting(sharpness: Double)
  }

  private struct Search: Hashable, Sendable {
    var positions: [Double]
    var sharpness: [Double] = []
    /// The sum of squares of each position's frames about their mean.
    var squares: [Double] = []
    /// The standard error of a position's mean from the coarse search; `nil` during that search.
    var coarseError: Double?

    /// The standard error of a position's mean.
    ///
    /// It uses the median over the positions, so that motion at one of them does not make all look uncertain. The
    /// median of the sum of squares of three frames about their mean is 2 ln 2 times the variance.
    var standardError: Double {
      let variance = squares.sorted()[squares.count / 2] / (2 * Double.log(2))
      return max((variance / Double(FocusControl.framesPerPosition)).squareRoot(), coarseError ?? 0)
    }
  }

  private struct Samples: Hashable, Sendable {
    var count = 0
    var sum = 0.0
    var squares = 0.0

    mutating func add(_ value: Double) {
      count += 1
      sum += value
      squares += value * value
    }

    var mean: Double { sum / Double(count) }
    var squaresAboutMean: Double { max(squares - sum * sum / Double(count), 0) }
  }

  /// The number of frames at each position. It is the period of the beat of a lamp's 100 Hz at 30 frames a second.
  private static let framesPerPosition = 3

  /// The number of positions of the coarse search, an eighth of the lens's range apart. The peak of sharpness is wider,
  /// because a narrower one could not be found by hand either.
  private static let coarseCount = 9

  /// The number of positions of the fine search on either side, a quarter of a coarse step apart.
  private static let fineCount = 3

  /// The sharpest position must exceed the least sharp one by so many standard errors, and by this share of its own
  /// sharpness.
  ///
  /// By chance alone one search of 300 exceeds that many errors, in a simulation of nine equal positions of three
  /// frames. A card without detail varies by a few percent as the lens moves the frame's edges.
  private static let (contrastErrors, contrastShare) = (8.0, 0.05)

  /// The share of the peak's sharpness that must be found when the lens returns to it.
  private static let returnShare = 0.9

  /// The number of blocks in succession whose contrast must be off before the focus is searched again. With one, a
  /// single departure would start a search. With more, a search starts later.
  private static let patientBlocks = 2

  /// Begins anew. A search that takes the place of another returns to where the first began.
  mutating func restart() {
    if case .searching = phase {} else { origin = nil }
    (phase, samples, blocksOut) = (.resting, Samples(), 0)
  }

  /// Whether a search may begin with the next frame.
  var mayBegin: Bool { phase == .resting }

  /// Ends a search that is in progress.
  ///
  /// - Returns: The position of the lens before the search; `nil` where there is none, or it is not known.
  mutating func endSearch() -> Double? {
    guard case .searching = phase else { return nil }
    phase = .resting
    defer { origin = nil }
    return origin
  }

  /// Whether the contrast of the latest block was off. The focus is searched again only after several such blocks in
  /// succession.
  var isDeparting: Bool { blocksOut > 0 }

  /// Discards the frames at this position, which is then measured again.
  mutating func interrupt() { samples = Samples() }

  /// Checks whether the last peak that was found still holds, and searches where there is none.
  mutating func resume() {
    switch phase {
    case .holding(let sharpness, let error): phase = .judging(sharpness: sharpness, error: error)
    case .searching, .waiting: phase = .resting
    case .resting, .judging: break
    }
    (samples, blocksOut) = (Samples(), 0)
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - isScanning: Whether a scan is in progress, which has one search.
  ///   - mayAct: Whether the exposure is settled.
  /// - Returns: The lens position to set, 0 to 1, or `nil` for no change.
  mutating func update(
    _ metered: inout MeteredQuantity<Double>, with frame: MeteringFrame, at time: Double, isScanning: Bool,
    mayAct: Bool, settings: MeterSettings
  ) -> Double? {
    if isScanning, metered.status == .diverged, metered.reason == .noContrast { return nil }
    guard mayAct else { return nil }
    if phase == .resting {
      origin = origin ?? frame.lensPosition ?? metered.value
      let steps = Double(Self.coarseCount - 1)
      return search(Search(positions: (0..<Self.coarseCount).map { Double($0) / steps }), &metered)
    }
    guard let sharpness = frame.sharpness, sharpness.isFinite, frame.showsDetail else { return nil }
    samples.add(sharpness)
    if case .holding(let reference, _) = phase { return hold(reference, &metered, at: time, settings) }
    if case .waiting(let reference) = phase { return wait(above: reference, &metered, at: time) }
    guard samples.count == Self.framesPerPosition else { return nil }
    defer { samples = Samples() }
    switch phase {
    case .searching(var found):
      found.sharpness.append(samples.mean)
      found.squares.append(samples.squaresAboutMean)
      if found.sharpness.count < found.positions.count { return search(found, &metered) }
      return found.coarseError == nil ? refine(found, &metered) : finish(found, &metered)
    case .judging(let best, let error):
      guard samples.mean >= Self.returnShare * best - Self.contrastErrors * error else {
        // The scene has changed during the search.
        phase = .resting
        return nil
      }
      (metered.status, metered.reason) = (.converged, nil)
      phase = .holding(sharpness: samples.mean, error: error)
      return nil
    case .resting, .holding, .waiting: return nil
    }
  }

  /// Moves to the next position of a search.
  private mutating func search(_ found: Search, _ metered: inout MeteredQuantity<Double>) -> Double? {
    phase = .searching(found)
    return move(to: found.positions[found.sharpness.count], &metered)
  }

  private func move(to position: Double, _ metered: inout MeteredQuantity<Double>) -> Double? {
    metered.value = position
    return position
  }

  private mutating func refine(_ found: Search, _ metered: inout MeteredQuantity<Double>) -> Double? {
    let (best, worst) = (found.sharpness.max() ?? 0, found.sharpness.min() ?? 0)
    let isDistinct = best - worst > max(Self.contrastErrors * found.standardError, Self.contrastShare * best)
    guard isDistinct, let index = found.sharpness.firstIndex(of: best) else {
      (metered.status, metered.reason) = (.diverged, .noContrast)
      // The scene has detail again once it is sharper than the best position by the margin that the search required.
      phase = .waiting(sharpness: best + max(Self.contrastErrors * found.standardError, Self.contrastShare * best))
      (samples, blocksOut) = (Samples(), 0)
      defer { origin = nil }
      return origin.flatMap { move(to: $0, &metered) }
    }
    let step = 1 / Double(Self.coarseCount - 1) / Double(Self.fineCount + 1)
    let positions = (-Self.fineCount...Self.fineCount).map { found.positions[index] + Double($0) * step }
    return search(
      Search(positions: positions.filter { (0...1).contains($0) }, coarseError: found.standardError), &metered)
  }

  private mutating func finish(_ found: Search, _ metered: inout MeteredQuantity<Double>) -> Double? {
    let best = found.sharpness.max() ?? 0
    guard let index = found.sharpness.firstIndex(of: best) else { return nil }
    var position = found.positions[index]
    if index > 0, index < found.positions.count - 1 {
      // The peak is that of the bell curve through the three values.
      let logarithms = (index - 1...index + 1).map { Double.log(max(found.sharpness[$0], .leastNormalMagnitude)) }
      let curvature = logarithms[0] - 2 * logarithms[1] + logarithms[2]
      if curvature < 0 {
        let shift = (logarithms[0] - logarithms[2]) / (2 * curvature)
        position += shift * (found.positions[index + 1] - position)
      }
    }
    phase = .judging(sharpness: best, error: found.standardError)
    origin = nil
    return move(to: position, &metered)
  }

  /// Searches again once the scene has shown detail for a while.
  private mutating func wait(
    above reference: Double, _ metered: inout MeteredQuantity<Double>, at time: Double
  ) -> Double? {
    guard samples.count == HannWindow.count else { return nil }
    defer { samples = Samples() }
    blocksOut = samples.mean > reference ? blocksOut + 1 : 0
    guard blocksOut >= Self.patientBlocks * patience.factor(at: time) else { return nil }
    patience.depart(at: time)
    (metered.status, metered.reason) = (.metering, nil)
    (phase, blocksOut) = (.resting, 0)
    return nil
  }

  private mutating func hold(
    _ reference: Double, _ metered: inout MeteredQuantity<Double>, at time: Double, _ settings: MeterSettings
  ) -> Double? {
    guard samples.count == HannWindow.count else { return nil }
    defer { samples = Samples() }
    let least = reference * Double.pow(1 - settings.sharpnessLoss, Double(patience.factor(at: time)))
    blocksOut = samples.mean < least ? blocksOut + 1 : 0
    guard blocksOut >= Self.patientBlocks else { return nil }
    patience.depart(at: time)
    (metered.status, metered.reason) = (.metering, nil)
    (phase, blocksOut) = (.resting, 0)
    return nil
  }
}

extension MeteringFrame {
  /// Whether the frame's exposure shows detail, on a card or not: it is neither clipped nor too dark.
  fileprivate var showsDetail: Bool {
    guard case .refused(let refusals) = card else { return true }
    return !refusals.contains { [.clipped, .tooDark, .outsideFrame].contains($0.code) }
  }
}
