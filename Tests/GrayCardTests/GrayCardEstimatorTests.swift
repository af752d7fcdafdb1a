import Colorimetry
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct GrayCardEstimatorTests {
  static let black = BayerValues(red: 60.0, greenOnRedRow: 64, greenOnBlueRow: 65, blue: 70)
  static let white = BayerValues(repeating: 1000.0)

  /// A frame of `RG10` whose sample depends on its channel alone, or on its place as well.
  static func frame(
    _ code: String = "RG10", width: Int = 40, height: Int = 30, black: BayerValues<Double> = black,
    white: BayerValues<Double> = white, sample: (BayerChannel, Int, Int) -> UInt16
  ) throws -> RawFrame {
    let format = try PixelFormat(code)
    let pattern = try #require(format.bayerPattern)
    let bytes = try FrameWriter.bytes(format, width: width, height: height) { column, row in
      sample(pattern.channel(column: column, row: row), column, row)
    }
    return try RawFrame(
      format: format, width: width, height: height, bytes: bytes, levels: SampleLevels(black: black, white: white))
  }

  static func flat(_ channel: BayerChannel, _: Int, _: Int) -> UInt16 {
    switch channel {
    case .red: 160
    case .greenOnRedRow: 464
    case .greenOnBlueRow: 465
    case .blue: 270
    }
  }

  static func refusals(_ reading: GrayCardReading) -> [CardRefusal] {
    if case .refused(let refusals) = reading.verdict { refusals } else { [] }
  }

  static func neutral(_ reading: GrayCardReading) throws -> MeasuredNeutral {
    guard case .ok(let neutral) = reading.verdict else {
      throw UnexpectedVerdict(refusals: refusals(reading))
    }
    return neutral
  }

  struct UnexpectedVerdict: Error { var refusals: [CardRefusal] }

  // MARK: - The neutral

  @Test(arguments: ["RG10", "BA10", "GB10", "BG10", "pRAA", "ip3r"])
  func `each channel loses its own black, in every order and packing`(code: String) throws {
    let frame = try Self.frame(code, sample: Self.flat)
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    let neutral = try Self.neutral(reading)
    #expect(neutral.value == LinearRGB(red: 100 / 940.0, green: 400 / 940.0, blue: 200 / 940.0))
    // Without noise nothing tells where between two raw values the card is. Two greens see one signal and are rounded alike, so
    // their mean is no surer.
    #expect(Tolerance.sampleSums.allows(abs(neutral.standardError.red * 940 / Self.rounding - 1)))
    #expect(Tolerance.sampleSums.allows(abs(neutral.standardError.green * 940 / Self.rounding - 1)))
  }

  /// In steps: that of a value that may lie anywhere between two.
  static let rounding = 1 / 12.0.squareRoot()

  @Test(arguments: [
    Region(x: 1, y: 0, width: 31, height: 29), Region(x: 0, y: 1, width: 22, height: 21),
    Region(x: 3, y: 3, width: 30, height: 27),
  ])
  func `a region may start on any sample`(region: Region) throws {
    let reading = try GrayCardEstimator().reading(of: Self.frame(sample: Self.flat), in: region)
    #expect(try Self.neutral(reading).value == LinearRGB(red: 100 / 940.0, green: 400 / 940.0, blue: 200 / 940.0))
    #expect(Set(reading.channels.all.map(\.count)) == [region.width / 2 * (region.height / 2)])
  }

  /// A strip of three rows has twice as many samples of some channels as of others.
  @Test(arguments: [(39, 3), (38, 29), (3, 30), (7, 8)])
  func `a last column or row that fills no cell changes neither neutral nor error`(width: Int, height: Int) throws {
    var limits = GrayCardLimits()
    limits.sampleCount = 4
    var generator = SeededGenerator(seed: 3)
    let frame = try Self.frame { channel, column, row in
      UInt16((Double(Self.flat(channel, column, row)) + 4 * generator.normal()).rounded())
    }
    func reading(_ width: Int, _ height: Int) throws -> GrayCardReading {
      try GrayCardEstimator(limits: limits).reading(
        of: frame, in: Region(x: 0, y: 0, width: width, height: height))
    }
    let (cut, whole) = (try reading(width, height), try reading(width / 2 * 2, height / 2 * 2))
    #expect(try Self.neutral(cut) == Self.neutral(whole))
    #expect(cut.warnings == whole.warnings && cut.leftOutShare == whole.leftOutShare)
  }

  @Test func `what is left out, and colours that vary, have a warning beyond its own limit`() throws {
    var generator = SeededGenerator(seed: 4)
    // A tenth of the frame is another colour, and red rises over the rest.
    let frame = try Self.frame(width: 200, height: 100) { channel, column, row in
      let value = Double(Self.flat(channel, column, row))
      let red = channel != .red ? 1.0 : column < 20 ? 2 : 1 + Double(column) / 2500
      return UInt16((Self.black.red + red * (value - Self.black.red) + 2 * generator.normal()).rounded())
    }
    func warnings(_ change: (inout GrayCardLimits) -> Void) throws -> [CardWarning] {
      var limits = GrayCardLimits()
      change(&limits)
      let reading = try GrayCardEstimator(limits: limits).reading(
        of: frame, in: Region(x: 0, y: 0, width: 200, height: 100))
      #expect(Self.refusals(reading) == [])
      return reading.warnings
    }
    let (low, high) = (1e-6, 1.0)
    for code in [CardWarning.Code.partlyLeftOut, .colorVaries] {
      for limit in [low, high] {
        let found = try warnings {
          ($0.leftOutShareWarning, $0.colorDifferenceWarning) = (high, high)
          if code == .partlyLeftOut { $0.leftOutShareWarning = limit } else { $0.colorDifferenceWarning = limit }
        }
        #expect(found.map(\.code) == (limit == low ? [code] : []), "\(found)")
        for warning in found { #expect(warning.value > limit && warning.limit == limit) }
      }
    }
  }

  @Test func `samples outside the region do not count`() throws {
    let region = Region(x: 7, y: 5, width: 25, height: 20)
    let frame = try Self.frame { channel, column, row in
      (7..<32).contains(column) && (5..<25).contains(row) ? Self.flat(channel, column, row) : 1023
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: region)
    #expect(try Self.neutral(reading).value == LinearRGB(red: 100 / 940.0, green: 400 / 940.0, blue: 200 / 940.0))
  }

  @Test func `noise below black keeps its sign`() throws {
    // Around black by turns: 20 below, 40 above. A mean that drops what is negative would be 20, not 10.
    let frame = try Self.frame(black: BayerValues(repeating: 100)) { channel, column, row in
      channel == .red ? ((column / 2 + row / 2).isMultiple(of: 2) ? 80 : 140) : 500
    }
    var limits = GrayCardLimits()
    limits.relativeStandardError = 1
    let reading = try GrayCardEstimator(limits: limits).reading(
      of: frame, in: Region(x: 0, y: 0, width: 40, height: 28))
    #expect(reading.channels.red.signal == 10)
    #expect(try Self.neutral(reading).value.red == 10 / 900.0)
  }

  @Test func `the neutral is a ratio of sums, not a mean of ratios`() throws {
    // Green with so much noise that a mean of ratios would be off by a tenth: 1 / (1 + e) is 1 + e² in the mean.
    var generator = SeededGenerator(seed: 14)
    let frame = try Self.frame(width: 80, height: 80, black: BayerValues(repeating: 100)) { channel, _, _ in
      switch channel {
      case .red: 150
      case .greenOnRedRow, .greenOnBlueRow: UInt16((200 + 30 * generator.normal()).rounded())
      case .blue: 125
      }
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 80, height: 80))
    let gains = try MeasuredGains(neutralizing: Self.neutral(reading))
    #expect(gains.standardError.red < 0.02 && gains.standardError.blue < 0.06)
    #expect(Tolerance.threeStandardErrors.allows(abs(gains.value.red - 2) / gains.standardError.red))
    #expect(Tolerance.threeStandardErrors.allows(abs(gains.value.blue - 4) / gains.standardError.blue))
  }

  @Test func `sums of a large 16-bit frame do not overflow`() throws {
    let frame = try Self.frame(
      "RG16", width: 400, height: 400, black: BayerValues(repeating: 0), white: BayerValues(repeating: 65535)
    ) { _, _, _ in 65534 }
    let region = Region(x: 0, y: 0, width: 400, height: 400)
    for weighting in [Weighting.uniform, .centered] {
      let reading = try GrayCardEstimator().reading(of: frame, in: region, weighting: weighting)
      #expect(reading.channels.all.map(\.signal) == [65534, 65534, 65534, 65534])
    }
  }

  @Test func `a centred weighting counts the middle most`() throws {
    // A ridge: brighter by 10 with each column from either side.
    let frame = try Self.frame(black: BayerValues(repeating: 0)) { _, column, _ in
      UInt16(400 + 10 * min(column, 39 - column))
    }
    let region = Region(x: 0, y: 0, width: 40, height: 30)
    let even = try GrayCardEstimator().reading(of: frame, in: region).channels.all.map(\.signal).reduce(0, +) / 4
    let centred =
      try GrayCardEstimator().reading(of: frame, in: region, weighting: .centered).channels.all.map(\.signal)
      .reduce(0, +) / 4
    #expect(Tolerance.evenRidge.allows(abs(even - 495)), "\(even)")
    // Weights that rise with the distance from the edge, d, give the mean of d² / mean of d: 2/3 of 20 columns.
    #expect(Tolerance.centredRidge.allows(abs(centred - (395 + 10 * 40 / 3))), "\(centred)")
  }

  // MARK: - The standard error

  @Test(arguments: [Weighting.uniform, .centered])
  func `the standard error is the spread of readings of the same card`(weighting: Weighting) throws {
    var generator = SeededGenerator(seed: 5)
    let region = Region(x: 0, y: 0, width: 40, height: 30)
    var signals: [Double] = []
    var claimed: [Double] = []
    for _ in 0..<200 {
      let frame = try Self.frame { _, _, _ in UInt16((400 + 12 * generator.normal()).rounded()) }
      let channel = try GrayCardEstimator().reading(of: frame, in: region, weighting: weighting).channels.red
      signals.append(channel.signal)
      claimed.append(channel.standardError)
    }
    let mean = signals.reduce(0, +) / 200
    let spread = (signals.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 199).squareRoot()
    #expect(Tolerance.spreadOf200.allows(abs(claimed.reduce(0, +) / 200 / spread - 1)))
    #expect(Tolerance.threeStandardErrors.allows(abs(mean - 340) / (spread / 200.0.squareRoot())))
  }

  @Test func `the green of the neutral is the mean of two, and so is its error, in squares`() throws {
    var generator = SeededGenerator(seed: 6)
    let frame = try Self.frame { channel, column, row in
      UInt16((Double(Self.flat(channel, column, row)) + 10 * generator.normal()).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    let (first, second) = (reading.channels.greenOnRedRow, reading.channels.greenOnBlueRow)
    let neutral = try Self.neutral(reading)
    let mean = (first.signal + second.signal) / 2
    #expect(Tolerance.sampleSums.allows(abs(neutral.value.green * 940 / mean - 1)))
    // The mean of two equally sure values is surer by the square root of 2.
    let ratio = neutral.standardError.green * 940 / first.standardError
    #expect(Tolerance.errorsOf300.allows(abs(ratio / 0.5.squareRoot() - 1)), "\(ratio)")
  }

  @Test(arguments: [(0.1, 2.0), (2, 0.1)]) func `green is no surer than the black level of either green`(
    errors: (Double, Double)
  ) throws {
    let error = BayerValues(red: 0.5, greenOnRedRow: errors.0, greenOnBlueRow: errors.1, blue: 0.5)
    let levels = try SampleLevels(black: Self.black, white: Self.white, blackError: error)
    let frame = try Self.frame(sample: Self.flat).replacingLevels(levels)
    let neutral = try Self.neutral(
      GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30)))
    #expect(neutral.standardError.green * levels.range >= 2)
  }

  @Test func `the standard error of a gain carries those of two channels`() throws {
    let neutral = MeasuredNeutral(
      value: LinearRGB(red: 0.1, green: 0.4, blue: 0.2), standardError: LinearRGB(red: 0.003, green: 0.016, blue: 0))
    let gains = try MeasuredGains(neutralizing: neutral)
    #expect(gains.value == WhiteBalanceGains(red: 4, green: 1, blue: 2))
    // 3 % and 4 % make 5 % of 4; 4 % of 2; none where the gain is 1 by definition.
    #expect(Tolerance.rounding.allows(abs(gains.standardError.red / 0.2 - 1)))
    #expect(Tolerance.rounding.allows(abs(gains.standardError.blue / 0.08 - 1)))
    #expect(gains.standardError.green == 0)
  }

  @Test func `an error that all channels share in proportion moves no gain`() throws {
    let value: SIMD3<Double> = [0.1, 0.4, 0.2]
    let neutral = MeasuredNeutral(
      value: LinearRGB(red: value.x, green: value.y, blue: value.z),
      covariance: Matrix3x3(rows: value * value.x, value * value.y, value * value.z) * 1e-4)
    let error = try MeasuredGains(neutralizing: neutral).standardError
    #expect(Tolerance.rootOfRounding.allows(max(error.red, error.blue)))
  }

  // MARK: - The verdict

  @Test(arguments: BayerChannel.allCases)
  func `one clipped channel refuses the card`(clipped: BayerChannel) throws {
    let frame = try Self.frame { channel, column, row in
      channel == clipped && column < 4 ? 1000 : Self.flat(channel, column, row)
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).contains(CardRefusal(code: .clipped, value: 0.1, limit: 0.001)))
  }

  @Test func `clipping is told from raw values, before black is removed`() throws {
    // 970 - 64 is far below 1000, and yet at a white level of 970 every green sample is clipped.
    let frame = try Self.frame(white: BayerValues(repeating: 970)) { channel, _, _ in channel == .red ? 500 : 970 }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(reading.channels.map(\.clippedShare) == BayerValues(red: 0, greenOnRedRow: 1, greenOnBlueRow: 1, blue: 1))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
  }

  @Test(arguments: [("RG10", 1020, 1023), ("RG12", 4080, 4095), ("RG16", 65520, 65535)] as [(String, UInt16, Double)])
  func `a channel that saturates just below white is clipped`(code: String, plateau: UInt16, white: Double) throws {
    var generator = SeededGenerator(seed: 9)
    // Half of the samples of one channel would lie above the plateau; the other channels end below it.
    let frame = try Self.frame(code, black: BayerValues(repeating: 0), white: BayerValues(repeating: white)) {
      channel, _, _ in
      let mean = Double(plateau) * (channel == .greenOnBlueRow ? 1 : 0.94)
      return UInt16(min(mean * (1 + 0.01 * generator.normal()), Double(plateau)).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
    #expect((0.4...0.6).contains(reading.channels.greenOnBlueRow.clippedShare))
  }

  @Test(arguments: [(990, 1023), (3692, 4095), (15300, 16383)] as [(Double, Double)])
  func `a channel whose noise is cut off far below white is clipped`(plateau: Double, white: Double) throws {
    var generator = SeededGenerator(seed: 12)
    let frame = try Self.frame("RG14", black: BayerValues(repeating: 0), white: BayerValues(repeating: white)) {
      channel, _, _ in
      let mean = channel == .greenOnBlueRow ? plateau : plateau * 0.96
      return UInt16(min(mean * (1 + 0.01 * generator.normal()), plateau).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
  }

  /// A sensor that ends at 900 of 1023: nothing is near the white level, and a channel that is clipped everywhere has no noise.
  @Test(arguments: [(1.1, 1), (1.5, 3), (4.0, 4)])
  func `channels that are clipped everywhere are clipped, however far below white`(exposure: Double, count: Int) throws
  {
    var generator = SeededGenerator(seed: 15)
    let responses = BayerValues(red: 0.4, greenOnRedRow: 1, greenOnBlueRow: 0.95, blue: 0.75)
    let frame = try Self.frame(black: BayerValues(repeating: 64), white: BayerValues(repeating: 1023)) {
      channel, _, _ in
      let signal = 836 * exposure * responses[channel]
      return UInt16(min(64 + signal + signal.squareRoot() * generator.normal(), 900).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
    #expect(reading.channels.all.count { $0.clippedShare > 0.99 } == count)
  }

  /// Frames of 10 bits with values in steps of 64 / N of 16 bits: the steps are small, and so is the noise.
  @Test(arguments: [1, 2, 3, 4, 7])
  func `a bright card with hardly any noise is not clipped in the mean of frames`(count: Int) throws {
    var generator = SeededGenerator(seed: 14)
    for noise in [0.0, 0.1, 0.2] {
      var average: FrameAverage?
      for _ in 0..<count {
        // Some places end a step lower, as the bars of a test pattern do.
        let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)) { _, _, row in
          UInt16(((row < 3 ? 939 : 940) + noise * generator.normal()).rounded())
        }
        if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
      }
      let mean = try #require(average).mean()
      let reading = try GrayCardEstimator().reading(of: mean, in: Region(x: 0, y: 0, width: 40, height: 30))
      #expect(!Self.refusals(reading).contains { $0.code == .clipped }, "\(noise)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 8], [(990, 1023), (1020, 1023), (900, 1023)] as [(Double, Double)])
  func `a channel that is cut off in every frame is clipped in their mean`(
    count: Int, ends: (plateau: Double, white: Double)
  ) throws {
    var generator = SeededGenerator(seed: 15)
    var average: FrameAverage?
    for _ in 0..<count {
      let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: ends.white)) {
        channel, _, _ in
        // Most of the samples of one channel would lie above.
        let mean = ends.plateau + (channel == .greenOnBlueRow ? 20 : -90)
        return UInt16(min(mean + 16 * generator.normal(), ends.plateau).rounded())
      }
      if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
    }
    let mean = try #require(average).mean()
    let reading = try GrayCardEstimator().reading(of: mean, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
  }

  @Test func `a small bright region is not clipped by its largest sample alone`() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<50 {
      let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)) { _, _, _ in
        UInt16((985 + 6 * generator.normal()).rounded())
      }
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 16, height: 16))
      #expect(Self.refusals(reading) == [])
    }
  }

  @Test func `a bright card whose noise stays below white is not clipped`() throws {
    var generator = SeededGenerator(seed: 10)
    let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)) { _, _, _ in
      UInt16((1000 + 4 * generator.normal()).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading) == [])
  }

  @Test func `a few hot samples do not refuse a card`() throws {
    let frame = try Self.frame(width: 200, height: 200) { channel, column, row in
      column % 100 == 50 && row % 100 == 50 ? 1023 : Self.flat(channel, column, row)
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 200, height: 200))
    #expect(Self.refusals(reading).isEmpty)
  }

  @Test func `a dark card is refused, and so is one below black`() throws {
    for level: UInt16 in [72, 60] {
      let frame = try Self.frame { channel, column, row in channel == .blue ? level : Self.flat(channel, column, row) }
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
      #expect(Self.refusals(reading) == [CardRefusal(code: .tooDark, value: (Double(level) - 70) / 940, limit: 0.005)])
    }
  }

  /// As in files whose black level was subtracted: what noise took below 0 is 0 there, and the mean of a dark channel is too
  /// high. What is accepted is true.
  @Test(arguments: [1, 8]) func `a card whose noise is cut off at 0 is refused`(count: Int) throws {
    var generator = SeededGenerator(seed: 17)
    var accepted = 0
    for level in [6.0, 8, 12, 20, 30, 45, 80] {
      var average: FrameAverage?
      for _ in 0..<count {
        let frame = try Self.frame(
          width: 240, height: 160, black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)
        ) { channel, _, _ in
          let signal = channel == .red ? level : channel == .blue ? 2 * level : 3 * level
          return UInt16(max(signal + (9 + signal).squareRoot() * generator.normal(), 0).rounded())
        }
        if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
      }
      let frame = try #require(average).mean()
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 240, height: 160))
      guard case .ok(let neutral) = reading.verdict else {
        #expect(Self.refusals(reading).map(\.code).contains(.cutOff), "\(level): \(Self.refusals(reading))")
        continue
      }
      accepted += 1
      let gains = try MeasuredGains(neutralizing: neutral)
      let limit = 4 * gains.standardError.red
      #expect(
        (3 - limit...3 + limit).contains(gains.value.red), "\(level): \(gains.value.red) ± \(gains.standardError.red)")
    }
    #expect(accepted == 5, "\(accepted)")
  }

  /// Samples of 0 that are nearly all of them, a dead sample, and other things that move in the frame cut nothing off.
  @Test func `a card that only has samples at 0 is read`() throws {
    var generator = SeededGenerator(seed: 23)
    func frame(red: Double, deviation: Double, dead: Int = 0) throws -> RawFrame {
      try Self.frame(width: 120, height: 80, black: BayerValues(repeating: 0), white: BayerValues(repeating: 255)) {
        channel, column, row in
        if dead > 0, (column * 7 + row * 13) % dead == 0 { return 0 }
        let signal = channel == .red ? red : channel == .blue ? 2 * red : 3 * red
        return UInt16(max(signal + deviation * generator.normal(), 0).rounded())
      }
    }
    for (red, deviation, dead) in [(2.0, 0.45, 0), (1.5, 0.4, 0), (3, 0.75, 0), (40, 3, 1999)] {
      let reading = try GrayCardEstimator().reading(
        of: frame(red: red, deviation: deviation, dead: dead), in: Region(x: 0, y: 0, width: 120, height: 80))
      #expect(!Self.refusals(reading).map(\.code).contains(.cutOff), "\(red) ± \(deviation)")
    }
    // Values far from each other, none of which is near 0.
    let two = try Self.frame(
      width: 120, height: 80, black: BayerValues(repeating: 0), white: BayerValues(repeating: 255)
    ) {
      channel, _, _ in
      let (low, high): (UInt16, UInt16) = channel == .red ? (4, 16) : (8, 32)
      return generator.normal() > 0 ? low : high
    }
    let apart = try GrayCardEstimator().reading(of: two, in: Region(x: 0, y: 0, width: 120, height: 80))
    #expect(!Self.refusals(apart).map(\.code).contains(.cutOff))
    // A mean, in whose frames something bright comes and goes beside the card.
    var average = FrameAverage(try frame(red: 40, deviation: 3))
    for index in 1..<8 {
      let next = try Self.frame(
        width: 120, height: 80, black: BayerValues(repeating: 0), white: BayerValues(repeating: 255)
      ) { channel, _, row in
        if row < 20 { return index.isMultiple(of: 2) ? 250 : 5 }
        return UInt16(((channel == .red ? 40 : 100) + 3 * generator.normal()).rounded())
      }
      try average.add(next)
    }
    let reading = try GrayCardEstimator().reading(of: average.mean(), in: Region(x: 0, y: 24, width: 120, height: 56))
    #expect(!Self.refusals(reading).map(\.code).contains(.cutOff))
  }

  @Test func `a noisy card is refused`() throws {
    var generator = SeededGenerator(seed: 1)
    let frame = try Self.frame { channel, column, row in
      channel == .red ? UInt16((160 + 45 * generator.normal()).rounded()) : Self.flat(channel, column, row)
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.tooNoisy])
  }

  @Test(arguments: [(16, 16, false), (16, 14, true), (1, 100, true), (1, 1, true)])
  func `a region with fewer than 64 samples of a channel is too small`(width: Int, height: Int, refused: Bool) throws {
    let frame = try Self.frame(width: 40, height: 120, sample: Self.flat)
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 2, y: 3, width: width, height: height))
    #expect(Self.refusals(reading).map(\.code) == (refused ? [.tooSmall] : []))
  }

  @Test(
    arguments: [
      (Region(x: 20, y: 0, width: 21, height: 4), 41.0, 40.0), (Region(x: 0, y: 20, width: 4, height: 11), 31, 30),
      (Region(x: -1, y: 0, width: 4, height: 4), -1, 0),
      (Region(x: Int.max, y: 0, width: Int.max, height: 4), 2 * Double(Int.max), 40),
    ] as [(Region, Double, Double)])
  func `a region outside the frame is refused with the edge that it crosses`(
    region: Region, value: Double, limit: Double
  ) throws {
    let reading = try GrayCardEstimator().reading(of: Self.frame(sample: Self.flat), in: region)
    #expect(Self.refusals(reading) == [CardRefusal(code: .outsideFrame, value: value, limit: limit)])
  }

  @Test(arguments: [Region(x: 3, y: 3, width: 0, height: 4), Region(x: 3, y: 3, width: 4, height: -2)])
  func `a region without a sample is too small`(region: Region) throws {
    let reading = try GrayCardEstimator().reading(of: Self.frame(sample: Self.flat), in: region)
    #expect(Self.refusals(reading) == [CardRefusal(code: .tooSmall, value: 0, limit: 64)])
  }

  @Test func `of one sample in each channel no noise can be told`() throws {
    let reading = try GrayCardEstimator().reading(
      of: Self.frame(sample: Self.flat), in: Region(x: 4, y: 4, width: 2, height: 2))
    #expect(Self.refusals(reading) == [CardRefusal(code: .tooSmall, value: 1, limit: 64)])
  }

  @Test(arguments: ["BA10", "GB10"]) func `a wrong order of colours is told by its greens`(order: String) throws {
    let frame = try Self.frame("RG10", black: BayerValues(repeating: 64), sample: Self.flat)
    let misread = try RawFrame(
      format: PixelFormat(order), width: frame.width, height: frame.height, bytes: frame.bytes, levels: frame.levels)
    let reading = try GrayCardEstimator().reading(of: misread, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.greensDiffer])
  }

  @Test func `every reason that holds is given`() throws {
    let frame = try Self.frame { channel, _, _ in channel == .red ? 1023 : 66 }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 8, height: 8))
    #expect(Self.refusals(reading).map(\.code) == [.tooSmall, .clipped, .tooDark])
  }

  @Test func `a monochrome frame has no neutral`() throws {
    let format = try PixelFormat("Y10")
    let frame = try RawFrame(format: format, width: 4, height: 4, bytes: Array(repeating: 0, count: 32))
    #expect(throws: GrayCardError.monochrome(format.fourCC)) {
      try GrayCardEstimator().reading(of: frame, in: Region(centerOf: frame))
    }
  }
}
