import Colorimetry
import GrayCard
import RealModule
import TestSupport
import WhiteBalance

/// How far readings of cards are from the truth, in the standard errors that they state.
struct CardScores {
  /// The errors of red's and blue's gain.
  private(set) var gains: [Double] = []
  private(set) var refusals: [[CardRefusal.Code]] = []
  private(set) var answerCount = 0

  mutating func add(_ reading: GrayCardReading, truth: LinearRGB) throws {
    switch reading.verdict {
    case .refused(let reasons): refusals.append(reasons.map(\.code))
    case .ok(let neutral):
      answerCount += 1
      for channel in [0, 2] {
        // The error of the logarithm of red over green, or blue over green.
        let (one, green) = (neutral.value.vector[channel], neutral.value.vector[1])
        let error =
          (neutral.covariance[channel, channel] / (one * one) + neutral.covariance[1, 1] / (green * green)
          - 2 * neutral.covariance[channel, 1] / (one * green)).squareRoot()
        let ratio = one / green
        gains.append(Double.log(ratio / (truth.vector[channel] / truth.vector[1])) / error)
      }
    }
  }

  /// Whether answers that err as they state would come as near as these.
  ///
  /// The sum of n squared normal scores is above n + 2 √(n t) + 2 t in less than exp(-t) of all cases (Laurent and
  /// Massart 2000, doi:10.1214/aos/1015957395, lemma 1).
  var agree: Bool {
    let (count, rarity) = (Double(gains.count), 13.8)
    return gains.reduce(0) { $0 + $1 * $1 } <= count + 2 * (count * rarity).squareRoot() + 2 * rarity
      && Tolerance.fiveStandardErrors.allows(worst)
  }

  var worst: Double { gains.map(abs).largest() ?? 0 }
}

extension LinearRGB {
  var vector: SIMD3<Double> { [red, green, blue] }
}
