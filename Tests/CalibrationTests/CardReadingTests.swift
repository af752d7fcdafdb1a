import Colorimetry
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

  /// The error of the black level is that of each card, and no number of cards shows it.
  @Test func `a mean of cards reduces their noise, and not what they share`() throws {
    let light = try CalibrationLight(name: "D65", chromaticity: .d65)
    let (noise, black): (SIMD3<Double>, SIMD3<Double>) = ([1e-6, 2e-6, 3e-6], [4e-4, 1e-4, 2e-4])
    let cards = [LinearRGB(red: 0.3, green: 0.5, blue: 0.4)].flatMap { value in
      Array(
        repeating: CardReading(
          name: "card", light: light,
          neutral: MeasuredNeutral(
            value: value, covariance: Matrix3x3(diagonal: noise + black), commonCovariance: Matrix3x3(diagonal: black))),
        count: 9)
    }
    func expected(_ noise: SIMD3<Double>) throws -> RatioCovariance {
      try ratios(LinearRGB(red: 0.3, green: 0.5, blue: 0.4), Matrix3x3(diagonal: noise + black)).covariance
    }
    for count in [1, 4, 9] {
      let group = try #require(CardGroup.groups(Array(cards.prefix(count))).first)
      let truth = try expected(noise / Double(count))
      let found = group.ratios.covariance
      for (found, truth) in [(found.red, truth.red), (found.blue, truth.blue), (found.both, truth.both)] {
        #expect(Tolerance.cancelledCovariance.allows(abs(found / truth - 1)), "\(count)")
      }
    }
  }

  /// Black makes the same error of a dark card larger. Their noise alone would not explain how they differ.
  @Test func `cards that an error of black moves apart do not disagree`() throws {
    let light = try CalibrationLight(name: "D65", chromaticity: .d65)
    let (black, noise) = (0.004, 1e-5)
    let cards = [1.0, 0.25].map { exposure in
      let value = LinearRGB(red: 0.3 * exposure + black, green: 0.5 * exposure + black, blue: 0.4 * exposure + black)
      let common = Matrix3x3(diagonal: SIMD3(repeating: black * black))
      return CardReading(
        name: "card", light: light,
        neutral: MeasuredNeutral(
          value: value, covariance: Matrix3x3(diagonal: SIMD3(repeating: noise * noise)) + common,
          commonCovariance: common))
    }
    #expect(try CardGroup.groups(cards).first?.warning == nil)
    let unexplained = cards.map {
      CardReading(
        name: $0.name, light: light,
        neutral: MeasuredNeutral(
          value: $0.neutral.value, covariance: Matrix3x3(diagonal: SIMD3(repeating: noise * noise))))
    }
    #expect(try CardGroup.groups(unexplained).first?.warning != nil)
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
