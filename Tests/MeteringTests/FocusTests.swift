import GrayCard
import Metering
import RealModule
import TestSupport
import Testing

/// The search for the sharpest position of the lens.
@Suite struct FocusTests {
  /// A bell curve, as contrast against the lens's position is near its peak.
  static func bell(_ position: Double, at peak: Double, width: Double = 0.08) -> Double {
    let offset = (position - peak) / width
    return Double.exp(-offset * offset / 2)
  }

  static func bench(_ sharpness: @escaping (Double) -> Double) -> MeteringBench {
    var bench = MeteringBench { _ in .daylight }
    bench.sharpness = sharpness
    return bench
  }

  @Test func `the lens stops at the peak, wherever it is`() throws {
    for step in 0...40 {
      let peak = Double(step) / 40
      var bench = Self.bench { 1 + 4 * Self.bell($0, at: peak) }
      try bench.meter.scan([.focus])
      bench.runScan()
      #expect(bench.log.statuses(.focus) == [.converged, .locked], "\(peak)")
      #expect(Tolerance.focusPosition.allows(abs(bench.lensPosition - peak)), "\(bench.lensPosition) for \(peak)")
      #expect(bench.meter.scene.focus.value == bench.lensPosition)
      #expect(bench.time < 6)
    }
  }

  @Test(arguments: [0.0, 1]) func `a search asks for no position beyond the lens's way, also where an end is sharpest`(
    peak: Double
  ) throws {
    var bench = Self.bench { 1 + 4 * Self.bell($0, at: peak) }
    try bench.meter.scan([.focus])
    bench.runScan()
    let positions = bench.log.actions.compactMap(\.actions.lensPosition)
    #expect(positions.count > 9 && positions.allSatisfy { (0...1).contains($0) }, "\(positions)")
  }

  /// The search's noise is in its nine coarse positions alone, or in its seven fine ones alone.
  @Test(arguments: [1...9, 10...16] as [ClosedRange<Int>])
  func `a peak that is found again but for the noise of its search holds, and below that is looked for again`(
    noisy: ClosedRange<Int>
  ) throws {
    let (noise, best) = (0.1, 5.0)
    // Three frames whose sum of squares about their mean is the median of such noise.
    let deviation = noise * Double.log(2).squareRoot()
    for (errors, isHeld) in [(7.5, true), (8.5, false)] {
      var meter = Meter()
      try meter.scan([.focus])
      var positions: [Double] = []
      for index in 0..<(3 * 17 + 2) {
        var frame = Frames.ok(.daylight, index: index)
        let sharpness = 1 + (best - 1) * Self.bell(positions.last ?? 0, at: 0.5)
        frame.sharpness =
          switch positions.count {
          case noisy: sharpness + deviation * Double(index % 3 - 1)
          case 17: 0.9 * best - errors * noise / 3.0.squareRoot()
          default: sharpness
          }
        if let position = meter.update(with: frame).lensPosition { positions.append(position) }
      }
      #expect((meter.scene.focus.status == .locked) == isHeld, "\(errors) errors")
      #expect(positions.count == (isHeld ? 17 : 18), "\(errors) errors")
    }
  }

  @Test func `sharpness measured before an untrusted frame does not count`() throws {
    var meter = Meter()
    try meter.scan([.focus])
    func update(_ index: Int, isTrusted: Bool = true) -> Double? {
      var frame = Frames.ok(.daylight, index: index)
      (frame.sharpness, frame.isTrusted) = (1, isTrusted)
      return meter.update(with: frame).lensPosition
    }
    // The first frame asks for the first position, and three trusted ones in a row measure it.
    #expect(update(0) == 0)
    for (index, isTrusted) in zip(1..., [true, true, false, true, true]) {
      #expect(update(index, isTrusted: isTrusted) == nil)
    }
    #expect(update(6) != nil)
  }

  @Test func `a card without detail has no focus, and the scan says so`() throws {
    for seed in 0..<20 as Range<UInt64> {
      var bench = MeteringBench(seed: seed) { _ in .daylight }
      bench.sharpness = { _ in 1 }
      bench.sharpnessError = 0.03
      try bench.meter.scan([.focus, .whiteBalance])
      bench.runScan()
      #expect(bench.meter.scene.focus.status == .diverged)
      #expect(bench.meter.scene.focus.reason == .noContrast)
      #expect(bench.meter.scene.whiteBalance.status == .locked)
    }
  }

