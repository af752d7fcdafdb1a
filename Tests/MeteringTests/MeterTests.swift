import GrayCard
import Metering
import RealModule
import TestSupport
import Testing
import WhiteBalance

/// Scan, lock and unlock.
@Suite struct MeterTests {
  static func bench(_ light: BenchLight = .tungsten) -> MeteringBench {
    MeteringBench { _ in light }
  }

  @Test func `a scan goes from diverged over metering and converged to locked, at the light's gains`() throws {
    var bench = Self.bench()
    #expect(bench.meter.scene.whiteBalance.status == .diverged)
    #expect(bench.meter.scene.whiteBalance.reason == .notMetered)
    try bench.meter.scan([.whiteBalance])
    #expect(bench.meter.scene.whiteBalance.status == .metering)
    bench.runScan()
    #expect(bench.log.statuses(.whiteBalance) == [.converged, .locked])
    #expect(Tolerance.lockedGains.allows(bench.log.worstLock))
    #expect(bench.time < 2)
    // A quantity that was not asked for is left alone.
    #expect(bench.meter.scene.exposure.status == .diverged)
    #expect(bench.log.actions.count == 1)
  }

  @Test func `exposure, focus and white balance are scanned in this order, and locked together`() throws {
    var bench = Self.bench(.daylight.dimmed(to: 0.1))
    bench.sharpness = { 1 + 4 * FocusTests.bell($0, at: 0.63) }
    try bench.meter.scan([.exposure, .focus, .whiteBalance])
    bench.runScan()
    let converged = bench.log.changes.filter { $0.status == .converged }
    #expect(converged.map(\.quantity) == [.exposure, .focus, .whiteBalance])
    let locked = bench.log.changes.filter { $0.status == .locked }
    #expect(locked.count == 3 && locked.allSatisfy { $0.time == bench.time })
    #expect(Tolerance.lockedGains.allows(bench.log.worstLock))
    // Ten times the light that is missing.
    #expect(Tolerance.exposedCard.allows(abs(bench.exposure - Double.log2(10))))
  }

  @Test func `gains are set when exposure and lens have come to rest, also where changes take no time`() throws {
    var bench = Self.bench(.daylight.dimmed(to: 0.1))
    bench.delay = -1
    bench.sharpness = { 1 + 4 * FocusTests.bell($0, at: 0.63) }
    try bench.meter.scan([.exposure, .focus, .whiteBalance])
    bench.runScan()
    let kinds = bench.log.actions.map { actions in
      actions.actions.exposureChange != nil ? 0 : actions.actions.lensPosition != nil ? 1 : 2
    }
    #expect(kinds == kinds.sorted() && Set(kinds).count == 3)
  }

  @Test(arguments: [0.5, 1, 7.3])
  func `a lock runs out at the first frame at or after its time`(duration: Double) throws {
    var bench = Self.bench()
    try bench.meter.scan([.whiteBalance], lockDuration: duration)
    bench.runScan()
    let locked = bench.meter.elapsed
    #expect(bench.meter.scene.whiteBalance.lockExpiry == locked + duration)
    while bench.meter.scene.whiteBalance.status == .locked { bench.step() }
    let late = bench.meter.elapsed - (locked + duration)
    #expect(late >= 0 && Tolerance.frameTimes.allows(late - 1 / bench.frameRate))
    #expect(bench.meter.scene.whiteBalance.status == .metering)
    #expect(bench.meter.scene.whiteBalance.lockExpiry == nil)
    // The gains are still good, and are not set again.
    bench.run(for: 2)
    #expect(bench.meter.scene.whiteBalance.status == .converged)
    #expect(bench.log.actions.count == 1)
  }

  @Test func `a lock ends, and a scan's time, with the frame that is exactly at its end`() throws {
    var locked = Meter()
    try locked.lock([.whiteBalance], duration: 1)
    for index in 0...Frames.exactRate {
      #expect(locked.scene.whiteBalance.status == .locked)
      _ = locked.update(with: Frames.refused(index: index))
    }
    #expect(locked.scene.whiteBalance.status == .metering)

    var scanning = Meter(settings: Self.twoSeconds)
    try scanning.scan([.whiteBalance])
    for index in 0...2 * Frames.exactRate {
      #expect(scanning.isScanning)
      _ = scanning.update(with: Frames.refused(index: index))
    }
    #expect(!scanning.isScanning)
  }

  @Test func `a quantity that is followed gives up with the frame that is exactly at the limit`() throws {
    var meter = Meter(settings: Self.twoSeconds)
    try meter.unlock([.whiteBalance])
    for index in 0...2 * Frames.exactRate {
      #expect(meter.scene.whiteBalance.status == .metering)
      _ = meter.update(with: Frames.refused(index: index))
    }
    #expect(meter.scene.whiteBalance.status == .diverged)
  }

  private static let twoSeconds = {
    var settings = MeterSettings()
    settings.timeLimit = 2
    return settings
  }()

  /// How a meter that has converged leaves white balance alone.
  enum Leaving: CaseIterable { case lock, lockThatRunsOut, stop }

