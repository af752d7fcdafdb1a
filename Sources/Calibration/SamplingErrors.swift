internal import Colorimetry
internal import RealModule
internal import WhiteBalance

/// The errors of a light that come from the samples of spectral sensitivities: from the steps between them, and from
/// what lies beyond their ends. See Docs/Methods/WhiteMap.md.
struct SamplingErrors {
  /// Sensitivities that differ from the given ones by a multiple of a likely error.
  private struct Variant {
    let sensitivities: SpectralSensitivities
    /// The likely error as a share of the difference.
    let share: Double
  }

  private let variants: [Variant]

  init(of sensitivities: SpectralSensitivities) throws(SpectralDistributionError) {
    variants = [
      Variant(sensitivities: try sensitivities.mapped(Self.extended), share: 1),
      Variant(sensitivities: try sensitivities.mapped(Self.withEvenSamples), share: Self.shareOfThinning),
      Variant(sensitivities: try sensitivities.mapped(Self.withOddSamples), share: Self.shareOfThinning),
    ]
  }

  /// Returns the sum of the squared errors of a light, in mired and in Duv.
  ///
  /// - Parameters:
  ///   - check: The errors of the light with the given sensitivities.
  ///   - characterization: The characterization that they are of.
  func squares(
    _ check: WhiteMapCalibration.Check, by characterization: some DeviceCharacterization
  ) -> SIMD2<Double> {
    guard let mired = check.mired, let duv = check.duv else { return .zero }
    return variants.reduce(into: .zero) { sum, variant in
      let other = WhiteMapCalibration.check(
        check.light, variant.sensitivities.response(to: check.light.spectrum), characterization)
      guard let otherMired = other.mired, let otherDuv = other.duv else { return }
      let error = variant.share * SIMD2(otherMired - mired, otherDuv - duv)
      sum += error * error
    }
  }

  /// The share of the differences to the thinned tables that counts as the error of the whole table.
  ///
  /// Linear interpolation has an error that grows with the square of the step. A table of every second sample has four
  /// times the error of the whole table, so the two differ by three errors of the whole one. The difference is taken as
  /// two errors, because in the thinned table the errors of several bands may cancel. There are two such tables, and
  /// each has half of the weight in the sum of squares.
  private static let shareOfThinning = (1.0 / 2).squareRoot() / 2

  private static func withEvenSamples(
    _ channel: SpectralDistribution
  ) throws(SpectralDistributionError) -> SpectralDistribution {
    try channel.keepingSamples { $0.isMultiple(of: 2) }
  }

  private static func withOddSamples(
    _ channel: SpectralDistribution
  ) throws(SpectralDistributionError) -> SpectralDistribution {
    try channel.keepingSamples { !$0.isMultiple(of: 2) }
  }

  /// Returns a channel that does not end abruptly, but falls by a factor of e each ``decayNanometers``.
  private static func extended(
    _ channel: SpectralDistribution
  ) throws(SpectralDistributionError) -> SpectralDistribution {
    let (first, last) = (channel.wavelengths[0], channel.wavelengths[channel.wavelengths.count - 1])
    func decayed(_ distance: Double) -> Double { Double.exp(-distance / decayNanometers) }
    let distances = (1...tailCount).map { Double($0) * tailStep }
    let before = distances.reversed().filter { first - $0 >= visible.lowerBound }
    let after = distances.filter { last + $0 <= visible.upperBound }
    return try SpectralDistribution(
      wavelengths: before.map { first - $0 } + channel.wavelengths + after.map { last + $0 },
      values: before.map { channel.values[0] * decayed($0) } + channel.values
        + after.map { channel.values[channel.values.count - 1] * decayed($0) })
  }

  /// The length by which sensitivities fall by a factor of e beyond the end of a table.
  ///
  /// It was chosen on 26 cameras (rawtoaces-data). Where their tables are cut at 680, 690 or 700 nm, and at 390 or 400
  /// nm, the errors that it gives hold (`SamplingErrorsTests`).
  private static let decayNanometers = 15.0
  /// The step and the number of the samples beyond an end. Less than a hundredth of the tail lies beyond the last one.
  private static let tailStep = 5.0
  private static let tailCount = 15
  /// The wavelengths in nanometres that tails may reach: those of the CIE's tables of lamps.
  private static let visible = 380.0...780.0
}

extension SpectralSensitivities {
  fileprivate func mapped(
    _ change: (SpectralDistribution) throws(SpectralDistributionError) -> SpectralDistribution
  ) throws(SpectralDistributionError) -> SpectralSensitivities {
    SpectralSensitivities(red: try change(red), green: try change(green), blue: try change(blue))
  }
}

extension SpectralDistribution {
  /// Returns the distribution of the first sample, the last one, and those between whose index fulfils a condition.
  fileprivate func keepingSamples(
    _ isKept: (Int) -> Bool
  ) throws(SpectralDistributionError) -> SpectralDistribution {
    let kept = wavelengths.indices.filter { $0 == 0 || $0 == wavelengths.count - 1 || isKept($0) }
    return try SpectralDistribution(wavelengths: kept.map { wavelengths[$0] }, values: kept.map { values[$0] })
  }
}