  @Test(arguments: [(0.04, false), (0.07, true)])
  func `sharpness that differs by less than a twentieth is no peak, however quiet the frames`(
    height: Double, isPeak: Bool
  ) throws {
    var bench = Self.bench { 1 + height * Self.bell($0, at: 0.5) }
    bench.sharpnessError = 0
    try bench.meter.scan([.focus])
    bench.runScan()
    #expect(bench.log.statuses(.focus) == (isPeak ? [.converged, .locked] : [.diverged]))
    #expect((bench.meter.scene.focus.reason == .noContrast) == !isPeak)
  }

  @Test func `a failed request leaves a sharp lens in place`() throws {
    var bench = Self.bench { 1 + 4 * Self.bell($0, at: 0.5) }
    try bench.meter.unlock([.focus])
    bench.run(for: 15)
    #expect(bench.log.statuses(.focus) == [.converged])
    let (lens, count) = (bench.lensPosition, bench.log.actions.count)
    bench.meter.noteFailedRequest()
    #expect(bench.meter.scene.focus.status == .metering)
    bench.run(for: 5)
    #expect(bench.meter.scene.focus.status == .converged)
    #expect(bench.lensPosition == lens && bench.log.actions.count == count)
  }

  @Test func `a search that finds nothing, and one that runs out of time, leave the lens where it was`() throws {
    for seed in 0..<5 as Range<UInt64> {
      var bench = MeteringBench(seed: seed) { _ in .daylight }
      bench.sharpness = { _ in 1 }
      let before = bench.lensPosition
      try bench.meter.scan([.focus])
      bench.runScan()
      #expect(bench.meter.scene.focus.reason == .noContrast)
      #expect(bench.lensPosition == before && bench.meter.scene.focus.value == before)
    }
    let (begun, before) = try Self.searching(timeLimit: 1)
    var bench = begun
    bench.runScan()
    #expect(bench.meter.scene.focus.status == .diverged && bench.lensPosition == before)
    #expect(bench.meter.scene.focus.value == before)
  }

  /// Returns a bench in the midst of a search for the peak at 0.9, and the position of its lens before.
  private static func searching(timeLimit: Double) throws -> (bench: MeteringBench, before: Double) {
    var settings = MeterSettings()
    settings.timeLimit = timeLimit
    var bench = bench { 1 + 4 * bell($0, at: 0.9) }
    bench.meter = Meter(settings: settings)
    let before = bench.lensPosition
    try bench.meter.scan([.focus])
    bench.run(for: 0.9)
    try #require(bench.lensPosition != before)
    return (bench, before)
  }

  /// What ends a search before its time.
  enum Ending: CaseIterable { case scanWithoutFocus, scanWithFocus, clock }

  @Test(arguments: Ending.allCases) func `a search that is ended from outside leaves the lens where it began`(
    ending: Ending
  ) throws {
    let (begun, before) = try Self.searching(timeLimit: 2)
    var bench = begun
    switch ending {
    case .scanWithoutFocus: try bench.meter.scan([.whiteBalance])
    case .scanWithFocus: try bench.meter.scan([.focus])
    case .clock: bench.meter.endScan(after: 3)
    }
    bench.run(for: 3)
    #expect(bench.lensPosition == before && bench.meter.scene.focus.value == before)
    #expect(bench.meter.scene.focus.status == .diverged)
    // The next search begins anew.
    try bench.meter.unlock([.focus])
    bench.run(for: 9)
    #expect(Tolerance.focusPosition.allows(abs(bench.lensPosition - 0.9)), "\(bench.lensPosition)")
  }

  @Test(arguments: [false, true])
  func `a search that follows a lock returns the lens to where somebody has put it since`(isStopped: Bool) throws {
    var bench = Self.bench { _ in 1 }
    try bench.meter.unlock([.focus])
    bench.run(for: 0.5)
    if isStopped { bench.meter.stop([.focus], because: .leftToCamera) } else { try bench.meter.lock([.focus]) }
    bench.lensPosition = 0.8
    try bench.meter.scan([.focus])
    bench.runScan()
    #expect(bench.meter.scene.focus.reason == .noContrast && bench.lensPosition == 0.8, "\(bench.lensPosition)")
  }

