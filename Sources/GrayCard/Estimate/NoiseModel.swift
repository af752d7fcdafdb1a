internal import RawFrames

/// How the noise of a sample grows with its signal: reading the sensor out adds the same at every signal, light comes in
/// portions, and samples differ in how they respond, as do the places of a card.
///
/// The photon transfer curve (Janesick 2001, EMVA 1288), fitted to the tiles of a card and to its four channels.
public struct NoiseModel: Hashable, Sendable {
  /// In squared raw values.
  public let readVariance: Double
  /// The variance that a raw value of signal adds: raw values an electron.
  public let shotVariance: Double
  /// The squared share by which samples differ, the texture of the card included: what does not average over frames.
  public let patternVariance: Double

  /// The variance of a sample, in squared raw values.
  public func variance(atSignal signal: Double) -> Double {
    let signal = max(signal, 0)
    return max(readVariance + signal * (shotVariance + signal * patternVariance), SampleRounding.variance)
  }
}

extension NoiseModel {
  /// A tile's channel: its signal, the variance of its samples, and how many of them can vary.
  struct Observation {
    var signal, variance, degrees: Double
  }

  /// Fits the three terms, none of them negative, to what most of the tiles show: a tile far from the fit does not count.
  ///
  /// - Parameter channels: the tiles of each channel.
  /// - Returns: `nil` where no tile has two samples of a channel.
  init?(fitting channels: [[Observation]]) {
    let channels = channels.map { $0.filter { $0.degrees > 0 } }.filter { !$0.isEmpty }
    guard !channels.isEmpty else { return nil }
    // The first fit is to the middle of each channel, which tiles with specks do not move.
    let middles = channels.map { channel in
      Observation(
        signal: Median.of(channel.map(\.signal)), variance: Median.of(channel.map(\.variance)),
        degrees: Median.of(channel.map(\.degrees)))
    }
    // Terms of a signal near 1 keep the equations well conditioned.
    let scale = max(Median.of(middles.map(\.signal)), 1)
    func fit(_ observations: [Observation], expecting variance: (Observation) -> Double?) -> NoiseModel? {
      var system = LinearSystem(size: 3)
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
        // A variance is known to this share from its degrees of freedom.
        let spread = (2 / one.degrees).squareRoot()
        return abs(one.variance / expected - 1) <= Self.outlier * spread ? expected : nil
      }
      guard let next else { break }
      model = next
      // Weights hardly change where the variance does not.
      if abs(model.variance(atSignal: scale) / last.variance(atSignal: scale) - 1) < Self.settled { break }
    }
    self = model
  }

  private static let rounds = 5

  /// As a share of a variance.
  private static let settled = 0.01

  /// In standard deviations.
  private static let outlier = 5.0
}
