import Colorimetry
import RealModule
import TestSupport
import Testing
import WhiteBalance

@testable import Calibration

@Suite struct CardReadingTests {
  private func ratios(_ neutral: LinearRGB, _ covariance: Matrix3x3) throws -> MeasuredRatios {
    let light = try CalibrationLight(name: "D65", chromaticity: .d65)
    let measured = MeasuredNeutral(value: neutral, covariance: covariance)
    return try CardReading(name: "card", light: light, neutral: measured).ratios()
  }

  @Test func `an error of green alone correlates the ratios fully`() throws {
    // As good as none in red and blue.
    let errors = try ratios(
      LinearRGB(red: 0.3, green: 0.5, blue: 0.4), Matrix3x3(diagonal: [1e-16, 1e-4, 1e-16])
    ).covariance
    #expect(Tolerance.negligibleChannelError.allows(abs(errors.both / (errors.red * errors.blue).squareRoot() - 1)))
    #expect(Tolerance.negligibleChannelError.allows(abs(errors.red.squareRoot() / (0.01 / 0.5) - 1)))
  }

  /// A card that reads a value with noise and an error of the black level, both standard errors in each channel.
  private func card(_ value: LinearRGB, noise: Double, black: Double) throws -> CardReading {
    CardReading(
      name: "card", light: try CalibrationLight(name: "D65", chromaticity: .d65),
      neutral: MeasuredNeutral(
        value: value, covariance: Matrix3x3(diagonal: SIMD3(repeating: noise * noise + black * black)),
        blackError: LinearRGB(red: black, green: black, blue: black)))
  }

  /// The error of the black level is that of each card, and no number of cards shows it.
  @Test(arguments: [1, 4, 9]) func `a mean of cards reduces their noise, and not the error of their black`(
    count: Int
  ) throws {
    let value = LinearRGB(red: 0.3, green: 0.5, blue: 0.4)
    let (noise, black) = (0.002, 0.01)
    let cards = try (0..<count).map { _ in try card(value, noise: noise, black: black) }
    let group = try #require(CardGroup.groups(cards).first)
    let variance = noise * noise / Double(count) + black * black
    let truth = try ratios(value, Matrix3x3(diagonal: SIMD3(repeating: variance))).covariance
    let found = group.ratios.covariance
    for (found, truth) in [(found.red, truth.red), (found.blue, truth.blue), (found.both, truth.both)] {
      #expect(Tolerance.cancelledCovariance.allows(abs(found / truth - 1)), "\(count)")
    }
  }

  /// With one level for all channels, its error moves the ratios of a card along one line, however many cards there are.
  @Test func `an error of one black level for all channels moves the ratios together, and cards agree in it`() throws {
    let (noise, black) = (1e-4, 0.005)
    func card(_ exposure: Double, error: SIMD3<Double>) throws -> MeasuredRatios {
      let value = SIMD3(0.6, 1, 0.8) * exposure + error
      return try CardReading(
        name: "card", light: CalibrationLight(name: "D65", chromaticity: .d65),
        neutral: MeasuredNeutral(
          value: LinearRGB(value),
          covariance: Matrix3x3(diagonal: SIMD3(repeating: noise * noise))
            + Matrix3x3(outerProductOf: SIMD3(repeating: black)),
          blackError: LinearRGB(red: 0, green: 0, blue: 0),
          sharedBlackError: LinearRGB(red: black, green: black, blue: black))
      ).ratios()
    }
    let (one, all) = (try card(0.2, error: .zero), SIMD3(repeating: black))
    // ln R/G rises by the error times 1/R - 1/G.
    let (red, blue) = (black * (1 / 0.12 - 1 / 0.2), black * (1 / 0.16 - 1 / 0.2))
    let noiseOfRed = noise * noise * (1 / (0.12 * 0.12) + 1 / (0.2 * 0.2))
    #expect(Tolerance.squaresOfErrors.allows(abs(one.covariance.red / (red * red + noiseOfRed) - 1)))
    #expect(one.covariance.both > 0.9 * red * blue)
    // A bright and a dark card that differ as one black level moves them do not disagree.
    let (mean, disagreement) = try MeasuredRatios.mean([card(0.8, error: all), card(0.2, error: all)])
    #expect(disagreement < 2)
    #expect(mean.covariance.red < one.covariance.red)
    let apart = try MeasuredRatios.mean([card(0.8, error: all), card(0.2, error: [black, 0, 0])])
    #expect(apart.chiSquare > 50)
  }

