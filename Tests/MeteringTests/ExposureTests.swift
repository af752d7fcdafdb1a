import GrayCard
import Metering
import RealModule
import TestSupport
import Testing
import WhiteBalance

/// The exposure of a card that clips, or sits in the dark.
@Suite struct ExposureTests {
  static func bench(stops: Double) -> MeteringBench {
    MeteringBench { _ in .daylight.dimmed(to: Double.exp2(stops)) }
  }

  /// Where the brightest channel is.
  static func level(_ bench: MeteringBench) -> Double {
    let neutral = bench.light(bench.time).neutral
    return max(neutral.red, neutral.green, neutral.blue) * Double.exp2(bench.exposure)
  }

  @Test(arguments: [-12.0, -9, -5, -2, -0.5, 0, 0.5, 1.5, 3, 6, 6.6, 10])
  func `a card that clips or sits in the dark is exposed, and then read`(stops: Double) throws {
    var bench = Self.bench(stops: stops)
    try bench.meter.scan([.exposure, .whiteBalance])
    bench.runScan()
    #expect(bench.log.statuses(.exposure) == [.converged, .locked])
    #expect(bench.log.statuses(.whiteBalance) == [.converged, .locked])
    #expect(Tolerance.exposedCard.allows(abs(Double.log2(Self.level(bench) / bench.meter.settings.exposureTarget))))
    #expect(Tolerance.lockedGains.allows(bench.log.worstLock))
    #expect(bench.time < 10)
  }

  @Test func `light that clips and then is dark is followed without a swing`() throws {
    // A lamp, ten times as bright, a hundredth, and as before.
    var bench = MeteringBench { time in
      .daylight.dimmed(to: [1, 12, 0.01, 1][min(Int(time / 60), 3)])
    }
    try bench.meter.unlock([.exposure, .whiteBalance])
    bench.run(for: 240)
    let threeTimes = Array(repeating: [MeteringStatus.metering, .converged], count: 3).joined()
    #expect(bench.log.statuses(.exposure) == [.converged] + threeTimes)
    // White balance held its gains all the while: the colour did not change.
    #expect(bench.log.statuses(.whiteBalance) == [.converged])
    #expect(Tolerance.heldExposure.allows(abs(Double.log2(Self.level(bench) / 0.5))))
  }

  @Test(arguments: [0.3, 0.5, 1, 1.4]) func `steps of the device that are coarser than the threshold make no swing`(
    step: Double
  ) throws {
    for stops in [-3.1, -1.7, -0.8, 0.4, 0.9] {
      var bench = Self.bench(stops: stops)
      bench.exposureStep = step
      try bench.meter.unlock([.exposure])
      bench.run(for: 60)
      #expect(bench.log.statuses(.exposure) == [.converged], "\(stops)")
      let off = abs(Double.log2(Self.level(bench) / 0.5))
      #expect(Tolerance.exposureBeyondStep.allows(off - max(step / 2, 0.25)), "\(stops)")
    }
  }

  @Test func `at the device's limit a card that can be read is, and one that cannot is named`() throws {
    var readable = Self.bench(stops: -4)
    readable.exposureLimits = -5...1
    try readable.meter.scan([.exposure, .whiteBalance])
    readable.runScan()
    #expect(readable.meter.scene.exposure.status == .locked)
    #expect(readable.meter.scene.exposure.reason == .exposureAtLimit)
    #expect(readable.meter.scene.whiteBalance.status == .locked)
    #expect(readable.exposure == 1)

    var dark = Self.bench(stops: -10)
    dark.exposureLimits = -5...1
    try dark.meter.scan([.exposure, .whiteBalance])
    dark.runScan()
    let limit = dark.meter.settings.timeLimit
    #expect(dark.meter.scene.exposure.status == .diverged)
    #expect(dark.meter.scene.exposure.reason == .timedOut(limit, .exposureAtLimit))
    #expect(dark.meter.scene.whiteBalance.reason == .timedOut(limit, .refused([.tooDark])))
  }

