internal import Colorimetry

/// The wavelengths of reflectances, continued to both ends of a range.
///
/// Beyond its ends a reflectance continues with its last value; it does not fall to 0.
struct ContinuedWavelengths {
  private let wavelengths: [Double]
  /// Whether a wavelength was added at the start and at the end.
  private let isLongerAtStart, isLongerAtEnd: Bool

  /// Continues ascending wavelengths to the ends of `range`. All are in nanometres.
  init(_ wavelengths: [Double], to range: ClosedRange<Double>) {
    isLongerAtStart = (wavelengths.first ?? range.lowerBound) > range.lowerBound
    isLongerAtEnd = (wavelengths.last ?? range.upperBound) < range.upperBound
    self.wavelengths =
      (isLongerAtStart ? [range.lowerBound] : []) + wavelengths + (isLongerAtEnd ? [range.upperBound] : [])
  }

  /// Returns the reflectance that has these values at the wavelengths given.
  func reflectance(_ values: [Double]) throws(SpectralDistributionError) -> SpectralDistribution {
    try SpectralDistribution(
      wavelengths: wavelengths,
      values: values.prefix(isLongerAtStart ? 1 : 0) + values + values.suffix(isLongerAtEnd ? 1 : 0))
  }
}