  /// An error of the black level is a larger share of a dark card's signal. Noise alone would not explain how far the
  /// ratios of a bright and a dark card differ.
  @Test func `a bright card and a dark one disagree by chance alone, and together they are as sure as the bright one`()
    throws
  {
    var generator = SeededGenerator(seed: 3)
    let (noise, black, trials) = (3e-4, 0.004, 400)
    var (chiSquare, squares, best) = (0.0, 0.0, 0.0)
    for _ in 0..<trials {
      let error = SIMD3(generator.normal(), generator.normal(), generator.normal()) * black
      let cards = try [0.8, 0.2].map { exposure in
        let read =
          [0.6, 1, 0.8] * exposure + error
          + SIMD3(generator.normal(), generator.normal(), generator.normal()) * noise
        return try card(LinearRGB(read), noise: noise, black: black).ratios()
      }
      let (mean, disagreement) = MeasuredRatios.mean(cards)
      let offset = mean.value - SIMD2(Double.log(0.6), .log(0.8))
      chiSquare += disagreement / Double(trials)
      squares += (offset * (mean.covariance.inverse * offset)).sum() / Double(trials)
      let dark = Array(repeating: cards[1], count: 9)
      best = max(best, MeasuredRatios.mean([cards[0]] + dark).mean.covariance.trace / cards[0].covariance.trace)
    }
    // Two ratios of two cards have two degrees of freedom, and so has the error of the mean.
    #expect(Tolerance.meanChiSquare.allows(abs(chiSquare - 2)), "\(chiSquare)")
    #expect(Tolerance.meanChiSquare.allows(abs(squares - 2)), "\(squares)")
    #expect(best < 1 || Tolerance.cancelledCovariance.allows(best - 1), "\(best)")
  }

  /// The colours of the lens are the same in each frame of a card.
  @Test func `a mean of frames does not reduce how colours vary over the card`() throws {
    let light = try CalibrationLight(name: "D65", chromaticity: .d65)
    let variation = Matrix3x3(diagonal: [4e-6, 0, 9e-6])
    let card = CardReading(
      name: "card", light: light,
      neutral: MeasuredNeutral(
        value: LinearRGB(red: 0.3, green: 0.5, blue: 0.4),
        covariance: Matrix3x3(diagonal: [1e-8, 1e-8, 1e-8]) + variation, blackError: nil, colorVariation: variation))
    let nine = try #require(CardGroup.groups(Array(repeating: card, count: 9)).first).ratios.covariance
    // A ninth of the noise, and all of the variation.
    let noise = Matrix3x3(diagonal: SIMD3(repeating: 1e-8 / 9))
    let truth = try ratios(card.neutral.value, noise + variation).covariance
    for (found, truth) in [(nine.red, truth.red), (nine.blue, truth.blue)] {
      #expect(Tolerance.cancelledCovariance.allows(abs(found / truth - 1)))
    }
  }

  /// Colours that vary over a card explain a part of a difference, which must not make the mean surer.
  @Test func `cards that scatter state their scatter, whether or not colours vary over each`() throws {
    let light = try CalibrationLight(name: "D65", chromaticity: .d65)
    func covariance(_ variation: Double) throws -> RatioCovariance {
      let noise = Matrix3x3(diagonal: [1e-8, 1e-8, 1e-8])
      let own = Matrix3x3(diagonal: [variation, 0, variation])
      let cards = [0, 0.08].map { shift in
        CardReading(
          name: "card", light: light,
          neutral: MeasuredNeutral(
            value: LinearRGB(red: 0.3 * (1 + shift), green: 0.5, blue: 0.4), covariance: noise + own, blackError: nil,
            colorVariation: own))
      }
      let group = try #require(CardGroup.groups(cards).first)
      #expect(group.warning != nil)
      return group.ratios.covariance
    }
    let steady = try covariance(0)
    // Two cards that differ by this much scatter by it over the root of two, whose noise is a thousandth of it. Blue
    // does not differ.
    let scatter = Double.log(1.08) * Double.log(1.08) / 2
    #expect((scatter...1.01 * scatter).contains(steady.red))
    #expect(steady.blue < scatter / 1000)
    for variation in [1e-7, 1e-6, 1e-5] { #expect(try covariance(variation).red >= steady.red, "\(variation)") }
  }

  @Test func `cards that differ by more than noise and black do disagree`() throws {
    let cards = try [0.0, 0.01].map { shift in
      try card(LinearRGB(red: 0.3 * (1 + shift), green: 0.5, blue: 0.4), noise: 1e-4, black: 0.004)
    }
    #expect(try CardGroup.groups(cards).first?.warning != nil)
  }

  @Test func `an error that all channels share in proportion is none of a ratio`() throws {
    let (share, own): (SIMD3<Double>, Double) = ([0.3, 0.5, 0.4], 1e-5)
    let shared = Matrix3x3(rows: share * share.x, share * share.y, share * share.z) * 1e-4
    let errors = try ratios(
      LinearRGB(red: share.x, green: share.y, blue: share.z),
      shared + Matrix3x3(diagonal: share * share * (own * own))
    ).covariance
    // Each of two channels has its own.
    for (found, expected) in [(errors.red, 2 * own * own), (errors.blue, 2 * own * own), (errors.both, own * own)] {
      #expect(Tolerance.cancelledCovariance.allows(abs(found / expected - 1)))
    }
  }
}