  @Test(arguments: Leaving.allCases)
  func `gains that somebody set meanwhile are measured again, in the same light too`(leaving: Leaving) throws {
    var bench = Self.bench()
    bench.hasDeviceGains = true
    try bench.meter.unlock([.whiteBalance])
    bench.run(for: 3)
    #expect(bench.meter.scene.whiteBalance.status == .converged && bench.log.actions.count == 1)
    switch leaving {
    case .lock: try bench.meter.lock([.whiteBalance])
    case .lockThatRunsOut: try bench.meter.lock([.whiteBalance], duration: 1)
    case .stop: bench.meter.stop([.whiteBalance], because: .deviceFailed)
    }
    bench.perform(MeteringActions(gains: WhiteBalanceGains(red: 1, green: 1.5, blue: 2)))
    bench.run(for: 2)
    if leaving != .lockThatRunsOut { try bench.meter.unlock([.whiteBalance]) }
    bench.run(for: 3)
    #expect(bench.meter.scene.whiteBalance.status == .converged && bench.log.actions.count == 2)
  }

  @Test func `a lock of zero, negative or infinite duration is for good`() throws {
    for duration in [0, -0.0, -1, -.infinity, .infinity] {
      var bench = Self.bench()
      bench.frameRate = 2
      try bench.meter.scan([.whiteBalance], lockDuration: duration)
      #expect(bench.meter.scene.whiteBalance.status == .metering)
      try bench.meter.lock([.whiteBalance], duration: duration)
      bench.run(for: 100_000)
      #expect(bench.meter.scene.whiteBalance.status == .locked)
      #expect(bench.meter.scene.whiteBalance.lockExpiry == nil)
    }
  }

  @Test func `a duration that is no number is refused, and changes nothing`() {
    var meter = Meter()
    let before = meter
    #expect(throws: MeteringError.lockDurationNotANumber) { try meter.scan([.focus], lockDuration: .nan) }
    #expect(throws: MeteringError.lockDurationNotANumber) { try meter.lock([.focus], duration: .nan) }
    #expect(throws: MeteringError.nothingToMeter) { try meter.scan([]) }
    #expect(throws: MeteringError.nothingToMeter) { try meter.lock([]) }
    #expect(meter == before)
  }

  @Test(arguments: [0, 1, -0.5, .nan, .infinity] as [Double])
  func `a target of exposure that no frame can have is refused`(target: Double) {
    var settings = MeterSettings()
    settings.exposureTarget = target
    var meter = Meter(settings: settings)
    let errors = [
      #expect(throws: MeteringError.self) { try meter.scan([.exposure]) },
      #expect(throws: MeteringError.self) { try meter.unlock([.exposure]) },
    ]
    for error in errors {
      guard case .exposureTargetOutOfRange = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(!meter.isScanning && meter.measuredQuantities.isEmpty)
  }

  @Test(arguments: [0, -1, .nan] as [Double])
  func `a threshold that nothing could pass is refused by its name`(value: Double) throws {
    let thresholds: [(String, WritableKeyPath<MeterSettings, Double>)] = [
      ("ratioError", \.ratioError), ("ratioDifference", \.ratioDifference), ("ratioDeparture", \.ratioDeparture),
      ("exposureDifference", \.exposureDifference), ("exposureDeparture", \.exposureDeparture),
      ("sharpnessLoss", \.sharpnessLoss),
    ]
    for (name, threshold) in thresholds {
      var settings = MeterSettings()
      settings[keyPath: threshold] = value
      var meter = Meter(settings: settings)
      let error = try #require(throws: MeteringError.self) { try meter.scan([.exposure]) }
      #expect(error.description == MeteringError.thresholdOutOfRange(name, value).description)
    }
  }

  @Test func `what is locked stays so in another light, and is followed once unlocked`() throws {
    var bench = MeteringBench { $0 < 60 ? .tungsten : .daylight }
    try bench.meter.scan([.whiteBalance])
    bench.run(for: 120)
    #expect(bench.meter.scene.whiteBalance.status == .locked)
    #expect(bench.log.actions.count == 1)
    try bench.meter.unlock([.whiteBalance])
    #expect(bench.meter.scene.whiteBalance.status == .metering)
    bench.run(for: 3)
    #expect(bench.meter.scene.whiteBalance.status == .converged)
    #expect(bench.log.actions.count == 2)
    #expect(bench.log.convergenceErrors.last.map { Tolerance.lockedGains.allows($0.share) } == true)
  }

  @Test func `frames that are not trusted are never used`() throws {
    // Each trusted frame is followed by one in another light that is not; the gains must be the same to the last bit.
    var (alone, among) = (Meter(), Meter())
    for meter in [\Meter.self] {
      try alone[keyPath: meter].scan([.whiteBalance])
      try among[keyPath: meter].scan([.whiteBalance])
    }
    var found: [[WhiteBalanceGains?]] = [[], []]
    for index in 0..<200 {
      let frame = Frames.ok(.tungsten, index: index)
      found[0].append(alone.update(with: frame).gains)
      found[1].append(among.update(with: frame).gains)
      // Between blocks, so that no block is broken.
      guard (index + 1).isMultiple(of: 12) else { continue }
      for _ in 0..<5 {
        var stray = Frames.ok(.daylight, index: index)
        (stray.isTrusted, stray.time) = (false, frame.time + 0.01)
        #expect(among.update(with: stray).isEmpty)
      }
    }
    #expect(found[0] == found[1])
    #expect(found[0].compactMap(\.self).count == 1)
    #expect(alone.scene.whiteBalance.value == among.scene.whiteBalance.value)
  }

  @Test func `frames taken around one that was refused are not used`() throws {
    // Every 24 frames a hand comes in, colours two frames before it is told, and leaves as slowly.
    func phase(_ time: Double) -> Double { (time * 30).rounded().truncatingRemainder(dividingBy: 24) }
    var bench = MeteringBench { (3..<21).contains(phase($0)) ? .tungsten : .daylight }
    bench.cover = { phase($0) == 23 ? [.textured] : [] }
    bench.truth = [.tungsten]
    try bench.meter.scan([.whiteBalance])
    bench.runScan()
    #expect(bench.log.statuses(.whiteBalance).last == .locked)
    #expect(Tolerance.lockedGains.allows(bench.log.worstLock))
  }

  /// A gain is the brightest channel's signal over its own channel's.
  /// Each signal errs by the same share, independently.
  @Test(arguments: [LinearRGB(red: 0.8, green: 0.5, blue: 0.3), LinearRGB(red: 0.3, green: 0.5, blue: 0.4)])
  func `a scan states the error that its readings share, also where red is brightest`(value: LinearRGB) throws {
    let share = 0.004
    let reading = MeasuredNeutral(
      value: value,
      standardError: LinearRGB(red: share * value.red, green: share * value.green, blue: share * value.blue))
    var meter = Meter()
    try meter.scan([.whiteBalance])
    // The frames are alike, so more of them tell nothing more.
    for index in 0..<100 where meter.isScanning {
      _ = meter.update(with: Frames.frame(.ok(reading), index: index, rate: 30))
    }
    let gains = try #require(meter.scene.whiteBalance.value)
    let pairs = [
      (gains.value.red, gains.standardError.red), (gains.value.green, gains.standardError.green),
      (gains.value.blue, gains.standardError.blue),
    ]
    for (gain, error) in pairs {
      let expected = gain == 1 ? 0 : share * 2.0.squareRoot() * gain
      #expect(
        Tolerance.sharedMeterError.allows(abs(error - expected) / (share * gain)), "\(gain) ± \(error), not \(expected)"
      )
    }
  }

