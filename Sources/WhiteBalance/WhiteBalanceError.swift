public import Colorimetry
internal import NumericalMethods

/// The reason why a conversion between light, neutral and gains has no answer.
public enum WhiteBalanceError: Error, Hashable, Sendable {
  /// A channel of the neutral is not finite or not above 0.
  case neutralNotPositive(LinearRGB)
  /// A gain is not finite or not above 0.
  case gainsNotPositive(WhiteBalanceGains)
  /// The maximum gain is not between 1 and 1e6.
  case invalidMaximumGain(Double)
  /// The gains lie outside the range, and the policy is to refuse them.
  case gainsOutOfRange(WhiteBalanceGains, GainRange)
  /// The light's colorimetry has no answer.
  case colorimetry(ColorimetryError)
  /// The characterization gives a channel no response, or a negative one, to this light.
  case noPositiveResponse(Chromaticity, LinearRGB)
  /// The light lies outside the table that the characterization is made of.
  case lightNotCovered(Chromaticity)
  /// No chromaticity gives this neutral: the characterization maps it to tristimulus values that no light has: a
  /// sum or a Y that is not positive, or coordinates that are not finite.
  case noLight(LinearRGB)
  /// The characterization and the light found with it agree at no temperature. `residual` is the nearest miss, in
  /// mired.
  case noConsistentTemperature(LinearRGB, residual: Double)
  /// The policy found no light whose gains are in range.
  case noLegalLight(WhiteBalanceGains, GainRange)
  /// ``GainPolicy/holdTint`` found no light of this tint whose gains are in range.
  case noLegalLightOfTint(WhiteBalanceGains, tint: Double, GainRange)
  /// The numbers of a characterization cannot be used.
  case invalidCharacterization(CharacterizationFault)
  /// A standard error is not between 0 and 1e6.
  case invalidUncertainty(mired: Double, duv: Double)
  /// A mean error of Duv is larger than 0.02 or not a number, or it is not 0 for light of any kind.
  case invalidDuvBias(Double)
}

/// A fault in the numbers of a characterization.
public enum CharacterizationFault: Hashable, Sendable {
  /// There is no matrix.
  case noMatrix
  /// A look-up table has no factors of a unit, so it cannot be scaled.
  case lookUpTableNotScalable
  /// The temperature of a calibrated light or of a colour matrix, in kelvin, is below 500 K or not a number, or, in a
  /// curve, infinite.
  case temperature(Double)
  /// The Duv of a calibrated light at a temperature, in kelvin, is not finite or not above -0.09.
  case duv(Double, temperature: Double)
  /// There are more calibrated lights than a profile can hold.
  case tooManyLights(Int)
  /// Two calibrated lights have this temperature, in kelvin, or it is not above the one before it in a curve.
  case repeatedTemperature(Double)
  /// Two calibrated lights, by their temperatures in kelvin, are too close to blend their matrices.
  case lightsTooClose(Double, Double)
  /// The matrix at a temperature, in kelvin, is not finite, has no inverse, or has a row whose sum is not above 0.
  case singularMatrix(temperature: Double)
  /// The matrices at two neighbouring temperatures, in kelvin, have determinants of opposite sign.
  case oppositeOrientation(Double, Double)
  /// A channel of the unit response is outside of 1e-6 to 1e6.
  case unitResponse(LinearRGB)
  /// The gain curve has no point.
  case noCurvePoint
  /// The temperature curve has fewer than two points.
  case tooFewCurvePoints(Int)
  /// The ratios of a curve's point are not finite and above 0.
  case curveRatios(GainCurveCharacterization.Point)
  /// The curve has a point at a temperature or Duv that no light has, or that the base matrix does not see.
  case curveLight(GainCurveCharacterization.Point)
  /// R/B does not fall from the colder point, the second, to the hotter one, the first.
  case curveNotMonotone(GainCurveCharacterization.Point, GainCurveCharacterization.Point)
  /// The white map's steps are not above 0, or its counts are out of range.
  case mapGrid(WhiteMap.Grid)
  /// The white map has another number of values than its grid has knots.
  case mapCount(Int, expected: Int)
  /// A displacement of the white map, in knots, is too large.
  case mapDisplacement(Double)
  /// The white map cannot be inverted. `slope` is the least rise of a coordinate with itself, per knot.
  case mapNotInvertible(slope: Double)
}

extension WhiteBalanceError {
  /// Whether the device's range and the policy refuse gains that are right.
  package var isRefusal: Bool {
    switch self {
    case .gainsOutOfRange, .noLegalLight, .noLegalLightOfTint: true
    default: false
    }
  }
}

extension WhiteBalanceError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .neutralNotPositive(let neutral):
      "the neutral (\(neutral.shown)) must be finite and above 0 in every channel"
    case .gainsNotPositive(let gains):
      "the gains (\(gains.shown)) must be finite and above 0"
    case .invalidMaximumGain(let maximum):
      "a maximum gain of \(maximum) is not valid; it must be between 1 and \(GainRange.largestMaximum)"
    case .gainsOutOfRange(let gains, let range):
      "the gains (\(gains.shown)) are outside \(range.minimum) to \(range.maximum)"
    case .colorimetry(let error):
      error.description
    case .noPositiveResponse(let light, let response):
      "the device would not respond to \(light.shown) in every channel (\(response.shown)); the light is too saturated for it"
    case .lightNotCovered(let light):
      "the characterization's table does not reach \(light.shown); the light is too saturated for it"
    case .noLight(let neutral):
      "no light gives the device the neutral \(neutral.shown); check the channel order and the black level"
    case .noConsistentTemperature(let neutral, let residual):
      "no light gives the device the neutral \(neutral.shown): the nearest miss is off by \(residual.rounded(digits: shownDigits)) mired"
    case .noLegalLight(let gains, let range):
      "no light near the one of the gains (\(gains.shown)) has gains within \(range.minimum) to \(range.maximum)"
    case .noLegalLightOfTint(let gains, let tint, let range):
      "no light with the tint \(tint.tenths) of the gains (\(gains.shown)) has gains within \(range.minimum) to "
        + "\(range.maximum); \(GainPolicy.nearestLight.rawValue) changes the tint too"
    case .invalidCharacterization(let fault):
      "the characterization cannot be used: \(fault)"
    case .invalidDuvBias(let bias):
      "a mean error of Duv of \(bias) is not valid; it must be between -\(LightErrors.largestBias) and "
        + "\(LightErrors.largestBias), and 0 for light of any kind"
    case .invalidUncertainty(let mired, let duv):
      "an uncertainty of \(mired) mired and \(duv) Duv is not valid; both must be between 0 and \(CharacterizationUncertainty.largestError)"
    }
  }
}

