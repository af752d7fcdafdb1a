internal import Colorimetry
internal import RealModule
public import WhiteBalance

/// A device's reading of a gray card under a known light.
public struct CardReading: Hashable, Sendable {
  /// The user's name for the card, for errors.
  public let name: String
  /// The light that the card was read under.
  public let light: CalibrationLight
  /// The device's response to the card, in any scale.
  public let neutral: MeasuredNeutral

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - name: The user's name for the card, for errors.
  ///   - light: The light that the card was read under.
  ///   - neutral: The device's response to the card, in any scale.
  public init(name: String, light: CalibrationLight, neutral: MeasuredNeutral) {
    self.name = name
    self.light = light
    self.neutral = neutral
  }

  /// Returns the log ratios of the neutral with their covariance.
  ///
  /// - Throws: ``CalibrationError/cardNeutral(_:_:)``.
  func ratios() throws(CalibrationError) -> MeasuredRatios {
    let value = neutral.value.vector
    func ratios(_ covariance: Matrix3x3) -> RatioCovariance {
      let scaled = Matrix3x3(diagonal: 1 / value) * covariance * Matrix3x3(diagonal: 1 / value)
      let green = scaled[1, 1]
      return RatioCovariance(
        red: scaled[0, 0] + green - 2 * scaled[0, 1], blue: scaled[2, 2] + green - 2 * scaled[1, 2],
        both: scaled[0, 2] + green - scaled[0, 1] - scaled[1, 2])
    }
    let errors = ratios(neutral.covariance)
    guard neutral.value.isPositive, errors.isPositive else { throw .cardNeutral(name, neutral.value) }
    return MeasuredRatios(
      value: neutral.value.logRatios, covariance: errors, common: neutral.commonCovariance.map(ratios) ?? .zero)
  }
}

/// The log ratios ln R/G and ln B/G with their covariance.
struct MeasuredRatios {
  var value: SIMD2<Double>
  var covariance: RatioCovariance
  /// The part of the covariance that all readings of the camera share. A mean does not reduce it.
  var common = RatioCovariance.zero

  /// Returns the mean of several ratios weighted by their own errors, and their disagreement as a sum of squares in
  /// standard errors.
  static func mean(_ all: [MeasuredRatios]) -> (mean: MeasuredRatios, chiSquare: Double) {
    let count = Double(all.count)
    let common = all.reduce(.zero) { $0 + $1.common }.scaled(by: 1 / count)
    let deviation = all.reduce(SIMD2<Double>.zero) { $0 + $1.common.deviation } / count
    let own = all.map { $0.own(beside: deviation) }
    var (weight, sum) = (RatioCovariance.zero, SIMD2<Double>.zero)
    for (one, own) in zip(all, own) {
      weight = weight + own.inverse
      sum += own.inverse * one.value
    }
    let mean = weight.inverse * sum
    let chiSquare = zip(all, own).reduce(0) { total, one in
      let offset = one.0.value - mean
      return total + (offset * (one.1.inverse * offset)).sum()
    }
    return (MeasuredRatios(value: mean, covariance: weight.inverse + common, common: common), chiSquare)
  }

  /// Returns the covariance without what all readings share. Where the shared error is not equally large, as that of black in a
  /// bright card and a dark one, the difference is the reading's own.
  private func own(beside deviation: SIMD2<Double>) -> RatioCovariance {
    let difference = common.deviation - deviation
    let own =
      covariance + common.scaled(by: -1)
      + RatioCovariance(red: difference.x * difference.x, blue: difference.y * difference.y, both: 0)
    // Readings without any noise have equal weights.
    return own.isPositive ? own : own + covariance.scaled(by: Self.leastShare)
  }

  /// The least share of a covariance that is a reading's own: far above the rounding of a difference.
  private static let leastShare = 1e-9
}

/// The symmetric covariance matrix of ln R/G and ln B/G.
struct RatioCovariance {
  var red, blue, both: Double

  static let zero = RatioCovariance(red: 0, blue: 0, both: 0)

  /// The standard errors of the two.
  var deviation: SIMD2<Double> { SIMD2(red, blue).squareRoot() }

