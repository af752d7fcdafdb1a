import Colorimetry
import Testing
import WhiteBalance

/// The complete text of every error of WhiteBalance. Other tests compare the errors themselves.
@Suite struct MessagesTests {
  static let neutral = LinearRGB(red: 0, green: 1, blue: 2)
  static let gains = WhiteBalanceGains(red: 1, green: 2, blue: 8)

  static let texts: [(WhiteBalanceError, String)] = [
    (.neutralNotPositive(neutral), "the neutral (R 0.0, G 1.0, B 2.0) must be finite and above 0 in every channel"),
    (.gainsNotPositive(gains), "the gains (red 1.0, green 2.0, blue 8.0) must be finite and above 0"),
    (.invalidMaximumGain(0.5), "a maximum gain of 0.5 is not valid; it must be between 1 and 1000000.0"),
    (.gainsOutOfRange(gains, .standard), "the gains (red 1.0, green 2.0, blue 8.0) are outside 1.0 to 4.0"),
    (.colorimetry(.temperatureOutOfRange(1)), ColorimetryError.temperatureOutOfRange(1).description),
    (
      .noPositiveResponse(Chromaticity(x: 0.25, y: 0.5), neutral),
      "the device would not respond to x 0.25, y 0.5 in every channel (R 0.0, G 1.0, B 2.0); "
        + "the light is too saturated for it"
    ),
    (
      .lightNotCovered(Chromaticity(x: 0.25, y: 0.5)),
      "the characterization's table does not reach x 0.25, y 0.5; the light is too saturated for it"
    ),
    (
      .noLight(neutral),
      "no light gives the device the neutral R 0.0, G 1.0, B 2.0; check the channel order and the black level"
    ),
    (
      .noConsistentTemperature(neutral, residual: 2),
      "no light gives the device the neutral R 0.0, G 1.0, B 2.0: the nearest miss is off by 2.0 mired"
    ),
    (
      .noLegalLight(gains, .standard),
      "no light near the one of the gains (red 1.0, green 2.0, blue 8.0) has gains within 1.0 to 4.0"
    ),
    (
      .noLegalLightOfTint(gains, tint: 5.28, .standard),
      "no light with the tint 5.3 of the gains (red 1.0, green 2.0, blue 8.0) has gains within 1.0 to 4.0; nearest-light changes the tint too"
    ),
    (
      .invalidCharacterization(.noMatrix),
      "the characterization cannot be used: it has no matrix; it needs one for each calibrated light"
    ),
    (
      .invalidCharacterization(.lookUpTableNotScalable),
      "the characterization cannot be used: a look-up table has no channels to scale to a unit; matrices, a white map or "
        + "a curve have"
    ),
    (
      .invalidCharacterization(.temperature(1)),
      "the characterization cannot be used: a calibrated light at 1.0 K; its temperature must be at least 500.0 K, and finite in a curve"
    ),
    (
      .invalidCharacterization(.repeatedTemperature(5000)),
      "the characterization cannot be used: two lights have the temperature 5000.0 K, or a curve falls to it; temperatures must differ, and rise in a curve"
    ),
    (
      .invalidCharacterization(.duv(-0.2, temperature: 5000)),
      "the characterization cannot be used: a calibrated light at 5000.0 K has a Duv of -0.2; it must be finite and above -0.09"
    ),
    (
      .invalidCharacterization(.tooManyLights(1001)),
      "the characterization cannot be used: 1001 calibrated lights; there may be 1000"
    ),
    (
      .invalidCharacterization(.lightsTooClose(5000.000000000001, 5000)),
      "the characterization cannot be used: two calibrated lights of 5000.000000000001 K and 5000.0 K; they must be 1e-06 "
        + "mired apart"
    ),
    (
      .invalidCharacterization(.singularMatrix(temperature: 5000)),
      "the characterization cannot be used: the matrix for 5000.0 K is not finite or has no inverse, "
        + "or has a row whose sum is not above 0"
    ),
    (
      .invalidCharacterization(.oppositeOrientation(6500, 2850)),
      "the characterization cannot be used: the matrices for 6500.0 K and 2850.0 K have determinants of opposite sign; "
        + "two rows of one may be swapped"
    ),
    (
      .invalidCharacterization(.unitResponse(neutral)),
      "the characterization cannot be used: the unit's own response (R 0.0, G 1.0, B 2.0) "
        + "must be between 1e-06 and 1000000.0 in every channel"
    ),
    (
      .invalidCharacterization(.noCurvePoint),
      "the characterization cannot be used: the gain curve has no point; it needs one for each measured light"
    ),
    (
      .invalidCharacterization(.tooFewCurvePoints(1)),
      "the characterization cannot be used: the count of the temperature curve's points is 1; it must be 2 or more"
    ),
    (
      .invalidCharacterization(.curveRatios(.init(temperature: 5000, redRatio: -1, blueRatio: 0.5))),
      "the characterization cannot be used: a curve's point at 5000.0 K has R/G -1.0, B/G 0.5; both must be finite "
        + "and above 0"
    ),
    (
      .invalidCharacterization(.curveLight(.init(temperature: 5000, duv: 0.5, redRatio: 1, blueRatio: 0.5))),
      "the characterization cannot be used: the gain curve has a point at 5000.0 K, Duv 0.5: no light that a camera can "
        + "see is there"
    ),
    (
      .invalidCharacterization(
        .curveNotMonotone(
          .init(temperature: 6500, redRatio: 0.75, blueRatio: 0.25),
          .init(temperature: 2850, redRatio: 1, blueRatio: 0.5)
        )),
      "the characterization cannot be used: the gain curve turns back between 2850.0 K (R/G 1.0, B/G 0.5) and 6500.0 K "
        + "(R/G 0.75, B/G 0.25): red against blue must fall with rising temperature; check which ratios belong to which "
        + "light"
    ),
    (
      .invalidCharacterization(
        .mapGrid(
          .init(slope: 0.5, origin: SIMD2(-1, -2), spacing: SIMD2(0.25, 0), warmthCount: 9, tintCount: 1001))),
      "the characterization cannot be used: the white map's grid of 9 by 1001 knots, slope 0.5, from -1.0, -2.0 in steps "
        + "of 0.25, 0.0; steps must be above 0 and counts 1 to 1000"
    ),
    (
      .invalidCharacterization(.mapCount(5, expected: 6)),
      "the characterization cannot be used: 5 values for the 6 knots of the white map"
    ),
    (
      .invalidCharacterization(.mapDisplacement(.infinity)),
      "the characterization cannot be used: the white map moves a light by inf knots; it must be at most 1000.0"
    ),
    (
      .invalidCharacterization(.mapNotInvertible(slope: -0.5)),
      "the characterization cannot be used: the white map cannot be undone: a coordinate rises by -0.5 a knot; it must "
        + "be at least 0.01"
    ),
    (
      .invalidUncertainty(mired: -1, duv: 0),
      "an uncertainty of -1.0 mired and 0.0 Duv is not valid; both must be between 0 and 1000000.0"
    ),
    (
      .invalidDuvBias(0.25),
      "a mean error of Duv of 0.25 is not valid; it must be between -0.02 and 0.02, and 0 for light of any kind"
    ),
  ]

  @Test(arguments: texts)
  func `an error says the value and what would be right`(error: WhiteBalanceError, text: String) {
    #expect(error.description == text)
  }
}