  @Test func `gains that the driver does not make as it says are mended by what is measured with them`() throws {
    var bench = Self.bench(.daylight)
    bench.hasDeviceGains = true
    bench.gainError = SIMD2(0.03, -0.04)
    try bench.meter.scan([.whiteBalance])
    bench.runScan()
    #expect(bench.log.actions.count == 2)
    let (light, gains) = (BenchLight.daylight.neutral, bench.gains)
    let red = light.red / light.green * gains.red / gains.green * Double.exp(0.03)
    let blue = light.blue / light.green * gains.blue / gains.green * Double.exp(-0.04)
    #expect(Tolerance.neutralAfterLock.allows(abs(red - 1)), "\(red)")
    #expect(Tolerance.neutralAfterLock.allows(abs(blue - 1)), "\(blue)")
  }

  @Test func `who asks again for what is followed changes nothing`() throws {
    var bench = MeteringBench { _ in .daylight }
    bench.sharpness = { 1 + 4 * FocusTests.bell($0, at: 0.5) }
    let all = Set(MeteringQuantity.allCases)
    try bench.meter.unlock(all)
    bench.run(for: 15)
    let scene = bench.meter.scene
    try bench.meter.unlock(all)
    #expect(bench.meter.scene == scene)
    for quantity in all { #expect(scene.status(of: quantity) == .converged) }
  }
}

/// Frames without noise.
enum Frames {
  static func ok(_ light: BenchLight, index: Int, rate: Double = 30) -> MeteringFrame {
    let neutral = light.neutral
    // A ripple, so that frames differ.
    let ripple = 1 + 1e-3 * Double(index % 5 - 2)
    return MeteringFrame(
      time: Double(index) / rate, sequence: UInt32(index),
      card: .ok(
        MeasuredNeutral(
          value: LinearRGB(red: neutral.red * ripple, green: neutral.green, blue: neutral.blue),
          standardError: LinearRGB(red: 1e-3, green: 1e-3, blue: 1e-3))),
      level: max(neutral.red, neutral.green, neutral.blue))
  }

  /// Frames in a second whose times are binary fractions, so that sums of their intervals are exact.
  static let exactRate = 32

  static func refused(index: Int) -> MeteringFrame {
    frame(.refused([CardRefusal(code: .textured, value: 1, limit: 0)]), index: index, rate: Double(exactRate))
  }

  static func frame(_ card: GrayCardReading.Verdict, index: Int, rate: Double) -> MeteringFrame {
    MeteringFrame(time: Double(index) / rate, sequence: UInt32(index), card: card)
  }
}
