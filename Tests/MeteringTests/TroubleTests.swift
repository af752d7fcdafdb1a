import GrayCard
import Metering
import TestSupport
import Testing
import WhiteBalance

/// Scans that cannot end well, scans that are cancelled, and frames that are odd.
@Suite struct TroubleTests {
  private static func failure(_ prepare: (inout MeteringBench) -> Void) throws -> MeteringBench {
    var bench = MeterTests.bench()
    prepare(&bench)
    try bench.meter.scan([.whiteBalance])
    bench.runScan()
    #expect(!bench.meter.isScanning)
    #expect(bench.meter.scene.whiteBalance.status == .diverged)
    #expect(Tolerance.endOfScan.allows(abs(bench.meter.elapsed - bench.meter.settings.timeLimit)))
    #expect(bench.log.actions.isEmpty)
    return bench
  }

  @Test func `a scan that runs out of time says by name what was in the way`() throws {
    let limit = MeterSettings().timeLimit
    func reason(_ bench: MeteringBench) -> MeteringReason? { bench.meter.scene.whiteBalance.reason }
    let refused = try Self.failure { $0.cover = { _ in [.colorVaries, .textured] } }
    #expect(reason(refused) == .timedOut(limit, .refused([.colorVaries, .textured])))
    let noisy = try Self.failure { $0.readingError = 0.1 }
    #expect(reason(noisy) == .timedOut(limit, .noisy))
    let unsteady = try Self.failure {
      $0.light = { Int($0 / 0.45).isMultiple(of: 2) ? .tungsten : .daylight.dimmed(to: 1 + 0.05 * $0) }
    }
    #expect(reason(unsteady) == .timedOut(limit, .unsteady))
    let rare = try Self.failure { $0.frameRate = 0.5 }
    #expect(reason(rare) == .timedOut(limit, .noFrames))
  }

  @Test func `what waits for another quantity of its scan says what was in the way of that one`() throws {
    var bench = MeterTests.bench()
    // Something clips at any exposure, so the lens waits until the scan is over.
    bench.cover = { _ in [.clipped] }
    bench.sharpness = { 1 - $0 * $0 }
    try bench.meter.scan([.exposure, .focus])
    bench.runScan()
    #expect(!bench.meter.isScanning)
    let reason = MeteringReason.timedOut(bench.meter.settings.timeLimit, .refused([.clipped]))
    #expect(bench.meter.scene.exposure.reason == reason && bench.meter.scene.focus.reason == reason)
  }

  @Test func `a scan without frames is ended from outside, by name`() throws {
    var meter = Meter()
    try meter.scan([.focus, .whiteBalance])
    meter.endScan(after: 5)
    #expect(!meter.isScanning)
    for quantity in [MeteringQuantity.focus, .whiteBalance] {
      #expect(meter.scene.status(of: quantity) == .diverged)
      #expect(meter.scene.reason(of: quantity) == .timedOut(5, .noFrames))
    }
    #expect(meter.scene.reason(of: .exposure) == .notMetered)
  }

  @Test func `a scan that is ended from outside says what was in the way in the last frame`() throws {
    var bench = MeterTests.bench()
    bench.cover = { $0 < 0.5 ? [] : [.notUniform] }
    try bench.meter.scan([.whiteBalance])
    bench.run(for: 1)
    bench.meter.endScan(after: 5)
    #expect(!bench.meter.isScanning)
    #expect(bench.meter.scene.whiteBalance.reason == .timedOut(5, .refused([.notUniform])))
  }

  @Test func `what is stopped is left alone, for the reason that was given`() throws {
    var bench = MeterTests.bench()
    try bench.meter.unlock([.exposure, .whiteBalance])
    #expect(bench.meter.measuredQuantities == [.exposure, .whiteBalance])
    bench.meter.stop([.whiteBalance], because: .deviceFailed)
    #expect(bench.meter.measuredQuantities == [.exposure])
    bench.run(for: 5)
    #expect(bench.meter.scene.whiteBalance.status == .diverged)
    #expect(bench.meter.scene.whiteBalance.reason == .deviceFailed)
    #expect(bench.meter.scene.exposure.status == .converged)
    #expect(bench.log.actions.isEmpty)
  }

  @Test func `after a scan that failed nothing is done, and the next may succeed`() throws {
    var bench = MeterTests.bench()
    bench.cover = { $0 < 30 ? [.notUniform] : [] }
    try bench.meter.scan([.whiteBalance])
    bench.run(for: 60)
    #expect(bench.log.actions.isEmpty)
    try bench.meter.scan([.whiteBalance])
    bench.runScan()
    #expect(bench.meter.scene.whiteBalance.status == .locked)
  }

