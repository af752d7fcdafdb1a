internal import NumericalMethods
internal import RawFrames

/// The variance of a sample as a function of its signal: read noise, shot noise, and a pattern of samples and card
/// places that respond differently.
///
/// It is the photon transfer curve (Janesick 2001, EMVA 1288), fitted to the tiles of a card and its four channels.
package struct NoiseModel: Hashable, Sendable {
  /// The variance at signal 0, in squared raw values.
  package let readVariance: Double
  /// The variance that each raw value of signal adds, in raw values: the number of raw values for one electron.
  package let shotVariance: Double
  /// The squared relative spread of the samples' response, with the texture of the card. It does not average out over
  /// frames.
  package let patternVariance: Double

  /// Returns the variance of a sample, in squared raw values.
  ///
  /// - Parameter signal: The signal above black, in raw values.
  package func variance(atSignal signal: Double) -> Double {
    let signal = max(signal, 0)
    return max(readVariance + signal * (shotVariance + signal * patternVariance), SampleRounding.variance)
  }
}

extension NoiseModel {
  /// One channel of a tile: its signal, the variance of its samples, and their degrees of freedom.
  struct Observation {
    var signal, variance, degrees: Double
  }

  /// Fits the three terms, none negative, to the majority of the tiles. A tile far from the fit does not count.
  ///
  /// - Parameter channels: The tiles of each channel.
  /// - Returns: `nil` where no tile has two samples of a channel.
  init?(fitting channels: [[Observation]]) {
    let channels = channels.map { $0.filter { $0.degrees > 0 } }.filter { !$0.isEmpty }
    guard !channels.isEmpty else { return nil }
    // The first fit is to the median of each channel, which tiles with specks do not move.
    let middles = channels.map { channel in
      Observation(
        signal: channel.map(\.signal).median, variance: channel.map(\.variance).median,
        degrees: channel.map(\.degrees).median)
    }
    // Signals scaled to about 1 keep the equations well conditioned.
    let scale = max(middles.map(\.signal).median, 1)
    func fit(_ observations: [Observation], expecting variance: (Observation) -> Double?) -> NoiseModel? {
      var system = NormalEquations(size: 3)
      for one in observations {
        guard let expected = variance(one) else { continue }
        let signal = max(one.signal, 0) / scale
        system.add(
          [1, signal, signal * signal, 0, 0, 0, 0, 0], value: one.variance,
          weight: one.degrees / (expected * expected))
      }
      return system.nonNegativeSolution().map { terms in
        NoiseModel(
          readVariance: terms[0], shotVariance: terms[1] / scale, patternVariance: terms[2] / (scale * scale))
      }
    }
    var model =
      fit(middles) { max($0.variance, SampleRounding.variance) }
      ?? NoiseModel(readVariance: middles[0].variance, shotVariance: 0, patternVariance: 0)
    let observations = channels.flatMap(\.self)
    for _ in 0..<Self.rounds {
      let last = model
      let next = fit(observations) { one in
        let expected = last.variance(atSignal: one.signal)
        // A variance has this relative standard error for its degrees of freedom.
        let spread = (2 / one.degrees).squareRoot()
        return abs(one.variance / expected - 1) <= Self.outlier * spread ? expected : nil
      }
      guard let next else { break }
      model = next
      // The weights hardly change once the variance does not.
      if abs(model.variance(atSignal: scale) / last.variance(atSignal: scale) - 1) < Self.settled { break }
    }
    self = model
  }

  private static let rounds = 5

  /// The change of a variance at which the fit has converged, as a share.
  private static let settled = 0.01

  /// The limit for outliers, in standard deviations.
  private static let outlier = 5.0
}
