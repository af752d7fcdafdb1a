internal import NumericalMethods

/// The reason why a light has no chromaticity, or a chromaticity has no temperature.
public enum ColorimetryError: Error, Hashable, Sendable {
  /// No light has this chromaticity: X, Y or Z would be negative, or a number is not finite.
  case notReal(Chromaticity)
  /// The colour lies beyond the end of the locus: it is bluer than any black body.
  case beyondInfiniteTemperature(UniformChromaticity)
  /// The nearest point of the locus is colder than 500 K.
  case tooCold(UniformChromaticity)
  /// The colour lies so far below the locus that the nearest point is not unique.
  case tooFarBelowLocus(UniformChromaticity)
  /// The temperature, in kelvin, is NaN or below 500.
  case temperatureOutOfRange(Double)
  /// The temperature, in kelvin, is NaN or outside the range of a published method.
  case temperatureOutsideMethod(Double, ClosedRange<Double>)
  /// The point lies beyond the coldest isotherm of a published method, whose temperature, in kelvin, is given.
  case pointColderThanMethod(UniformChromaticity, Double)
  /// The white is so saturated that a chromatic adaptation's response to it is not above 0.
  case whiteTooSaturated(Chromaticity)
  /// The Duv is not finite, or so far from the locus that the point with it has another temperature, or no x and y.
  case duvOutOfRange(Double)
  /// The tint, on a program's own scale, is NaN or outside the program's range.
  case tintOutsideMethod(Double, ClosedRange<Double>)
  /// No base light of a program matches this light: it is redder than the coldest base light, or bluer than the
  /// hottest.
  case lightOutsideMethod(Chromaticity)
}

extension ColorimetryError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    let lowest = PlanckianLocus.lowestTemperature
    let limit = PlanckianLocus.lowestDuv
    return switch self {
    case .notReal(let chromaticity):
      "no light has \(Self.shown(chromaticity)); x must be at least 0, y above 0, and x + y at most 1"
    case .beyondInfiniteTemperature(let point):
      "\(Self.shown(point)) is bluer than any black body, so it has no temperature"
    case .tooCold(let point):
      "the temperature of \(Self.shown(point)) is below \(lowest) K, the lowest that is computed"
    case .tooFarBelowLocus(let point):
      "\(Self.shown(point)) lies more than \(-limit) below the Planckian locus, so its temperature has no meaning"
    case .temperatureOutOfRange(let temperature):
      "a temperature of \(temperature) K is out of range; it must be at least \(lowest) K\(Self.mired(temperature))"
    case .temperatureOutsideMethod(let temperature, let range):
      "a temperature of \(temperature) K is outside the method's range, \(Self.shown(range.lowerBound)) "
        + (range.upperBound.isFinite ? "to \(Self.shown(range.upperBound)) K" : "K and more")
    case .pointColderThanMethod(let point, let lowest):
      "the temperature of \(Self.shown(point)) is below \(Self.shown(lowest)) K, the method's lowest"
    case .whiteTooSaturated(let white):
      "a white of \(Self.shown(white)) is too saturated to adapt to; every response to it must be above 0"
    case .duvOutOfRange(let duv) where duv > limit && duv.isFinite:
      "a Duv of \(Self.shown(duv)) (tint \(Self.shown(duv * TemperatureAndTint.tintPerDuv))) is so far above the Planckian "
        + "locus that its point at this temperature has no x and y; Duvs up to \(PlanckianLocus.highestDuv) (tint "
        + "\(PlanckianLocus.highestDuv * TemperatureAndTint.tintPerDuv)) have them at every temperature"
    case .duvOutOfRange(let duv):
      "a Duv of \(Self.shown(duv)) (tint \(Self.shown(duv * TemperatureAndTint.tintPerDuv))) is out of range; it must be "
        + "finite and above \(limit) (tint \(limit * TemperatureAndTint.tintPerDuv))"
    case .tintOutsideMethod(let tint, let range):
      "a tint of \(tint) is outside the method's range, \(range.lowerBound) to \(range.upperBound)"
    case .lightOutsideMethod(let light):
      "no base light of the method matches \(Self.shown(light)), which is redder than the coldest or bluer than the hottest"
    }
  }

  /// Returns a hint for a temperature that looks like one in mired.
  private static func mired(_ temperature: Double) -> String {
    usualMired.contains(temperature) ? " (\(temperature) mired are \((1e6 / temperature).rounded()) K)" : ""
  }

  /// The lights of lamps and skies in mired, 2000 to 100 000 K.
  private static let usualMired = 10.0..<500

  private static func shown(_ number: Double) -> Double { number.rounded(digits: shownDigits) }

  private static func shown(_ light: Chromaticity) -> Chromaticity {
    Chromaticity(x: shown(light.x), y: shown(light.y))
  }

  private static func shown(_ light: UniformChromaticity) -> UniformChromaticity {
    UniformChromaticity(u: shown(light.u), v: shown(light.v))
  }
}

/// The significant digits of numbers in messages. They resolve a kelvin.
private let shownDigits = 6
