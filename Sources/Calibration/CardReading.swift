internal import Colorimetry
internal import NumericalMethods
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
    func ratios(_ covariance: Matrix3x3) -> RatioCovariance { RatioCovariance(of: covariance, at: neutral.value) }
    let errors = ratios(neutral.covariance)
    guard neutral.value.isPositive, errors.isPositive else { throw .cardNeutral(name, neutral.value) }
    let black = (neutral.blackError?.vector ?? .zero) / value
    let ofAll = (neutral.sharedBlackError?.vector ?? .zero) / value
    let shifts = RatioShifts(
      red: [black.x, 0], green: [-black.y, -black.y], blue: [0, black.z],
      all: [ofAll.x - ofAll.y, ofAll.z - ofAll.y])
    let variation = neutral.colorVariation.map(ratios) ?? .zero
    return MeasuredRatios(
      value: neutral.value.logRatios, own: errors.without(shifts.covariance + variation), variation: variation,
      black: shifts)
  }
}

/// The log ratios ln R/G and ln B/G with their covariance.
struct MeasuredRatios {
  var value: SIMD2<Double>
  /// The covariance of the reading's own errors.
  var own: RatioCovariance
  /// The covariance due to colours that vary over the card, which a mean does not reduce.
  var variation: RatioCovariance
  /// The shifts by one standard error of the black level, which all readings of a camera share.
  var black: RatioShifts

  var covariance: RatioCovariance { own + variation + black.covariance }

  /// Returns the mean of one or more ratios that has the least variance, and the disagreement of all ratios with it.
  ///
  /// An error of the black level shifts all ratios in the same direction, and those of a dark card more than those of a
  /// bright one. The variance of the mean includes this error. The ratios are added from the most certain one on, and
  /// the mean is over as many of them as give it the least variance. The disagreement is a chi-squared: the least sum
  /// of squares, in standard errors, over the mean and the black level of each channel.
  static func mean(_ all: [MeasuredRatios]) -> (mean: MeasuredRatios, chiSquare: Double) {
    var sums = RatioSums()
    var means: [MeasuredRatios] = []
    for one in all.sorted(by: { $0.covariance.trace < $1.covariance.trace }) {
      sums.add(one)
      means.append(sums.mean)
    }
    guard let best = means.min(by: { $0.covariance.trace < $1.covariance.trace }) else {
      preconditionFailure("A mean needs one or more ratios.")
    }
    return (best, disagreement(all, from: best.value))
  }

  private static func disagreement(_ all: [MeasuredRatios], from mean: SIMD2<Double>) -> Double {
    // The unknowns are a change of the mean and, in standard errors, the black of each channel and that of all, which
    // are known to be 0 ± 1.
    var system = NormalEquations(size: 6)
    for unknown in 2..<6 {
      var term = SIMD8<Double>.zero
      term[unknown] = 1
      system.add(term, value: 0, weight: 1)
    }
    var squares = 0.0
    for one in all {
      // Rows of the inverse of the covariance's square root make the errors independent and of variance 1.
      for row in (one.own + one.variation).whitening {
        let term = SIMD8(
          row.x, row.y, (row * one.black.red).sum(), (row * one.black.green).sum(), (row * one.black.blue).sum(),
          (row * one.black.all).sum(), 0, 0)
        let offset = (row * (one.value - mean)).sum()
        system.add(term, value: offset, weight: 1)
        squares += offset * offset
      }
    }
    guard let gain = system.explainedSquares() else { return squares }
    return max(squares - gain, 0)
  }
}

/// The sums over several ratios, each weighted by the inverse of its covariance, that their mean needs.
private struct RatioSums {
  private var count = 0
  private var weight = RatioCovariance.zero
  private var value = SIMD2<Double>.zero
  private var own = RatioCovariance.zero
  private var variation = RatioCovariance.zero
  private var black = RatioShifts(red: .zero, green: .zero, blue: .zero, all: .zero)

  mutating func add(_ one: MeasuredRatios) {
    let weight = one.covariance.inverse
    count += 1
    self.weight = self.weight + weight
    value += weight * one.value
    own = own + one.own.multiplied(onBothSidesBy: weight)
    variation = variation + one.variation
    black.red += weight * one.black.red
    black.green += weight * one.black.green
    black.blue += weight * one.black.blue
    black.all += weight * one.black.all
  }

  var mean: MeasuredRatios {
    let total = weight.inverse
    return MeasuredRatios(
      value: total * value, own: own.multiplied(onBothSidesBy: total),
      variation: variation.scaled(by: 1 / Double(count)),
      black: RatioShifts(
        red: total * black.red, green: total * black.green, blue: total * black.blue, all: total * black.all))
  }
}

/// The shifts of ln R/G and ln B/G by one standard error of each channel's black level, and of a level that is one for
/// all channels.
struct RatioShifts {
  var red, green, blue, all: SIMD2<Double>

  var covariance: RatioCovariance {
    [red, green, blue, all].reduce(.zero) { $0 + RatioCovariance(shift: $1) }
  }
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
        // A lamp that drifts is off in all cards that are read one after another, so a mean does not reduce the cards'
        // scatter.
        mean.variation = mean.variation + RatioCovariance(of: values)
      }
      groups.append(CardGroup(light: light, names: cards.map(\.name), ratios: mean, warning: warning))
    }
    return groups
  }

  /// The largest share by which R/G or B/G of cards under one light may differ.
  ///
  /// Mains that sag by 5 % make a filament lamp 2 % colder, or 7 mired, because its temperature goes with the voltage's
  /// power of 0.42. On ``TypicalWhitePoint``'s cameras, whose ln R/B changes by 1.25 over 196 mired, that is 4.5 % of
  /// R/B. The limit is twice as large. Source of the power: IES Lighting Handbook.
  static let largestDifference = 0.1
}

/// Returns the chi-squared that chance exceeds once in a thousand times.
func chiSquareLimit(_ degrees: Int) -> Double {
  Double(degrees) * .pow(chiSquaredRatioRoot(deviate: onceInThousand, degrees: Double(degrees)), 3)
}

/// The deviate of the normal distribution that chance exceeds once in a thousand times.
private let onceInThousand = 3.0902
