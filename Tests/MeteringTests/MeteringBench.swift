import GrayCard
import Metering
import RealModule
import TestSupport
import WhiteBalance

/// The light on the card at a moment.
struct BenchLight: Hashable, Sendable {
  /// The neutral at exposure 0, as shares of the range.
  var neutral: LinearRGB

  init(red: Double, green: Double, blue: Double) { neutral = LinearRGB(red: red, green: green, blue: blue) }

  /// By the ratios and the level of green.
  init(redRatio: Double, blueRatio: Double, level: Double = 0.5) {
    self.init(red: redRatio * level, green: level, blue: blueRatio * level)
  }

  func dimmed(to factor: Double) -> BenchLight {
    BenchLight(red: neutral.red * factor, green: neutral.green * factor, blue: neutral.blue * factor)
  }

  /// The way from one to another, in logarithms.
  func blended(with other: BenchLight, _ share: Double) -> BenchLight {
    func blend(_ from: Double, _ to: Double) -> Double { from * Double.pow(to / from, share) }
    return BenchLight(
      red: blend(neutral.red, other.neutral.red), green: blend(neutral.green, other.neutral.green),
      blue: blend(neutral.blue, other.neutral.blue))
  }

  static let tungsten = BenchLight(redRatio: 1.12, blueRatio: 0.31)
  static let daylight = BenchLight(redRatio: 0.48, blueRatio: 0.67)
}

/// A camera in front of a card, as far as a meter sees it: readings with their noise,
/// controls that take frames to have effect.
struct MeteringBench {
  var meter = Meter()
  /// The light at a time in seconds.
  var light: (Double) -> BenchLight
  /// The lights whose gains are right, where that is not the light of the moment: a flicker's mean, or any of several.
  var truth: [BenchLight]?
  /// The reasons to refuse what is before the lens at a time.
  var cover: (Double) -> [CardRefusal.Code] = { _ in [] }
  /// The level of the card above which a cover clips; one clips at any level.
  var clippingLevel = 0.0
  var frameRate = 30.0
  /// Relative standard error of a channel of one reading.
  var readingError = 0.002
  var droppedShare = 0.0
  /// Frames until a change has its effect.
  var delay = 3
  /// The gains that the device applies in place of those that it tells.
  var gainError = SIMD2(0.0, 0.0)
  var hasDeviceGains = false
  /// Stops.
  var exposureLimits = -20.0...20.0
  var exposureStep: Double?
  var sharpness: ((Double) -> Double)?
  var sharpnessError = 0.01

  private(set) var time = 0.0
  private(set) var exposure = 0.0
  private(set) var gains = WhiteBalanceGains(red: 1, green: 1, blue: 1)
  var lensPosition = 0.4
  /// The frames that the meter has read, and those that it skipped.
  private(set) var readCount = 0
  private(set) var skippedCount = 0
  private(set) var log = MeteringLog()
  private var sequence: UInt32 = 0
  private var untrustedFrames = 0
  private var generator: SeededGenerator
  /// Normal numbers, taken again and again from another place: an hour of frames needs a million.
  private let noise: [Double]
  private var noiseIndex = 0

  init(seed: UInt64 = 6, light: @escaping (Double) -> BenchLight) {
    self.light = light
    generator = SeededGenerator(seed: seed)
    var source = SeededGenerator(seed: seed &+ 1)
    noise = (0..<7919).map { _ in source.normal() }
  }

  private mutating func normal() -> Double {
    noiseIndex += 1
    if noiseIndex == noise.count { noiseIndex = Int(generator.uniform() * 1000) }
    return noise[noiseIndex]
  }

  /// The neutrals for which gains are right now.
  private var rightNeutrals: [LinearRGB] { (truth ?? [light(time)]).map(\.neutral) }

  mutating func run(for seconds: Double) {
    let end = time + seconds
    while time < end - 0.5 / frameRate { step() }
  }

  /// Until the scan is over; at most the meter's limit.
  mutating func runScan() {
    let end = time + meter.settings.timeLimit + 1
    while meter.isScanning && time < end { step() }
  }

  mutating func step() {
    time += 1 / frameRate
    sequence &+= 1
    if untrustedFrames > 0 { untrustedFrames -= 1 }
    if droppedShare > 0, generator.uniform() < droppedShare { return }
    if meter.skip(frameAt: time, sequence: sequence) {
      skippedCount += 1
      return
    }
    readCount += 1
    let frame = frame()
    let before = meter.scene
    let actions = meter.update(with: frame)
    perform(actions)
    if !actions.isEmpty { log.actions.append((time, actions)) }
    let hasChanged = MeteringQuantity.allCases.contains { before.status(of: $0) != meter.scene.status(of: $0) }
    if hasChanged { log.note(before, meter.scene, at: time, right: rightNeutrals) }
  }

  mutating func perform(_ actions: MeteringActions) {
    guard !actions.isEmpty else { return }
    if let change = actions.exposureChange {
      let wanted = exposure + change
      let stepped = exposureStep.map { (wanted / $0).rounded() * $0 } ?? wanted
      exposure = min(max(stepped, exposureLimits.lowerBound), exposureLimits.upperBound)
    }
    if let gains = actions.gains { self.gains = gains }
    if let position = actions.lensPosition { lensPosition = position }
    untrustedFrames = delay + 1
  }