  @Test func `what is followed and cannot be measured diverges, and converges by itself when it can`() throws {
    var bench = MeterTests.bench()
    bench.cover = { (10..<100).contains($0) ? [.notUniform] : [] }
    bench.light = { $0 < 50 ? .tungsten : .daylight }
    try bench.meter.unlock([.whiteBalance])
    bench.run(for: 60)
    // Refused frames hold the state.
    #expect(bench.log.statuses(.whiteBalance) == [.converged])
    try bench.meter.lock([.whiteBalance])
    try bench.meter.unlock([.whiteBalance])
    bench.run(for: 30)
    #expect(bench.meter.scene.whiteBalance.status == .diverged)
    #expect(
      bench.meter.scene.whiteBalance.reason == .timedOut(bench.meter.settings.timeLimit, .refused([.notUniform])))
    bench.run(for: 30)
    #expect(bench.meter.scene.whiteBalance.status == .converged)
    #expect(bench.log.convergenceErrors.last.map { Tolerance.lockedGains.allows($0.share) } == true)
  }

  // MARK: - Cancelling

  @Test func `cancelling unlocks nothing that was locked`() throws {
    var bench = MeteringBench { $0 < 10 ? .tungsten : .daylight.dimmed(to: 0.1) }
    bench.sharpness = { 1 + 4 * FocusTests.bell($0, at: 0.63) }
    let all = Set(MeteringQuantity.allCases)
    try bench.meter.scan(all, lockDuration: 100)
    bench.runScan()
    let before = bench.meter.scene
    bench.run(for: 5)
    // The scan is cancelled after different numbers of frames.
    var cancelled = 0
    for frames in stride(from: 1, through: 300, by: 23) {
      var trial = bench
      try trial.meter.scan(all)
      for _ in 0..<frames where trial.meter.isScanning { trial.step() }
      guard trial.meter.isScanning else { break }
      cancelled += 1
      trial.meter.cancelScan()
      // The owner gives the settings back.
      trial.set(like: bench)
      #expect(!trial.meter.isScanning)
      #expect(trial.meter.scene == before, "\(frames)")
      // And the lock runs out as it would have.
      trial.run(for: 120)
      for quantity in MeteringQuantity.allCases { #expect(trial.meter.scene.status(of: quantity) == .converged) }
    }
    // In each of the three searches.
    #expect(cancelled >= 5)
  }

  @Test func `cancelling a first scan leaves it diverged, and one of what is followed follows on`() throws {
    var bench = MeterTests.bench()
    try bench.meter.scan([.whiteBalance])
    bench.run(for: 0.3)
    bench.meter.cancelScan()
    #expect(bench.meter.scene.whiteBalance.reason == .cancelled)
    bench.run(for: 10)
    #expect(bench.log.actions.isEmpty)
    try bench.meter.unlock([.whiteBalance])
    bench.run(for: 5)
    try bench.meter.scan([.whiteBalance])
    bench.run(for: 0.3)
    bench.meter.cancelScan()
    bench.run(for: 5)
    #expect(bench.meter.scene.whiteBalance.status == .converged)
  }

  @Test func `what is locked during a scan stays so, where another scan takes its place and is cancelled`() throws {
    for isLocked in [true, false] {
      var bench = MeterTests.bench()
      if !isLocked { try bench.meter.lock([.whiteBalance]) }
      bench.sharpness = { _ in 1 }
      try bench.meter.scan([.focus])
      bench.run(for: 0.3)
      if isLocked { try bench.meter.lock([.whiteBalance]) } else { try bench.meter.unlock([.whiteBalance]) }
      let before = bench.meter.scene.whiteBalance
      try bench.meter.scan([.focus, .whiteBalance])
      bench.run(for: 0.3)
      bench.meter.cancelScan()
      #expect(bench.meter.scene.whiteBalance.status == before.status)
      #expect(bench.meter.scene.whiteBalance.lockExpiry == before.lockExpiry)
      // And the lens as it was before both.
      #expect(bench.meter.scene.focus.reason == .cancelled)
    }
  }

  @Test func `what a scan of other quantities takes the place of is locked or followed again`() throws {
    for isLocked in [true, false] {
      var bench = MeterTests.bench()
      if isLocked {
        try bench.meter.lock([.whiteBalance], duration: 600)
      } else {
        try bench.meter.unlock([.whiteBalance])
      }
      bench.run(for: 5)
      let before = bench.meter.scene.whiteBalance
      bench.sharpness = { _ in 1 }
      try bench.meter.scan([.whiteBalance])
      bench.run(for: 0.3)
      try bench.meter.scan([.focus])
      bench.run(for: 5)
      #expect(before.status == (isLocked ? .locked : .converged))
      #expect(bench.meter.scene.whiteBalance.status == before.status)
      #expect(bench.meter.scene.whiteBalance.lockExpiry == before.lockExpiry)
    }
  }

  @Test func `a scan takes the place of the one before`() throws {
    var bench = MeterTests.bench()
    bench.sharpness = { _ in 1 }
    try bench.meter.scan([.focus])
    bench.run(for: 0.5)
    try bench.meter.scan([.whiteBalance])
    bench.runScan()
    #expect(bench.meter.scene.focus.status == .diverged)
    #expect(bench.meter.scene.focus.reason == .cancelled)
    #expect(bench.meter.scene.whiteBalance.status == .locked)
  }

  // MARK: - Odd frames

  @Test func `a clock that jumps back, wraps or is no number neither ends a lock nor holds it`() throws {
    var meter = Meter()
    try meter.lock([.whiteBalance], duration: 10)
    var count = 0
    for index in 0..<1000 where meter.scene.whiteBalance.status == .locked {
      var frame = Frames.ok(.tungsten, index: index)
      // Back by an hour, each second.
      frame.time = Double(index % 30) / 30 - 3600 * Double(index / 30)
      if index == 95 { frame.time = .nan }
      _ = meter.update(with: frame)
      count = index
    }
    // A jump counts as the interval before it, and after no number nothing is known.
    #expect((300...302).contains(count), "\(count)")
  }

  @Test func `times as large as a number can be end no process`() throws {
    var meter = Meter()
    try meter.unlock([.whiteBalance])
    // A second step as large as the first would make their sum infinite.
    let times = [0, 1.7e308, 0] + (0..<2000).map { Double($0) / 30 }
    for (index, time) in times.enumerated() {
      // The light changes at first, so that the meter departs from what it has converged to.
      var frame = Frames.ok(index < 1000 && index / 200 % 2 == 0 ? .tungsten : .daylight, index: index)
      frame.time = time
      _ = meter.update(with: frame)
    }
    #expect(meter.scene.whiteBalance.status == .converged)
  }

  @Test(arguments: [-6, 0, 6]) func `a meter goes on behind a refused frame, whatever the number of settling frames`(
    count: Int
  ) throws {
    var settings = MeterSettings()
    settings.settlingFrames = count
    var meter = Meter(settings: settings)
    try meter.scan([.whiteBalance])
    _ = meter.update(with: Frames.refused(index: 0))
    for index in 1..<300 { _ = meter.update(with: Frames.ok(.tungsten, index: index)) }
    #expect(meter.scene.whiteBalance.status == .converged || meter.scene.whiteBalance.status == .locked)
  }

  @Test func `the same frame again tells nothing new`() throws {
    var meter = Meter()
    try meter.scan([.whiteBalance])
    for _ in 0..<1000 { #expect(meter.update(with: Frames.ok(.tungsten, index: 0)).isEmpty) }
    #expect(meter.scene.whiteBalance.status == .metering)
  }

  @Test func `an exposure without a level that is a number, and a focus without such a sharpness, do not converge`()
    throws
  {
    var meter = Meter()
    var moves = 0
    try meter.scan([.exposure, .focus])
    for index in 0..<900 {
      var frame = Frames.ok(.tungsten, index: index)
      (frame.level, frame.sharpness) = (index < 450 ? .nan : 0.5, .nan)
      if meter.update(with: frame).lensPosition != nil { moves += 1 }
      if index < 400 { #expect(meter.scene.exposure.status == .metering) }
    }
    // The search waits at its first position.
    #expect(meter.scene.status(of: .focus) == .diverged && moves == 1)
  }

  @Test func `neutrals, gains, levels and sharpness that are no numbers are not used`() throws {
    var meter = Meter()
    try meter.scan(Set(MeteringQuantity.allCases))
    for index in 0..<900 {
      let bad = [Double.nan, .infinity, -1, 0][index % 4]
      var frame = Frames.ok(.tungsten, index: index)
      frame.level = index.isMultiple(of: 2) ? bad : 0.5
      frame.sharpness = bad.isFinite ? 1 : bad
      frame.appliedGains = WhiteBalanceGains(red: bad, green: 1, blue: 1)
      let actions = meter.update(with: frame)
      #expect(actions.gains == nil)
      #expect(actions.exposureChange?.isFinite ?? true)
    }
    #expect(meter.scene.whiteBalance.status == .diverged)
  }
}
