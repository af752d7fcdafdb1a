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
