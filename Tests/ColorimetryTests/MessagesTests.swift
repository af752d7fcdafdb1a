import Colorimetry
import Testing

/// The complete text of every error of Colorimetry. Other tests compare the errors themselves.
@Suite struct MessagesTests {
  static let texts: [(any Error & CustomStringConvertible, String)] = [
    (
      ColorimetryError.notReal(Chromaticity(x: 0.75, y: 0.5)),
      "no light has x 0.75, y 0.5; x must be at least 0, y above 0, and x + y at most 1"
    ),
    (
      ColorimetryError.beyondInfiniteTemperature(UniformChromaticity(u: 0.125, v: 0.25)),
      "u 0.125, v 0.25 is bluer than any black body, so it has no temperature"
    ),
    (
      ColorimetryError.tooCold(UniformChromaticity(u: 0.625, v: 0.25)),
      "the temperature of u 0.625, v 0.25 is below 500.0 K, the lowest that is computed"
    ),
    (
      ColorimetryError.tooFarBelowLocus(UniformChromaticity(u: 0.25, v: 0.125)),
      "u 0.25, v 0.125 lies more than 0.09 below the Planckian locus, so its temperature has no meaning"
    ),
    (
      ColorimetryError.temperatureOutOfRange(-1),
      "a temperature of -1.0 K is out of range; it must be at least 500.0 K"
    ),
    (
      ColorimetryError.temperatureOutOfRange(154),
      "a temperature of 154.0 K is out of range; it must be at least 500.0 K (154.0 mired are 6494.0 K)"
    ),
    (
      ColorimetryError.temperatureOutsideMethod(3000, 4000...25_000),
      "a temperature of 3000.0 K is outside the method's range, 4000.0 to 25000.0 K"
    ),
    (
      ColorimetryError.temperatureOutsideMethod(1000, 1e6 / 600...Double.infinity),
      "a temperature of 1000.0 K is outside the method's range, 1666.67 K and more"
    ),
    (
      ColorimetryError.pointColderThanMethod(UniformChromaticity(u: 0.625, v: 0.25), 1000),
      "the temperature of u 0.625, v 0.25 is below 1000.0 K, the method's lowest"
    ),
    (
      ColorimetryError.whiteTooSaturated(Chromaticity(x: 0.125, y: 0.0625)),
      "a white of x 0.125, y 0.0625 is too saturated to adapt to; every response to it must be above 0"
    ),
    (
      ColorimetryError.duvOutOfRange(-0.5),
      "a Duv of -0.5 (tint -1500.0) is out of range; it must be finite and above -0.09 (tint -270.0)"
    ),
    (
      ColorimetryError.duvOutOfRange(0.25),
      "a Duv of 0.25 (tint 750.0) is so far above the Planckian locus that its point at this temperature has no x and y; "
        + "Duvs up to 0.18 (tint 540.0) have them at every temperature"
    ),
    (
      ColorimetryError.duvOutOfRange(.infinity),
      "a Duv of inf (tint inf) is out of range; it must be finite and above -0.09 (tint -270.0)"
    ),
    (
      ColorimetryError.tintOutsideMethod(2.5, 0.135...2.326),
      "a tint of 2.5 is outside the method's range, 0.135 to 2.326"
    ),
    (
      ColorimetryError.lightOutsideMethod(Chromaticity(x: 0.125, y: 0.0625)),
      "no base light of the method matches x 0.125, y 0.0625, which is redder than the coldest or bluer than the hottest"
    ),
    (SpectralDistributionError.noSamples, "the spectrum has no samples; it must have at least one"),
    (
      SpectralDistributionError.differentCounts(wavelengths: 2, values: 1),
      "the spectrum has 2 wavelengths and 1 values; it must have as many of each"
    ),
    (
      SpectralDistributionError.wavelength(-400), "a wavelength of -400.0 nm; it must be above 0 and at most 1e6"
    ),
    (
      SpectralDistributionError.notAscending(410, 400),
      "a wavelength of 400.0 nm follows one of 410.0 nm; wavelengths must ascend"
    ),
    (
      SpectralDistributionError.notFinite(.infinity, wavelength: 410),
      "the value at 410.0 nm is inf; it must be finite"
    ),
  ]

  @Test(arguments: texts)
  func `an error says the value and what would be right`(error: any Error & CustomStringConvertible, text: String) {
    #expect(error.description == text)
  }
}