  func scaled(by factor: Double) -> RatioCovariance {
    RatioCovariance(red: red * factor, blue: blue * factor, both: both * factor)
  }

  var determinant: Double { red * blue - both * both }
  var isPositive: Bool { red > 0 && blue > 0 && determinant > 0 && (red + blue).isFinite }
  var inverse: RatioCovariance {
    RatioCovariance(red: blue / determinant, blue: red / determinant, both: -both / determinant)
  }

  static func + (one: RatioCovariance, other: RatioCovariance) -> RatioCovariance {
    RatioCovariance(red: one.red + other.red, blue: one.blue + other.blue, both: one.both + other.both)
  }

  static func * (matrix: RatioCovariance, vector: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(matrix.red * vector.x + matrix.both * vector.y, matrix.both * vector.x + matrix.blue * vector.y)
  }

  /// Returns the variance of the sum of the two, each multiplied by a factor.
  func variance(along factors: SIMD2<Double>) -> Double { (factors * (self * factors)).sum() }
}

extension LinearRGB {
  /// The log ratios ln R/G and ln B/G.
  var logRatios: SIMD2<Double> { SIMD2(.log(red / green), .log(blue / green)) }
}

/// Cards of one light, combined.
struct CardGroup {
  let light: CalibrationLight
  let names: [String]
  let ratios: MeasuredRatios
  /// The warning where the cards differ by more than their noise, else `nil`.
  let warning: CalibrationWarning?

  var name: String { names.joined(separator: ", ") }

  /// Groups the cards by their lights.
  ///
  /// - Throws: ``CalibrationError/noCards``, ``CalibrationError/cardNeutral(_:_:)`` or
  ///   ``CalibrationError/cardsOfOneLightDiffer(_:share:)``.
  static func groups(_ cards: [CardReading]) throws(CalibrationError) -> [CardGroup] {
    guard !cards.isEmpty else { throw .noCards }
    var lights: [(light: CalibrationLight, cards: [(name: String, ratios: MeasuredRatios)])] = []
    for card in cards {
      let own = (name: card.name, ratios: try card.ratios())
      if let index = lights.firstIndex(where: { $0.light.chromaticity == card.light.chromaticity }) {
        lights[index].cards.append(own)
      } else {
        lights.append((card.light, [own]))
      }
    }
    var groups: [CardGroup] = []
    for (light, cards) in lights {
      var (mean, chiSquare) = MeasuredRatios.mean(cards.map(\.ratios))
      let degrees = 2 * (cards.count - 1)
      var warning: CalibrationWarning?
      if degrees > 0, chiSquare > chiSquareLimit(degrees) {
        let values = cards.map(\.ratios.value)
        let (least, largest) = (
          values.dropFirst().reduce(values[0], pointwiseMin), values.reduce(values[0], pointwiseMax)
        )
        let share = Double.expMinusOne((largest - least).max())
        guard share <= largestDifference else { throw .cardsOfOneLightDiffer(cards.map(\.name), share: share) }
        warning = .cardsOfOneLightDiffer(cards.map(\.name), share: share)
        // A mean does not remove changes between the cards, so their scatter is the error. Source: Birge 1932,
        // doi:10.1103/PhysRev.40.207.
        let own = mean.covariance + mean.common.scaled(by: -1)
        mean.covariance = own.scaled(by: chiSquare / Double(degrees)) + mean.common
      }
      groups.append(CardGroup(light: light, names: cards.map(\.name), ratios: mean, warning: warning))
    }
    return groups
  }

  /// The largest share by which R/G or B/G of cards under one light may differ.
  ///
  /// Mains that sag by 5 % make a filament lamp 2 % colder, or 7 mired, because its temperature goes with the voltage's
  /// power of 0.42. Source: IES Lighting Handbook.
  static let largestDifference = 0.1
}

/// Returns the chi-squared that chance exceeds once in a thousand times.
///
/// Source: Wilson and Hilferty 1931, "The distribution of chi-square", doi:10.1073/pnas.17.12.684.
func chiSquareLimit(_ degrees: Int) -> Double {
  let share = 2 / (9 * Double(degrees))
  return Double(degrees) * .pow(1 - share + 3.0902 * share.squareRoot(), 3)
}