  /// Sets the device as another is.
  mutating func set(like other: MeteringBench) {
    (exposure, gains, lensPosition) = (other.exposure, other.gains, other.lensPosition)
    untrustedFrames = delay + 1
  }

  private mutating func frame() -> MeteringFrame {
    let factor = Double.exp2(exposure)
    var (red, green, blue) = (1.0, 1.0, 1.0)
    if hasDeviceGains { (red, green, blue) = (gains.red, gains.green, gains.blue) }
    let neutral = light(time).neutral
    let trueRed = neutral.red * factor * red * Double.exp(hasDeviceGains && red > 1 ? gainError.x : 0)
    let trueBlue = neutral.blue * factor * blue * Double.exp(hasDeviceGains && blue > 1 ? gainError.y : 0)
    let trueGreen = neutral.green * factor * green
    let level = max(trueRed, trueGreen, trueBlue)
    var codes = cover(time).filter { $0 != .clipped || level > clippingLevel }
    if level > 1 { codes.append(.clipped) }
    if min(trueRed, trueGreen, trueBlue) < GrayCardLimits().signalShare { codes.append(.tooDark) }
    let verdict: GrayCardReading.Verdict
    if codes.isEmpty {
      let error = readingError
      let value = LinearRGB(
        red: trueRed * (1 + error * normal()), green: trueGreen * (1 + error * normal()),
        blue: trueBlue * (1 + error * normal()))
      verdict = .ok(
        MeasuredNeutral(
          value: value,
          standardError: LinearRGB(red: error * trueRed, green: error * trueGreen, blue: error * trueBlue)))
    } else {
      verdict = .refused(codes.map { CardRefusal(code: $0, value: 1, limit: 0) })
    }
    var frame = MeteringFrame(
      time: time, sequence: sequence, isTrusted: untrustedFrames == 0, card: verdict,
      appliedGains: WhiteBalanceGains(red: red, green: green, blue: blue), level: min(level, 1),
      clippedShare: level > 1 ? 1 : 0,
      sharpness: sharpness.map { $0(lensPosition) * (1 + sharpnessError * normal()) },
      exposureRoom: exposureLimits.lowerBound - exposure...exposureLimits.upperBound - exposure)
    if sharpness != nil { frame.lensPosition = lensPosition }
    return frame
  }
}

/// The acts of a meter.
struct MeteringLog {
  struct Change: Hashable, CustomStringConvertible {
    var time: Double
    var quantity: MeteringQuantity
    var status: MeteringStatus
    var description: String { "\(quantity) \(status) at \((time * 100).rounded() / 100)" }
  }

  private(set) var changes: [Change] = []
  fileprivate(set) var actions: [(time: Double, actions: MeteringActions)] = []
  /// Errors of the gains' ratios at locks and at convergences: as a share, and in units of their standard errors.
  private(set) var lockErrors: [(time: Double, share: Double, errors: Double)] = []
  private(set) var convergenceErrors: [(time: Double, share: Double)] = []

  fileprivate mutating func note(
    _ before: MeteringScene, _ after: MeteringScene, at time: Double, right: [LinearRGB]
  ) {
    for quantity in MeteringQuantity.allCases where before.status(of: quantity) != after.status(of: quantity) {
      let status = after.status(of: quantity)
      changes.append(Change(time: time, quantity: quantity, status: status))
      guard quantity == .whiteBalance, let gains = after.whiteBalance.value else { continue }
      let offs = right.map { Self.error(of: gains, from: $0) }
      guard let off = offs.min(by: { $0.share < $1.share }) else { continue }
      if status == .locked { lockErrors.append((time, off.share, off.errors)) }
      if status == .converged { convergenceErrors.append((time, off.share)) }
    }
  }

  /// The larger error of the two ratios: as a share, and in standard errors.
  private static func error(of gains: MeasuredGains, from neutral: LinearRGB) -> (share: Double, errors: Double) {
    let ratios = [
      (gains.value.red / gains.value.green * neutral.red / neutral.green, gains.relativeError(\.red)),
      (gains.value.blue / gains.value.green * neutral.blue / neutral.green, gains.relativeError(\.blue)),
    ]
    let errors = ratios.map { (share: abs(Double.log($0.0)), errors: abs(Double.log($0.0)) / $0.1) }
    return errors.max { $0.share < $1.share } ?? (.infinity, .infinity)
  }

  func count(_ quantity: MeteringQuantity) -> Int { changes.count { $0.quantity == quantity } }

  func statuses(_ quantity: MeteringQuantity) -> [MeteringStatus] {
    changes.filter { $0.quantity == quantity }.map(\.status)
  }

  var worstLock: Double { lockErrors.map(\.share).largest() ?? .infinity }
}

extension MeasuredGains {
  /// The relative standard error of the gain against green's. Where a gain is 1 by normalization, green's own error
  /// stands for it.
  fileprivate func relativeError(_ channel: KeyPath<LinearRGB, Double>) -> Double {
    let own = standardError[keyPath: channel]
    let gain = channel == \.red ? value.red : value.blue
    return own > 0 ? own / gain : standardError.green / value.green
  }
}