extension CharacterizationFault: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .noMatrix: "it has no matrix; it needs one for each calibrated light"
    case .lookUpTableNotScalable:
      "a look-up table has no channels to scale to a unit; matrices, a white map or a curve have"
    case .temperature(let kelvin):
      "a calibrated light at \(kelvin) K; its temperature must be at least \(PlanckianLocus.lowestTemperature) K, and finite in a curve"
    case .duv(let duv, let kelvin):
      "a calibrated light at \(kelvin) K has a Duv of \(duv); it must be finite and above \(PlanckianLocus.lowestDuv)"
    case .tooManyLights(let count):
      "\(count) calibrated lights; there may be \(MatrixCharacterization.largestCount)"
    case .lightsTooClose(let hotter, let colder):
      "two calibrated lights of \(hotter) K and \(colder) K; they must be \(MatrixCharacterization.leastDistance) mired apart"
    case .repeatedTemperature(let kelvin):
      "two lights have the temperature \(kelvin.rounded(digits: shownDigits)) K, or a curve falls to it; temperatures must differ, and rise in a curve"
    case .singularMatrix(let kelvin):
      "the matrix for \(kelvin.rounded(digits: shownDigits)) K is not finite or has no inverse, or has a row whose sum is not above 0"
    case .oppositeOrientation(let hotter, let colder):
      "the matrices for \(hotter.rounded(digits: shownDigits)) K and \(colder.rounded(digits: shownDigits)) K have determinants of opposite sign; two rows of one may be swapped"
    case .unitResponse(let factors):
      "the unit's own response (\(factors.shown)) must be between \(MatrixCharacterization.unitFactors.lowerBound) and \(MatrixCharacterization.unitFactors.upperBound) in every channel"
    case .noCurvePoint: "the gain curve has no point; it needs one for each measured light"
    case .tooFewCurvePoints(let count):
      "the count of the temperature curve's points is \(count); it must be \(TemperatureCurveCharacterization.leastCount) or more"
    case .curveRatios(let point):
      "a curve's point at \(point.temperature.rounded(digits: shownDigits)) K has R/G \(point.redRatio.rounded(digits: shownDigits)), B/G \(point.blueRatio.rounded(digits: shownDigits)); both must be "
        + "finite and above 0"
    case .curveLight(let point):
      "the gain curve has a point at \(point.temperature.rounded(digits: shownDigits)) K, Duv \(point.duv.rounded(digits: shownDigits)): no light that a camera can see is there"
    case .curveNotMonotone(let hotter, let colder):
      "the gain curve turns back between \(colder.temperature.rounded(digits: shownDigits)) K (R/G \(colder.redRatio.rounded(digits: shownDigits)), B/G \(colder.blueRatio.rounded(digits: shownDigits))) and "
        + "\(hotter.temperature.rounded(digits: shownDigits)) K (R/G \(hotter.redRatio.rounded(digits: shownDigits)), B/G \(hotter.blueRatio.rounded(digits: shownDigits))): red against blue must fall with "
        + "rising temperature; check which ratios belong to which light"
    case .mapGrid(let grid):
      "the white map's grid of \(grid.warmthCount) by \(grid.tintCount) knots, slope \(grid.slope), from \(grid.origin.x), "
        + "\(grid.origin.y) in steps of \(grid.spacing.x), \(grid.spacing.y); steps must be above 0 and counts 1 to "
        + "\(WhiteMap.largestCount)"
    case .mapCount(let count, let expected): "\(count) values for the \(expected) knots of the white map"
    case .mapDisplacement(let value):
      "the white map moves a light by \(value) knots; it must be at most \(WhiteMap.largestDisplacement)"
    case .mapNotInvertible(let slope):
      "the white map cannot be undone: a coordinate rises by \(slope) a knot; it must be at least \(WhiteMap.leastSlope)"
    }
  }
}

/// The significant digits of numbers in messages. No camera's gains are known better.
private let shownDigits = 6

extension LinearRGB {
  fileprivate var shown: LinearRGB {
    LinearRGB(
      red: red.rounded(digits: shownDigits), green: green.rounded(digits: shownDigits),
      blue: blue.rounded(digits: shownDigits))
  }
}

extension WhiteBalanceGains {
  fileprivate var shown: WhiteBalanceGains {
    WhiteBalanceGains(
      red: red.rounded(digits: shownDigits), green: green.rounded(digits: shownDigits),
      blue: blue.rounded(digits: shownDigits))
  }
}

extension Chromaticity {
  fileprivate var shown: Chromaticity {
    Chromaticity(x: x.rounded(digits: shownDigits), y: y.rounded(digits: shownDigits))
  }
}
