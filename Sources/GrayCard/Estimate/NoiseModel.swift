internal import NumericalMethods
internal import RawFrames

/// The variance of a sample as a function of its signal: read noise, shot noise, and a pattern of samples and card
/// places that respond differently.
///
/// It is the photon transfer curve (Janesick 2001, EMVA 1288), fitted to the tiles of a card and its four channels.
package struct NoiseModel: Hashable, Sendable {
  /// The variance at signal 0, in squared raw values.
  let readVariance: Double
  /// The variance that each raw value of signal adds, in raw values: the number of raw values for one electron.
  let shotVariance: Double
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
  /// The tiles of one channel: their signals, the variances of their samples, and the degrees of freedom of these.
  struct Observations {
    private(set) var signals, variances, degrees: [Double]

    init(capacity: Int) {
      (signals, variances, degrees) = ([], [], [])
      signals.reserveCapacity(capacity)
      variances.reserveCapacity(capacity)
      degrees.reserveCapacity(capacity)
    }

    /// Adds a tile. One without degrees of freedom tells nothing of its variance and is left out.
    mutating func add(signal: Double, variance: Double, degrees: Double) {
      guard degrees > 0 else { return }
      signals.append(signal)
      variances.append(variance)
      self.degrees.append(degrees)
    }
  }

  /// Fits the three terms, none negative, to the majority of the tiles. A tile far from the fit does not count.
  ///
  /// - Parameter channels: The tiles of each channel.
  /// - Returns: `nil` where no tile has two samples of a channel.
  init?(fitting channels: [Observations]) {
    // The first fit is to the median of each channel, which tiles with specks do not move.
    var middles = Observations(capacity: channels.count)
    for channel in channels where !channel.degrees.isEmpty {
      middles.add(
        signal: channel.signals.median, variance: channel.variances.median, degrees: channel.degrees.median)
    }
    guard !middles.degrees.isEmpty else { return nil }
    // Signals scaled to about 1 keep the equations well conditioned.
    let scale = max(middles.signals.median, 1)
    // `variance` receives a tile's signal, variance and degrees of freedom. It returns the expected variance, or
    // `nil` for an outlier.
    func fit(_ channels: [Observations], expecting variance: (Double, Double, Double) -> Double?) -> NoiseModel? {
      var sums = SIMD8<Double>.zero
      for channel in channels {
        for index in channel.signals.indices {
          let (signal, seen, degrees) = (channel.signals[index], channel.variances[index], channel.degrees[index])
          guard let expected = variance(signal, seen, degrees) else { continue }
          let (x, weight) = (max(signal, 0) / scale, degrees / (expected * expected))
          let square = x * x
          sums += weight * SIMD8(1, x, square, square * x, square * square, seen, seen * x, seen * square)
        }
      }
      return NormalEquations(parabola: sums).nonNegativeSolution().map { terms in
        NoiseModel(
          readVariance: terms[0], shotVariance: terms[1] / scale, patternVariance: terms[2] / (scale * scale))
      }
    }
    var model =
      fit([middles]) { _, variance, _ in max(variance, SampleRounding.variance) }
      ?? NoiseModel(readVariance: middles.variances[0], shotVariance: 0, patternVariance: 0)
    for _ in 0..<Self.rounds {
      let last = model
      let next = fit(channels) { signal, variance, degrees in
        let expected = last.variance(atSignal: signal)
        // A variance has this relative standard error for its degrees of freedom.
        let spread = (2 / degrees).squareRoot()
        return abs(variance / expected - 1) <= Self.outlier * spread ? expected : nil
      }
      guard let next else { break }
      model = next
      // The weights hardly change once the variance does not.
      if abs(model.variance(atSignal: scale) / last.variance(atSignal: scale) - 1) < Self.settled { break }
    }
    self = model
  }

  /// The largest number of fits to all tiles. The fit ends before it once the variance changes by less than `settled`.
  private static let rounds = 5

  /// The change of a variance at which the fit has converged, as a share.
  private static let settled = 0.01

  /// The limit for outliers, in standard deviations.
  private static let outlier = 5.0
}
