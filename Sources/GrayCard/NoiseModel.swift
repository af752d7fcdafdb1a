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
    return max(readVariance + signal * (shotVariance + signal * patternVariance), Self.rounding)
  }

  /// The variance of rounding to whole raw values.
  static let rounding = 1.0 / 12
}

extension NoiseModel {
  /// A tile's channel: its signal, the variance of its samples, and how many of them can vary.
  struct Observation {
    var signal, variance, degrees: Double
  }

  /// Fits the three terms, none of them negative, to what most of the tiles show: a tile far from the fit does not count.
  ///
  /// - Returns: `nil` where no tile has two samples of a channel.
  init?(fitting observations: [Observation]) {
    let used = observations.filter { $0.degrees > 0 }
    guard !used.isEmpty else { return nil }
    // Terms of a signal near 1 keep the equations well conditioned.
    let scale = max(Median.of(used.map(\.signal)), 1)
    var model = NoiseModel(readVariance: Median.of(used.map(\.variance)), shotVariance: 0, patternVariance: 0)
    for round in 0..<Self.rounds {
      var system = LinearSystem(size: 3)
      for one in used {
        let expected = model.variance(atSignal: one.signal)
        // A variance is known to this share from its degrees of freedom. The first round knows no signal yet.
        let spread = (2 / one.degrees).squareRoot()
        guard round == 0 || abs(one.variance / expected - 1) <= Self.outlier * spread else { continue }
        let signal = max(one.signal, 0) / scale
        system.add(
          [1, signal, signal * signal, 0, 0, 0, 0, 0], value: one.variance,
          weight: one.degrees / (expected * expected))
      }
      guard let terms = system.nonNegativeSolution() else { break }
      let last = model.variance(atSignal: scale)
      model = NoiseModel(
        readVariance: terms[0], shotVariance: terms[1] / scale, patternVariance: terms[2] / (scale * scale))
      // Weights hardly change where the variance does not.
      if round > 0, abs(model.variance(atSignal: scale) / last - 1) < Self.settled { break }
    }
    self = model
  }

  private static let rounds = 5

  /// As a share of a variance.
  private static let settled = 0.01

  /// In standard deviations.
  private static let outlier = 5.0
}
