import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// Cards whose colour varies: nobody knows which place of it is meant, so the neutral's errors say by how much.
@Suite struct ColorVariationTests {
  static let side = 64
  static let variation = 0.04

  /// A card of which one half has more red, and one half more blue: each of `variation`, by the signs of places.
  ///
  /// - Parameter noise: the standard deviation of a green sample, as a share.
  static func neutral(
    noise: Double = 0.02, seed: UInt64, red: (Int, Int) -> Double, blue: (Int, Int) -> Double
  ) throws -> MeasuredNeutral {
    var generator = SeededGenerator(seed: seed)
    let frame = try GrayCardEstimatorTests.frame(
      width: side, height: side, black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)
    ) { channel, column, row in
      let signal =
        switch channel {
        case .red: 300 * (1 + variation * red(column, row)) + 3 * generator.normal()
        case .blue: 400 * (1 + variation * blue(column, row)) + 4 * generator.normal()
        case .greenOnRedRow, .greenOnBlueRow: 500 * (1 + noise * generator.normal())
        }
      return UInt16(signal.rounded())
    }
    return try GrayCardEstimatorTests.neutral(
      GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: side, height: side)))
  }

  static func left(_ column: Int, _: Int) -> Double { column < side / 2 ? 1 : -1 }
  static func top(_: Int, _ row: Int) -> Double { row < side / 2 ? 1 : -1 }

  /// The covariance of red and blue, relative to their product.
  static func covariance(_ neutral: MeasuredNeutral) -> Double {
    neutral.covariance[0, 2] / (neutral.value.red * neutral.value.blue)
  }

  @Test(arguments: [1.0, -1])
  func `red and blue that vary together have a positive covariance, and against each other a negative one`(
    sign: Double
  ) throws {
    let neutral = try Self.neutral(seed: 3, red: Self.left) { sign * Self.left($0, $1) }
    // Both are off by the variation everywhere: the mean of the product is its square.
    let expected = sign * Self.variation * Self.variation
    #expect(abs(Self.covariance(neutral) / expected - 1) < Tolerance.covarianceOfHalves.limit)
    #expect(neutral.covariance[0, 2] == neutral.covariance[2, 0])
  }

  @Test func `white noise of green adds no covariance to red and blue that vary each on its own`() throws {
    let (count, noise) = (60, 0.15)
    let covariances = try (0..<UInt64(count)).map {
      try Self.covariance(Self.neutral(noise: noise, seed: $0, red: Self.left, blue: Self.top))
    }
    // The standard error of the mean green in each of 4 x 4 parts.
    let ofNoise = noise * noise / Double(Self.side * Self.side / 16 / 2)
    let mean = covariances.reduce(0, +) / Double(count)
    #expect(abs(mean) < Tolerance.covarianceOf60.limit * ofNoise, "\(mean) of \(ofNoise)")
  }

  /// A simulated card of a sensor with little noise.
  private static func shot(width: Int, height: Int, _ vignetting: Vignetting) throws -> SimulatedShot {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG10"), levels: SampleLevels(black: 64, white: 1023), fullWell: 10_000,
      readNoise: 3)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    return try SimulatedShot(
      of: SimulatedScene(card: card, under: CIEIlluminant.d65.distribution), by: sensor, width: width, height: height,
      exposure: 0.5, vignetting: vignetting)
  }

  @Test func `an even card seldom shows a variation of colour by chance`() throws {
    let (count, side) = (300, 64)
    let shot = try Self.shot(width: side, height: side, Vignetting(cornerLoss: 0.2))
    let found = try (0..<UInt64(count)).count { seed in
      let reading = try GrayCardEstimator().reading(
        of: shot.frame(seed: seed), in: Region(x: 0, y: 0, width: side, height: side))
      let neutral = try GrayCardEstimatorTests.neutral(reading)
      let (value, variation) = (neutral.value, try #require(neutral.colorVariation))
      // What the two greens differ by is in red and blue alike.
      let red = variation[0, 0] / max(value.red * value.red, value.green * value.green)
      let blue = variation[2, 2] / max(value.blue * value.blue, value.green * value.green)
      return !Tolerance.rounding.allows(abs(red - blue) / max(red, blue, .leastNormalMagnitude))
    }
    // One card in a hundred does. More than 10 of 300 have a chance of a thousandth.
    #expect(found <= 10, "\(found)")
  }

  /// The lens darkens blue's corners by 0.6 % less than those of red and green. That makes the middle, to which the
  /// gains belong, differ from the card's mean by eight standard errors of noise,
  /// and each of 16 parts by two of its own.
  @Test func `colour that varies smoothly is in the error where no part shows it`() throws {
    let shot = try Self.shot(width: 160, height: 120, Vignetting(red: 0.3, green: 0.3, blue: 0.294))
    let truth = try #require(shot.truth?.gains).blue
    var (squares, seeds) = (0.0, 40)
    for seed in 0..<seeds {
      let reading = try GrayCardEstimator().reading(
        of: shot.frame(seed: UInt64(seed)), in: Region(x: 0, y: 0, width: 160, height: 120))
      let gains = try MeasuredGains(neutralizing: GrayCardEstimatorTests.neutral(reading))
      let errors = (gains.value.blue - truth) / gains.standardError.blue
      squares += errors * errors
    }
    let rms = (squares / Double(seeds)).squareRoot()
    #expect((1...3.5).contains(rms), "\(rms)")
  }

  /// The card is twice as bright on its left as on its right, and both greens are off by two standard errors of black.
  @Test func `an error of green black within its stated one is no colour`() throws {
    let (side, error) = (128, 8.0)
    var generator = SeededGenerator(seed: 9)
    let black = BayerValues(repeating: 64.0)
    let frame = try GrayCardEstimatorTests.frame(
      "RG12", width: side, height: side, black: black, white: BayerValues(repeating: 4095)
    ) { channel, column, _ in
      let shade = 4 / 3.0 - 2 / 3.0 * Double(column) / Double(side)
      let signal =
        switch channel {
        case .red: 1200 * shade
        case .greenOnRedRow, .greenOnBlueRow: 2000 * shade + 2 * error
        case .blue: 1600 * shade
        }
      return UInt16((64 + signal + 2 * generator.normal()).rounded())
    }
    var limits = GrayCardLimits()
    limits.colorDifferenceWarning = 0
    func isColored(blackError: Double) throws -> Bool {
      let levels = try SampleLevels(
        black: black, white: frame.levels.white,
        blackError: BayerValues(red: 0, greenOnRedRow: blackError, greenOnBlueRow: blackError, blue: 0))
      let reading = try GrayCardEstimator(limits: limits).reading(
        of: frame.replacingLevels(levels), in: Region(x: 0, y: 0, width: side, height: side))
      _ = try GrayCardEstimatorTests.neutral(reading)
      return reading.warnings.contains { $0.code == .colorVaries }
    }
    #expect(try !isColored(blackError: error))
    // Without a stated error the greens are a colour.
    #expect(try isColored(blackError: 0))
  }

  /// The corners of red are darker by 4 %, and the card is read over the whole frame.
  /// The gains are those of its middle.
  @Test(arguments: [("RGGB", 8, 16.0), ("RG10", 10, 64), ("RG12", 12, 256)])
  func `colour that varies is in the error, however coarse the raw values are`(
    code: String, bits: Int, black: Double
  ) throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let light = CIEIlluminant.d50.distribution
    let sensor = try SimulatedSensor(
      camera, format: PixelFormat(code), levels: SampleLevels(black: black, white: Double(1 << bits) - 1),
      fullWell: 20_000, readNoise: 3)
    let shot = try SimulatedShot(
      of: SimulatedScene(card: SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18]), under: light),
      by: sensor, width: 320, height: 240, exposure: 0.4, vignetting: Vignetting(red: 0.04, green: 0, blue: 0))
    let reading = try GrayCardEstimator().reading(
      of: shot.frame(seed: 5), in: Region(x: 0, y: 0, width: 320, height: 240))
    let gains = try MeasuredGains(neutralizing: GrayCardEstimatorTests.neutral(reading))
    let truth = try #require(shot.truth?.gains)
    let errors = (gains.value.red - truth.red) / gains.standardError.red
    #expect(errors > 1, "\(errors)")
    #expect(Tolerance.threeStandardErrors.allows(errors), "\(errors)")
  }
}
