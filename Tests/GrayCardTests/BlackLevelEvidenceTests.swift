import Colorimetry
import Foundation
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// A black level that the frame itself contradicts.
@Suite struct BlackLevelEvidenceTests {
  /// `WHITEBALANCE_PROPERTY_COUNT=300` and a release build make the figures of Docs/Accuracy.md.
  static let count = ProcessInfo.processInfo.environment["WHITEBALANCE_PROPERTY_COUNT"].flatMap(Int.init)

  static func flat(_ reflectance: Double) throws -> SpectralDistribution {
    try SpectralDistribution(wavelengths: [360, 830], values: [reflectance, reflectance])
  }

  /// A card that fills the frame, at black 64 of 10 bits.
  static func shot(
    width: Int = 160, height: Int = 120, light: Int, fullWell: Double, readNoise: Double = 3, exposure: Double,
    unit: UInt64 = 0, surround: SpectralDistribution? = nil,
    dimmed: (@Sendable (_ column: Int, _ row: Int) -> Double)? = nil
  ) throws -> SimulatedShot {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG10"), levels: SampleLevels(black: 64, white: 1023), fullWell: fullWell,
      readNoise: readNoise, fixedPattern: FixedPattern(responseNonUniformity: 0.004, dead: 3e-4, unit: unit))
    var scene = SimulatedScene(card: try flat(0.18), under: try CardScene.lights[light % CardScene.lights.count]())
    if let surround { scene = scene.surrounding(card(width, height), by: surround) }
    if let dimmed { scene = scene.dimmed(by: dimmed) }
    return try SimulatedShot(
      of: scene, by: sensor, width: width, height: height, exposure: exposure, vignetting: Vignetting(cornerLoss: 0.2))
  }

  static func card(_ width: Int, _ height: Int) -> Region {
    Region(x: width / 4, y: height / 4, width: width / 2, height: height / 2)
  }

  static func stating(_ black: Double, _ frame: RawFrame) throws -> RawFrame {
    try frame.replacingLevels(SampleLevels(black: black, white: frame.levels.white.red))
  }

  static func judged(_ frame: RawFrame, average: FrameAverage? = nil, in region: Region? = nil) throws
    -> GrayCardReading
  {
    let reading = try GrayCardEstimator().reading(of: frame, in: region ?? card(frame.width, frame.height))
    _ = try GrayCardEstimatorTests.neutral(reading)
    return reading.judged(byBlackIn: frame, average: average)
  }

  static func average(_ shot: SimulatedShot, black: Double, count: Int, seed: UInt64) throws -> FrameAverage {
    var average = FrameAverage(try stating(black, shot.frame(seed: seed)))
    for number in 1..<UInt64(count) { try average.add(stating(black, shot.frame(seed: seed + 10_000 * number))) }
    return average
  }

  // MARK: - A black level that is right

  @Test func `a right black level is neither refused nor warned of, whatever the scene`() throws {
    let seeds = 1...UInt64(Self.count ?? 1)
    var found = 0
    for seed in seeds {
      let scene = try CardScene(seed: seed)
      let frame = try scene.frame()
      guard case .found(let region) = try CardFinder().search(frame) else { continue }
      found += 1
      let reading = try Self.judged(frame, in: region)
      #expect(GrayCardEstimatorTests.refusals(reading) == [], "\(scene)")
      #expect(!reading.warnings.contains { $0.code == .belowBlack }, "\(scene)")
    }
    #expect(Tolerance.missedCards.allows(1 - Double(found) / Double(seeds.count)), "\(found) of \(seeds.count)")
  }

  @Test(arguments: [0.1, 0.7], [1000.0, 40_000])
  func `a right black level is not refused by the noise of two frames`(exposure: Double, fullWell: Double) throws {
    for seed in 1...UInt64(Self.count ?? 3) {
      let shot = try Self.shot(light: Int(seed), fullWell: fullWell, exposure: exposure, unit: seed)
      let average = try Self.average(shot, black: 64, count: 2, seed: seed)
      let reading = try Self.judged(average.mean(), average: average)
      #expect(GrayCardEstimatorTests.refusals(reading) == [], "\(seed)")
      #expect(reading.warnings.contains { $0.code == .belowBlack } == false)
    }
  }

  /// A dark place in the card's light has the card's colour, and not one that a pedestal makes.
  @Test(arguments: [0.0036, 0.009, 0.018, 0.04], [0.05, 0.4])
  func `a dark gray surround is no pedestal, however dark`(reflectance: Double, exposure: Double) throws {
    for light in [0, 6, 9] {
      let shot = try Self.shot(
        light: light, fullWell: 10_000, exposure: exposure, surround: Self.flat(reflectance))
      #expect(GrayCardEstimatorTests.refusals(try Self.judged(shot.frame(seed: 5))) == [])
    }
  }

  /// The card's own noise does not show such a pedestal, because most of it is the unequal response of samples.
  @Test(arguments: [
    ("RG12", 600.0, 0.003), ("RG12", 600, 0.01), ("RG12", 600, 0.015), ("RG10", 256, 0.01), ("RG10", 256, 0.02),
  ])
  func `a black level of 0 is refused beside a pedestal, however unequal the samples' response`(
    code: String, black: Double, nonUniformity: Double
  ) throws {
    let format = try PixelFormat(code)
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: format, levels: SampleLevels(black: black, white: Double(format.maximumSample)),
      fullWell: 40_000, readNoise: 3, fixedPattern: FixedPattern(responseNonUniformity: nonUniformity))
    for light in [CIEIlluminant.d65, .a] {
      let scene = SimulatedScene(card: try Self.flat(0.18), under: light.distribution)
        .surrounding(Self.card(320, 240), by: try Self.flat(0.001))
      let frame = try SimulatedShot(of: scene, by: sensor, width: 320, height: 240, exposure: 0.5).frame(seed: 7)
      let wrong = try Self.judged(Self.stating(0, frame))
      #expect(GrayCardEstimatorTests.refusals(wrong).map(\.code) == [.blackLevel], "\(light)")
      #expect(GrayCardEstimatorTests.refusals(try Self.judged(frame)) == [], "\(light)")
    }
  }

  /// A surround of a card, in raw values above a black level of 16: red, green, green, blue.
  struct Surround: CustomTestStringConvertible {
    let testDescription: String
    let signal: [Double]
    /// The noise of a sample; `nil` for shot noise.
    let noise: Double?
    var brightness = 1.0
    /// The signal of the card.
    var card = [130.0, 300, 300, 180]
    /// The spread of the card's samples that is not noise, as a share.
    var texture = 0.0
    let isPedestal: Bool
  }

  /// Each but the first lacks one thing that makes a pedestal.
  @Test(arguments: [
    Surround(testDescription: "a pedestal", signal: [48, 48, 48, 48], noise: 1, isPedestal: true),
    Surround(testDescription: "with shot noise", signal: [48, 48, 48, 48], noise: nil, isPedestal: false),
    Surround(
      testDescription: "with shot noise, beside a textured card", signal: [48, 48, 48, 48], noise: nil, texture: 0.05,
      isPedestal: false),
    Surround(
      testDescription: "a pedestal, beside a textured card", signal: [48, 48, 48, 48], noise: 1, texture: 0.02,
      isPedestal: true),
    Surround(
      testDescription: "a pedestal that is all of blue, in light without any", signal: [48, 48, 48, 48], noise: 1,
      card: [600, 200, 200, 40], isPedestal: true),
    Surround(testDescription: "of another colour", signal: [40, 60, 60, 90], noise: 1, isPedestal: false),
    Surround(
      testDescription: "of one channel far below the others", signal: [50.1, 48.44, 48.44, 45], noise: 1,
      isPedestal: false),
    Surround(testDescription: "not dark", signal: [89, 174, 174, 114], noise: 1, isPedestal: false),
    Surround(
      testDescription: "of as much as pedestals differ by", signal: [3.5, 3.5, 3.5, 3.5], noise: 0.5, brightness: 0.5,
      isPedestal: false),
  ])
  func `a dark place is a pedestal where all tells so`(surround: Surround) throws {
    var generator = SeededGenerator(seed: 31)
    let (card, gain) = (surround.card, 0.24)
    let frame = try GrayCardEstimatorTests.frame(
      width: 160, height: 120, black: BayerValues(repeating: 16), white: BayerValues(repeating: 1023)
    ) { channel, column, row in
      let isCard = (40..<120).contains(column) && (30..<90).contains(row)
      let signal = isCard ? surround.brightness * card[channel.rawValue] : surround.signal[channel.rawValue]
      let ofLight = (gain * signal + 1).squareRoot()
      let texture = surround.texture * signal
      let noise = isCard ? (ofLight * ofLight + texture * texture).squareRoot() : surround.noise ?? ofLight
      return UInt16((16 + signal + noise * generator.normal()).rounded())
    }
    let codes = GrayCardEstimatorTests.refusals(try Self.judged(frame)).map(\.code)
    #expect(codes == (surround.isPedestal ? [.blackLevel] : []))
  }

  @Test func `the frames of real sensors do not contradict their black levels`() throws {
    let (steps, checker) = (try RealFrameTests.graySteps(), try RealFrameTests.colorChecker())
    for (frame, x, y, side) in [
      (steps, 307, 437, 20), (steps, 240, 187, 20), (checker, 62, 336, 40), (checker, 314, 336, 40),
    ] {
      let reading = try Self.judged(frame, in: RealFrameTests.square(x, y, side: side))
      #expect(GrayCardEstimatorTests.refusals(reading) == [], "\(x), \(y)")
      #expect(!reading.warnings.contains { $0.code == .belowBlack }, "\(x), \(y)")
    }
  }

  // MARK: - Too low

  @Test(arguments: [(16.0, 2000.0), (16, 40_000), (0, 10_000)])
  func `a black level of 8 bits on data of 10 is refused where a place is dark, with the level seen there`(
    black: Double, fullWell: Double
  ) throws {
    for light in 0..<3 {
      let shot = try Self.shot(light: 4 * light, fullWell: fullWell, exposure: 0.3, surround: Self.flat(0.006))
      let reading = try Self.judged(Self.stating(black, shot.frame(seed: UInt64(light))))
      let refusals = GrayCardEstimatorTests.refusals(reading)
      #expect(refusals.map(\.code) == [.blackLevel] && refusals.first?.limit == black)
      #expect(Tolerance.seenBlackLevel.allows(abs((refusals.first?.value ?? 0) - 64)), "\(refusals)")
    }
  }

  /// The noise of a card that is measured from too low a black level bends as that of a textured card does.
  @Test(arguments: [0.04, 0.06, 0.1], [2000.0, 10_000])
  func `a dark card does not hide too low a black level`(exposure: Double, fullWell: Double) throws {
    for light in 0..<3 {
      let shot = try Self.shot(
        width: 640, height: 480, light: 4 * light, fullWell: fullWell, exposure: exposure, surround: Self.flat(0.006))
      let reading = try Self.judged(Self.stating(16, shot.frame(seed: UInt64(light))))
      let refusals = GrayCardEstimatorTests.refusals(reading)
      #expect(refusals.map(\.code) == [.blackLevel] && refusals.first?.limit == 16, "\(light) \(refusals)")
      #expect(Tolerance.seenBlackLevel.allows(abs((refusals.first?.value ?? 0) - 64)), "\(refusals)")
    }
  }

  /// Every third row of the first is read, and every fifth of the second.
  @Test(arguments: [(1200, 900), (1600, 1200)])
  func `a large frame, of which some rows are read, tells of its black level what a small one does`(
    width: Int, height: Int
  ) throws {
    let frame = try Self.shot(
      width: width, height: height, light: 4, fullWell: 10_000, exposure: 0.3, surround: Self.flat(0.006)
    ).frame(seed: 3)
    let low = GrayCardEstimatorTests.refusals(try Self.judged(Self.stating(16, frame)))
    #expect(low.map(\.code) == [.blackLevel])
    #expect(Tolerance.seenBlackLevel.allows(abs((low.first?.value ?? 0) - 64)), "\(low)")
    let right = try Self.judged(frame)
    #expect(GrayCardEstimatorTests.refusals(right) == [] && !right.warnings.contains { $0.code == .belowBlack })
    let high = try Self.stating(90, frame)
    let refusal = try #require(GrayCardEstimatorTests.refusals(Self.judged(high)).first)
    #expect(refusal.code == .blackLevel && (64..<75).contains(refusal.value), "\(refusal)")
    var limits = GrayCardLimits()
    limits.blackGainShare = 100
    let believed = try GrayCardEstimator().reading(of: high, in: Self.card(width, height))
      .judged(byBlackIn: high, limits: limits)
    // All but the card, a quarter of the frame, and the tiles across its edge.
    let share = believed.warnings.first { $0.code == .belowBlack }?.value ?? 0
    #expect((0.6...0.75).contains(share), "\(believed)")
  }

  @Test(arguments: [1000.0, 10_000, 40_000])
  func `two frames refuse it where the card fills the frame, with a level of their own scale`(fullWell: Double) throws {
    for light in 0..<2 {
      let shot = try Self.shot(
        light: 5 * light, fullWell: fullWell, readNoise: 2, exposure: 0.15)
      let average = try Self.average(shot, black: 16, count: 2, seed: 1)
      let frame = average.mean()
      let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
      let refusals = GrayCardEstimatorTests.refusals(try Self.judged(frame, average: average, in: whole))
      #expect(refusals.map(\.code) == [.blackLevel] && refusals.first?.limit == 16)
      // The line meets 0 at black less the read noise, so it tells a bound.
      #expect((40...80).contains(refusals.first?.value ?? 0), "\(refusals)")
      #expect(GrayCardEstimatorTests.refusals(try Self.judged(frame, in: whole)) == [])
    }
  }

  @Test(arguments: [(16.0, false), (4, true)])
  func `frames of 8 bits that were shifted to 10 tell as much of their black level as those of 8`(
    black: Double, isRefused: Bool
  ) throws {
    var generator = SeededGenerator(seed: 36)
    let frames = (0..<4).map { _ in
      (0..<160 * 120).map { index in
        let channel = BayerPattern.rggb.channel(column: index % 160, row: index / 160)
        let signal = channel == .red ? 30.0 : channel == .blue ? 45 : 75
        return UInt16((16 + signal + (0.2 * signal + 0.3).squareRoot() * generator.normal()).rounded())
      }
    }
    func refusals(_ code: String, shift: Int) throws -> [CardRefusal] {
      let scale = Double(1 << shift)
      let shifted = try frames.map { samples in
        try RawFrame(
          format: PixelFormat(code), width: 160, height: 120, samples: samples.map { $0 << shift },
          levels: SampleLevels(black: scale * black, white: scale * 255))
      }
      var average = FrameAverage(shifted[0])
      for frame in shifted.dropFirst() { try average.add(frame) }
      let whole = Region(x: 0, y: 0, width: 160, height: 120)
      return GrayCardEstimatorTests.refusals(try Self.judged(average.mean(), average: average, in: whole))
    }
    let (eight, ten) = (try refusals("RGGB", shift: 0), try refusals("RG10", shift: 2))
    #expect(eight.map(\.code) == (isRefused ? [.blackLevel] : []) && ten.map(\.code) == eight.map(\.code))
    for (eight, ten) in zip(eight, ten) {
      #expect(Tolerance.normalEquations.allows(abs(ten.value / (4 * eight.value) - 1)), "\(eight) \(ten)")
    }
  }

  @Test(arguments: [0.03, 0.05, 0.07, 0.1, 0.15])
  func `bands of a flickering lamp are no evidence against the black level`(amplitude: Double) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let frames = try (0..<4).map { number in
        let phase = Double(number) * 0.37 + Double(seed)
        let shot = try Self.shot(
          width: 192, height: 192, light: 0, fullWell: 10_000, exposure: 0.4,
          dimmed: { _, row in
            1 + amplitude * sin(2 * Double.pi * (3 * Double(row) / 192 + phase))
          })
        return try Self.stating(64, shot.frame(seed: seed * 100 + UInt64(number)))
      }
      var average = FrameAverage(frames[0])
      for frame in frames.dropFirst() { try average.add(frame) }
      let whole = Region(x: 0, y: 0, width: 192, height: 192)
      let refusals = GrayCardEstimatorTests.refusals(try Self.judged(average.mean(), average: average, in: whole))
      #expect(!refusals.map(\.code).contains(.blackLevel), "\(refusals)")
    }
  }

  @Test func `channels that a device multiplied apart are on no line, and refuse nothing`() throws {
    var generator = SeededGenerator(seed: 32)
    let factors: [BayerChannel: Double] = [.red: 2.4, .greenOnRedRow: 1, .greenOnBlueRow: 1, .blue: 0.8]
    func frame() throws -> RawFrame {
      try GrayCardEstimatorTests.frame(
        width: 160, height: 120, black: BayerValues(repeating: 16), white: BayerValues(repeating: 1023)
      ) { channel, _, _ in
        let (gain, signal) = (factors[channel, default: 1], channel == .red ? 170.0 : channel == .blue ? 250 : 300)
        return UInt16((16 + gain * (signal + (0.5 * signal + 2).squareRoot() * generator.normal())).rounded())
      }
    }
    var average = FrameAverage(try frame())
    try average.add(frame())
    #expect(GrayCardEstimatorTests.refusals(try Self.judged(average.mean(), average: average)) == [])
  }

  @Test func `noise that a device has multiplied refuses nothing but a wrong black level`() throws {
    // Gains that make the card nearly neutral, as a camera's own balance does: the channel with the largest gain has
    // the most noise.
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 366.0 / 256)
    for (pedestal, codes) in [(0.0, [CardRefusal.Code]()), (60, [.blackLevel])] {
      var generator = SeededGenerator(seed: 33)
      func frame() throws -> RawFrame {
        try GrayCardEstimatorTests.frame(
          width: 320, height: 240, black: BayerValues(repeating: 16), white: BayerValues(repeating: 1023)
        ) { channel, _, _ in
          let signal = channel == .red ? 170.0 : channel == .blue ? 250 : 300
          let gain = channel == .red ? gains.red : channel == .blue ? gains.blue : gains.green
          let noise = (0.5 * signal + 2).squareRoot() * generator.normal()
          return UInt16((16 + gain * (pedestal + signal + noise)).rounded())
        }
      }
      var average = FrameAverage(try frame())
      for _ in 1..<4 { try average.add(frame()) }
      let (mean, region) = (average.mean(), Self.card(320, 240))
      let reading = try GrayCardEstimator().reading(of: mean, in: region)
      let judged = reading.judged(byBlackIn: mean, average: average, appliedGains: gains)
      #expect(GrayCardEstimatorTests.refusals(judged).map(\.code) == codes, "\(pedestal)")
    }
  }

  // MARK: - Too high

  @Test func `places below the black level are a warning, dead samples are not`() throws {
    func frame(dark: Double, noise: Double = 2, deadEvery: Int) throws -> RawFrame {
      var generator = SeededGenerator(seed: 33)
      return try GrayCardEstimatorTests.frame(
        width: 160, height: 160, black: BayerValues(repeating: 64), white: BayerValues(repeating: 1023)
      ) { channel, column, row in
        if (column * 31 + row * 17) % deadEvery == 0 { return 0 }
        let mean = row < 40 ? dark : channel == .red ? 200 : 400
        return UInt16((mean + noise * generator.normal()).rounded())
      }
    }
    func warnings(_ frame: RawFrame) throws -> [CardWarning] {
      try Self.judged(frame, in: Region(x: 40, y: 60, width: 80, height: 80)).warnings.filter { $0.code == .belowBlack }
    }
    // A fourth of the frame; the tiles across its edge are not below.
    let found = try #require(warnings(frame(dark: 58, deadEvery: 501)).first)
    #expect((0.2...0.3).contains(found.value) && found.limit == 0.001)
    // In noise the mean of a tile is below, and some of its samples are not.
    let noisy = try #require(warnings(frame(dark: 57, noise: 6, deadEvery: 501)).first)
    #expect((0.2...0.3).contains(noisy.value))
    // A step of 10 bits is what pedestals of channels differ by.
    #expect(try warnings(frame(dark: 63.2, deadEvery: 501)) == [])
    #expect(try warnings(frame(dark: 64, deadEvery: 101)) == [])
  }

  /// A fourth of the frame is at 61, and black is stated as 64.
  @Test(arguments: [(0.0, [.belowBlack]), (2, [])] as [(Double, [CardWarning.Code])])
  func `places below the black level are a warning only where its error does not explain them`(
    error: Double, codes: [CardWarning.Code]
  ) throws {
    var generator = SeededGenerator(seed: 35)
    let frame = try GrayCardEstimatorTests.frame(
      width: 160, height: 160, black: BayerValues(repeating: 64), white: BayerValues(repeating: 1023)
    ) { channel, _, row in
      let mean: Double = row < 40 ? 61 : channel == .red ? 200 : 400
      let sample: Double = mean + 2 * generator.normal()
      return UInt16(sample.rounded())
    }.replacingLevels(SampleLevels(black: 64, white: 1023, blackError: error))
    let reading = try Self.judged(frame, in: Region(x: 40, y: 60, width: 80, height: 80))
    #expect(GrayCardEstimatorTests.refusals(reading) == [])
    #expect(reading.warnings.map(\.code).filter { $0 == .belowBlack } == codes)
  }

  @Test(arguments: [80.0, 90, 100], [1000.0, 40_000])
  func `a black level above dark places is refused where it changes the gains, with the highest that they allow`(
    black: Double, fullWell: Double
  ) throws {
    for light in 0..<3 {
      let shot = try Self.shot(light: 4 * light, fullWell: fullWell, exposure: 0.3, surround: Self.flat(0.006))
      let reading = try Self.judged(Self.stating(black, shot.frame(seed: UInt64(light))))
      let refusal = try #require(GrayCardEstimatorTests.refusals(reading).first)
      #expect(refusal.code == .blackLevel && refusal.limit == black && (64..<black).contains(refusal.value))
      #expect(refusal.description.contains("or less"), "\(refusal)")
      #expect(!reading.warnings.contains { $0.code == .belowBlack })
    }
  }

  @Test func `a bar of the frame that no light reaches is no evidence against the black level`() throws {
    var generator = SeededGenerator(seed: 34)
    let frame = try GrayCardEstimatorTests.frame(
      width: 160, height: 160, black: BayerValues(repeating: 64), white: BayerValues(repeating: 1023)
    ) { channel, _, row in
      row < 16 ? 0 : UInt16(((channel == .red ? 120 : 400) + 2 * generator.normal()).rounded())
    }
    let reading = try Self.judged(frame, in: Region(x: 40, y: 60, width: 80, height: 80))
    #expect(GrayCardEstimatorTests.refusals(reading) == [])
    #expect(reading.warnings.map(\.code) == [.belowBlack])
  }

  @Test func `limits set when the evidence counts`() throws {
    let shot = try Self.shot(light: 0, fullWell: 4000, exposure: 0.3, surround: Self.flat(0.006))
    let frame = try Self.stating(16, shot.frame(seed: 1))
    let reading = try GrayCardEstimator().reading(of: frame, in: Self.card(frame.width, frame.height))
    var limits = GrayCardLimits()
    limits.blackGainShare = 100
    #expect(reading.judged(byBlackIn: frame, limits: limits) == reading)
    #expect(GrayCardEstimatorTests.refusals(reading.judged(byBlackIn: frame)).map(\.code) == [.blackLevel])
  }
}