  @Test func `a followed lens without contrast is searched for again once there is detail, and where it is asked for`()
    throws
  {
    var clock = 0.0
    var bench = MeteringBench { time in
      clock = time
      return .daylight
    }
    bench.sharpness = { clock < 60 ? 1 : 1 + 4 * Self.bell($0, at: 0.5) }
    try bench.meter.unlock([.focus])
    bench.run(for: 50)
    #expect(bench.log.statuses(.focus) == [.diverged] && bench.meter.scene.focus.reason == .noContrast)
    try bench.meter.unlock([.focus])
    #expect(bench.meter.scene.focus.status == .metering)
    bench.run(for: 9)
    #expect(bench.log.statuses(.focus) == [.diverged, .diverged] && bench.meter.scene.focus.reason == .noContrast)
    #expect(bench.log.actions.contains { $0.time > 50 && $0.actions.lensPosition != nil })
    bench.run(for: 30)
    #expect(bench.meter.scene.focus.status == .converged)
    #expect(Tolerance.focusPosition.allows(abs(bench.lensPosition - 0.5)))
  }

  @Test func `focus is searched again when it is lost, and only then`() throws {
    // The card moves once, after 100 seconds; a hand passes now and then.
    var peak = 0.3
    var clock = 0.0
    var bench = MeteringBench { time in
      clock = time
      return .daylight
    }
    bench.sharpness = { position in
      if clock > 100 { peak = 0.7 }
      return (1 + 9 * Self.bell(position, at: peak)) * (clock.truncatingRemainder(dividingBy: 30) < 1 ? 0.6 : 1)
    }
    try bench.meter.unlock([.focus])
    bench.run(for: 99)
    #expect(bench.log.statuses(.focus) == [.converged])
    #expect(Tolerance.focusPosition.allows(abs(bench.lensPosition - 0.3)))
    bench.run(for: 200)
    #expect(bench.log.statuses(.focus) == [.converged, .metering, .converged])
    #expect(Tolerance.focusPosition.allows(abs(bench.lensPosition - 0.7)))
  }

  @Test func `a scan without focus does not wait for a lens that is followed, which goes on behind it`() throws {
    var bench = Self.bench { 1 + 4 * Self.bell($0, at: 0.5) }
    try bench.meter.unlock([.focus])
    bench.run(for: 0.5)
    #expect(bench.meter.scene.focus.status == .metering)
    let lens = bench.lensPosition
    try bench.meter.scan([.exposure, .whiteBalance])
    bench.runScan()
    #expect(bench.meter.scene.whiteBalance.status == .locked && bench.time < 3)
    #expect(bench.lensPosition == lens && bench.meter.scene.focus.status == .metering)
    bench.run(for: 8)
    #expect(bench.meter.scene.focus.status == .converged)
    #expect(Tolerance.focusPosition.allows(abs(bench.lensPosition - 0.5)), "\(bench.lensPosition)")
  }

  @Test func `a lock that runs out looks at the peak again, and searches only if it is gone`() throws {
    var bench = Self.bench { 1 + 4 * Self.bell($0, at: 0.5) }
    try bench.meter.scan([.focus], lockDuration: 2)
    bench.run(for: 20)
    #expect(bench.log.statuses(.focus) == [.converged, .locked, .metering, .converged])
    // The lens rests since it was locked.
    let locked = try #require(bench.log.changes.first { $0.status == .locked })
    #expect(!bench.log.actions.isEmpty && bench.log.actions.allSatisfy { $0.time < locked.time })
  }

  @Test func `a search begins with no sample of before`() throws {
    // Changes take no time.
    var meter = Meter()
    try meter.unlock([.focus])
    var (index, position) = (0, 0.4)
    func step(_ meter: inout Meter) {
      index += 1
      var frame = Frames.ok(.daylight, index: index)
      frame.sharpness = 1 + 4 * FocusTests.bell(position, at: 0.5)
      if !meter.skip(frameAt: frame.time, sequence: frame.sequence) {
        position = meter.update(with: frame).lensPosition ?? position
      }
    }
    for _ in 0..<305 { step(&meter) }
    #expect(meter.scene.focus.status == .converged)
    for count in 0..<12 {
      var trial = meter
      for _ in 0..<count { step(&trial) }
      try trial.scan([.focus])
      for _ in 0..<200 where trial.isScanning { step(&trial) }
      #expect(trial.scene.focus.status == .locked, "\(count)")
    }
  }

  @Test func `no sharpness is measured in the dark`() throws {
    var bench = FocusTests.bench { 1 + 4 * FocusTests.bell($0, at: 0.5) }
    bench.cover = { $0 < 2 ? [.tooDark] : [] }
    try bench.meter.scan([.focus])
    bench.run(for: 1.9)
    #expect(bench.log.actions.count == 1)
    bench.runScan()
    #expect(Tolerance.focusPosition.allows(abs(bench.lensPosition - 0.5)))
  }
}
