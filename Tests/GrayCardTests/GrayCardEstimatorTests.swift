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
    // Without noise nothing tells where between two raw values the card is. Two greens see one signal and are rounded
    // alike, so their mean is no surer.
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

  /// A level that is off by its error moves all channels alike, so that their differences stay.
  @Test func `an error that is one of all channels moves them together, and the rest of it moves each`() throws {
    func neutral(_ error: Double, shared: Double) throws -> MeasuredNeutral {
      let levels = try SampleLevels(
        black: Self.black, white: Self.white, blackError: BayerValues(repeating: error), sharedBlackError: shared)
      let frame = try Self.frame(sample: Self.flat).replacingLevels(levels)
      return try Self.neutral(
        GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30)))
    }
    let (none, alone, together) = (
      try neutral(0, shared: 0), try neutral(5, shared: 0), try neutral(5, shared: 3)
    )
    let range = try SampleLevels(black: Self.black, white: Self.white).range
    func added(_ neutral: MeasuredNeutral, _ slope: SIMD3<Double>) -> Double {
      (neutral.variance(of: slope) - none.variance(of: slope)) * range * range
    }
    let expected: [(slope: SIMD3<Double>, independent: Double, shared: Double)] = [
      ([1, 0, 0], 25, 25), ([1, -1, 0], 50, 32), ([1, 0, -1], 50, 32), ([1, 1, 1], 75, 3 * 16 + 9 * 9),
    ]
    for (slope, independent, shared) in expected {
      #expect(Tolerance.squaresOfErrors.allows(abs(added(alone, slope) / independent - 1)), "\(slope)")
      #expect(Tolerance.squaresOfErrors.allows(abs(added(together, slope) / shared - 1)), "\(slope)")
    }
    let black = together.sharedCovariance
    #expect(Tolerance.squaresOfErrors.allows(abs(black[0, 1] * range * range / 9 - 1)))
    // The device's gains change the shift of each channel.
    let divided = together.divided(by: WhiteBalanceGains(red: 2, green: 1, blue: 1)).sharedCovariance
    #expect(Tolerance.squaresOfErrors.allows(abs(divided[0, 1] * range * range / 4.5 - 1)))
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
    #expect(Tolerance.rootOfRounding.allows(largest(error.red, error.blue)))
  }
}
