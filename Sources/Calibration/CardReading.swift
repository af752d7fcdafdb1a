public import Colorimetry
internal import RealModule
public import WhiteBalance

/// A gray card under a known light, as a device reads it.
public struct CardReading: Hashable, Sendable {
  /// As the user calls it, for errors.
  public let name: String
  public let light: CalibrationLight
  public let neutral: LinearRGB
  /// Of the neutral's channels, in its own scale.
  public let covariance: Matrix3x3

  public init(name: String, light: CalibrationLight, neutral: LinearRGB, covariance: Matrix3x3) {
    self.name = name
    self.light = light
    self.neutral = neutral
    self.covariance = covariance
  }

  /// - Throws: ``CalibrationError/cardNeutral(_:_:)``.
  func ratios() throws(CalibrationError) -> MeasuredRatios {
    let value = neutral.vector
    let scaled = Matrix3x3(diagonal: 1 / value) * covariance * Matrix3x3(diagonal: 1 / value)
    let green = scaled[1, 1]
    let errors = RatioCovariance(
      red: scaled[0, 0] + green - 2 * scaled[0, 1], blue: scaled[2, 2] + green - 2 * scaled[1, 2],
      both: scaled[0, 2] + green - scaled[0, 1] - scaled[1, 2])
    guard neutral.isPositive, errors.isPositive else { throw .cardNeutral(name, neutral) }
    return MeasuredRatios(value: neutral.logRatios, covariance: errors)
  }
}

/// ln R/G and ln B/G, and how sure they are.
struct MeasuredRatios {
  var value: SIMD2<Double>
  var covariance: RatioCovariance

  /// The mean of several, each by its errors, and by how much they differ: the sum of squares in standard errors.
  static func mean(_ all: [MeasuredRatios]) -> (mean: MeasuredRatios, chiSquare: Double) {
    var (weight, sum) = (RatioCovariance(red: 0, blue: 0, both: 0), SIMD2<Double>.zero)
    for one in all {
      let own = one.covariance.inverse
      weight = weight + own
      sum += own * one.value
    }
    let mean = weight.inverse * sum
    let chiSquare = all.reduce(0) { total, one in
      let offset = one.value - mean
      return total + (offset * (one.covariance.inverse * offset)).sum()
    }
    return (MeasuredRatios(value: mean, covariance: weight.inverse), chiSquare)
  }
}

/// A symmetric matrix of the errors of ln R/G and ln B/G.
struct RatioCovariance {
  var red, blue, both: Double

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

  /// The variance of a sum of the two, each times a factor.
  func variance(along factors: SIMD2<Double>) -> Double { (factors * (self * factors)).sum() }
}

extension LinearRGB {
  /// ln R/G and ln B/G.
  var logRatios: SIMD2<Double> { SIMD2(.log(red / green), .log(blue / green)) }
}

/// Cards of one light, taken together.
struct CardGroup {
  let light: CalibrationLight
  let names: [String]
  let ratios: MeasuredRatios
  /// Where they differ by more than their noise.
  let warning: CalibrationWarning?

  var name: String { names.joined(separator: ", ") }

  /// - Throws: ``CalibrationError/noCards`` and ``CalibrationError/cardNeutral(_:_:)``.
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
    return lights.map { light, cards in
      var (mean, chiSquare) = MeasuredRatios.mean(cards.map(\.ratios))
      let degrees = 2 * (cards.count - 1)
      var warning: CalibrationWarning?
      if degrees > 0, chiSquare > chiSquareLimit(degrees) {
        let values = cards.map(\.ratios.value)
        let (least, largest) = (
          values.dropFirst().reduce(values[0], pointwiseMin), values.reduce(values[0], pointwiseMax)
        )
        warning = .cardsOfOneLightDiffer(cards.map(\.name), share: .expMinusOne((largest - least).max()))
        // What changed between them, no mean takes away: the scatter of the cards is their error. Source: Birge 1932,
        // doi:10.1103/PhysRev.40.207.
        let factor = chiSquare / Double(degrees)
        let own = mean.covariance
        mean.covariance = RatioCovariance(red: own.red * factor, blue: own.blue * factor, both: own.both * factor)
      }
      return CardGroup(light: light, names: cards.map(\.name), ratios: mean, warning: warning)
    }
  }
}

/// The chi-square that chance exceeds once in a thousand times.
///
/// Source: Wilson and Hilferty 1931, "The distribution of chi-square", doi:10.1073/pnas.17.12.684.
func chiSquareLimit(_ degrees: Int) -> Double {
  let share = 2 / (9 * Double(degrees))
  return Double(degrees) * .pow(1 - share + 3.0902 * share.squareRoot(), 3)
}