  @Test func `flicker that clips in some frames does not swing the exposure`() throws {
    for frameRate in [30, 29.97, 25] {
      var bench = MeteringBench { HourCase.flickering(.tungsten.dimmed(to: 1), depth: 1, at: $0, mains: 50) }
      bench.frameRate = frameRate
      bench.truth = [.tungsten]
      try bench.meter.unlock([.exposure])
      bench.run(for: 120)
      #expect(bench.log.statuses(.exposure) == [.converged], "\(frameRate)")
      #expect(bench.log.actions.count <= 3, "\(frameRate)")
    }
  }

  @Test func `a lamp whose pulses clip is exposed lower, and tried higher ever more rarely`() throws {
    // One frame of four is ten times as bright, and the mean a third of that.
    var bench = MeteringBench { .tungsten.dimmed(to: Int(($0 * 30).rounded()) % 4 == 0 ? 0.4 : 0.04) }
    bench.truth = [.tungsten]
    try bench.meter.unlock([.exposure])
    bench.run(for: 19)
    #expect(bench.log.statuses(.exposure) == [.converged])
    let first = bench.log.actions.count
    #expect(first <= 4, "\(bench.log.actions.map(\.time))")
    bench.run(for: 1200)
    // Tried at most after 20, 40, 80, … seconds, with a few changes each.
    #expect(bench.log.actions.count <= first + 6 * 4, "\(bench.log.actions.map(\.time))")
    let late = bench.log.actions.filter { $0.time > 660 }
    #expect(late.count <= 4, "\(late.map(\.time))")
  }

  @Test(arguments: [30.0, 45, 60, 90]) func `what clips again and again is tried ever more rarely`(every: Double) throws
  {
    // A part of the card clips above a level, for three seconds.
    var bench = Self.bench(stops: 0)
    bench.clippingLevel = 0.3
    bench.cover = { $0.truncatingRemainder(dividingBy: every) > every - 3 ? [.clipped] : [] }
    try bench.meter.unlock([.exposure])
    bench.run(for: 3600)
    let late = bench.log.actions.count { $0.time > 1800 }
    #expect(late <= 20, "\(late) changes in half an hour, of \(bench.log.actions.count)")
  }

  @Test func `what clipped for long and is gone does not leave the exposure low for long`() throws {
    var bench = Self.bench(stops: 0)
    bench.clippingLevel = 0.3
    bench.cover = { $0 < 2700 ? [.clipped] : [] }
    try bench.meter.unlock([.exposure])
    bench.run(for: 2700 + 660)
    #expect(Tolerance.exposedCard.allows(abs(Double.log2(Self.level(bench) / 0.5))), "\(Self.level(bench))")
    // After an hour of calm, what is carried past is forgotten in two minutes, and not in ten.
    let last = bench.time + 3600
    bench.cover = { (last..<last + 3).contains($0) ? [.clipped] : [] }
    bench.run(for: 3600 + 3 + 120)
    #expect(Tolerance.exposedCard.allows(abs(Double.log2(Self.level(bench) / 0.5))), "\(Self.level(bench))")
  }

  /// A lamp that is carried past, or a screen. No exposure leaves it whole.
  @Test(arguments: [1.0, 3, 8]) func `what clipped and is gone does not leave the exposure low`(seconds: Double) throws
  {
    var bench = Self.bench(stops: 0)
    bench.cover = { (10..<10 + seconds).contains($0) ? [.clipped] : [] }
    try bench.meter.unlock([.exposure])
    bench.run(for: 10 + seconds + 30)
    #expect(bench.meter.scene.exposure.status == .converged)
    #expect(Tolerance.exposedCard.allows(abs(Double.log2(Self.level(bench) / 0.5))), "\(Self.level(bench))")
  }

  /// Below half of the target there is room for more light, which mends such noise.
  @Test(arguments: [0, -0.8, -3]) func `a card whose noise is cut off, whatever the light, is exposed to the target`(
    stops: Double
  ) throws {
    var bench = Self.bench(stops: stops)
    bench.cover = { _ in [.cutOff] }
    try bench.meter.scan([.exposure])
    bench.runScan()
    #expect(bench.log.statuses(.exposure) == [.converged, .locked])
    #expect(Tolerance.exposedCard.allows(abs(Double.log2(Self.level(bench) / bench.meter.settings.exposureTarget))))
  }

  @Test func `a block of frames is dark where most of its frames are`() throws {
    for (darkFrames, isExposed) in [(1, true), (5, true), (7, false), (11, false)] {
      var bench = Self.bench(stops: 0)
      bench.cover = { ($0 * 30).rounded().truncatingRemainder(dividingBy: 12) < Double(darkFrames) ? [.tooDark] : [] }
      try bench.meter.unlock([.exposure])
      bench.run(for: 10)
      #expect((bench.meter.scene.exposure.status == .converged) == isExposed, "\(darkFrames) of 12")
    }
  }

  @Test func `a hand before the lens for a second changes no exposure, in the dark for longer does`() throws {
    var bench = Self.bench(stops: 0)
    bench.cover = { (10..<11).contains($0) ? [.tooDark] : [] }
    try bench.meter.unlock([.exposure])
    bench.run(for: 20)
    #expect(bench.log.statuses(.exposure) == [.converged])
    #expect(bench.log.actions.isEmpty)
    var dark = MeteringBench { .daylight.dimmed(to: $0 < 10 ? 1 : 0.02) }
    dark.cover = { $0 < 10 ? [] : [.tooDark] }
    try dark.meter.unlock([.exposure])
    dark.run(for: 11)
    #expect(dark.log.statuses(.exposure) == [.converged] && dark.log.actions.isEmpty)
    dark.run(for: 2)
    #expect(!dark.log.actions.isEmpty)
  }

  @Test func `a block of which any frame clips throughout is exposed by the larger step`() throws {
    var meter = Meter()
    try meter.scan([.exposure])
    var change: Double?
    for index in 0..<12 {
      var frame = Frames.ok(.daylight, index: index)
      frame.card = .refused([CardRefusal(code: .clipped, value: 1, limit: 0)])
      (frame.level, frame.clippedShare) = (1, index < 11 ? 1 : 0.1)
      change = meter.update(with: frame).exposureChange ?? change
    }
    #expect(change == -2)
  }

  /// A device that does what it is asked, and changes nothing.
  @Test func `exposure farther off than a departure has not converged, however many changes were made`() throws {
    var meter = Meter()
    try meter.unlock([.exposure])
    var changes = 0
    for index in 0..<120 {
      if meter.update(with: Frames.ok(.daylight.dimmed(to: 0.2), index: index)).exposureChange != nil { changes += 1 }
      #expect(meter.scene.exposure.status == .metering)
    }
    #expect(changes == 10)
  }

  @Test func `one change of exposure has at most four stops`() throws {
    var meter = Meter()
    try meter.unlock([.exposure])
    var changes: [Double] = []
    for index in 0..<12 {
      var frame = Frames.ok(.daylight, index: index)
      frame.level = 1e-6
      if let change = meter.update(with: frame).exposureChange { changes.append(change) }
    }
    #expect(changes == [4])
  }

  @Test func `a scan exposes to the target, whatever clipped before it`() throws {
    var bench = MeteringBench {
      .tungsten.dimmed(to: $0 < 5 && Int(($0 * 30).rounded()) % 4 == 0 ? 0.4 : 0.04)
    }
    bench.truth = [.tungsten]
    try bench.meter.scan([.exposure])
    // Without a new scan, what clipped would lower the target for twenty seconds.
    bench.run(for: 6)
    #expect(bench.meter.scene.exposure.status == .locked)
    try bench.meter.scan([.exposure])
    bench.runScan()
    #expect(Tolerance.exposedCard.allows(abs(Double.log2(ExposureTests.level(bench) / 0.5))))
  }

  @Test func `each departure is exposed to the target anew`() throws {
    var bench = MeteringBench { .daylight.dimmed(to: Double.exp2($0 < 30 ? 0.6 : -4.6)) }
    // Three changes lead nowhere, and what is there is taken.
    bench.exposureStep = 1.4
    try bench.meter.unlock([.exposure])
    bench.run(for: 29)
    #expect(bench.meter.scene.exposure.status == .converged)
    // From here on the device has every step. One change leaves six tenths of a stop.
    bench.exposureStep = nil
    bench.run(for: 30)
    #expect(bench.meter.scene.exposure.status == .converged)
    #expect(Tolerance.exposedCard.allows(abs(Double.log2(ExposureTests.level(bench) / 0.5))))
  }
}
