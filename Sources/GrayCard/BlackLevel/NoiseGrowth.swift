internal import NumericalMethods
internal import RawFrames

/// The growth of the noise's variance with light, from the bright smooth places of one frame.
///
/// Over places and channels, variance = dark variance + gain x signal + pattern x signal². The pattern is the spread of
/// the samples' response (EMVA 1288's PRNU) and the texture of the scene. So the slopes (variance - dark variance) /
/// signal lie on a line over the signal, which begins at the gain. Equal signals cannot separate the gain from the
/// pattern.
struct NoiseGrowth {
  /// The gain, in raw values for each electron, and its standard error.
  let gain, gainError: Double

  /// Fits the line to the medians of places with similar signals.
  ///
  /// - Parameters:
  ///   - places: Places that differ only by noise and a falloff of light.
  ///   - dark: The level of each channel from which the signal counts.
  ///   - variance: The variance of each channel at that level.
  ///   - range: The largest white level.
  ///   - step: The distance between raw values.
  ///   - fewest: The least number of places with similar signals.
  /// - Throws: ``EstimatedBlack/Absence/noNoise`` where the brightest places are textured or their noise is weak, and
  ///   ``EstimatedBlack/Absence/notLinear`` where the slopes do not lie on a line, or fall with the signal.
  init(
    of places: [PlaceNoise], above dark: SIMD4<Double>, variance: SIMD4<Double>, range: Double, step: Double,
    fewest: Int
  ) throws(EstimatedBlack.Absence) {
    var slopes: [Slope] = []
    for lane in 0..<4 {
      let brightest = places.map { $0.mean[lane] - dark[lane] }.max() ?? 0
      for octave in 0..<Self.octaves {
        let end = brightest / Double(1 << octave)
        let alike = places.filter { $0.mean[lane] - dark[lane] > end / 2 && $0.mean[lane] - dark[lane] <= end }
        guard alike.count >= fewest, end > 0 else { continue }
        let sorted = alike.map { ($0.variance[lane] - variance[lane]) / ($0.mean[lane] - dark[lane]) }.sorted()
        let (low, middle) = (sorted[Int(Self.lowShare * Double(sorted.count))], sorted.median)
        guard low * end > max(variance[lane], Self.leastVariance * step * step) else { continue }
        guard middle < Self.largestSpread * low, low < range / Self.leastWell else {
          if octave == 0 { throw .noNoise }
          continue
        }
        let signal = alike.map { $0.mean[lane] - dark[lane] }.median
        let samples = Double(alike.reduce(0) { $0 + $1.count })
        let share = (2 * Self.medianVariance / samples + PhotonTransferLine.gainSpread * PhotonTransferLine.gainSpread)
          .squareRoot()
        slopes.append(Slope(signal: signal, value: middle, error: (middle + variance[lane] / signal) * share))
      }
    }
    guard let line = SlopeLine(slopes) else { throw .noNoise }
    guard line.misfit < Self.largestMisfit, line.pattern > -Self.deviations * line.patternError
    else { throw .notLinear }
    (gain, gainError) = (line.gain, line.gainError)
  }

  /// The number of halvings of the signal, from the brightest places on, that are used.
  private static let octaves = 3
  /// The share of places with similar signals whose noise counts as free of texture: the least of ten.
  private static let lowShare = 0.1
  /// The largest ratio of the median place's noise to the noise free of texture.
  ///
  /// Texture adds variance to some places more than to others. Chance causes a ratio of 1.3, and a lens's shading 1.5.
  private static let largestSpread = 1.8
  /// The least variance of bright places, in squared steps, which rounding does not hide.
  private static let leastVariance = 0.25
  /// The least full well, in electrons. Noisier frames are textured. Sensors with pixels of 1 µm have 4000.
  private static let leastWell = 1000.0
  /// The variance of a median, in variances of the mean.
  private static let medianVariance = Double.pi / 2
  /// The largest chi-squared about the line, for each degree of freedom. Noise of four channels exceeds it once in 2000
  /// times.
  private static let largestMisfit = 7.5
  /// The significance limit of a slope that falls, in standard errors.
  private static let deviations = 3.0
}

/// The growth of one channel's variance from the dark to places with similar signals.
private struct Slope {
  let signal, value, error: Double
}

/// A straight line of slopes over their signals.
private struct SlopeLine {
  /// The slope at signal 0, and its rise with the signal.
  let gain, pattern: Double
  /// The standard errors of both, larger where the slopes scatter more than theirs.
  let gainError, patternError: Double
  /// The chi-squared of the slopes about the line, for each degree of freedom.
  let misfit: Double

  /// Fails for fewer than three slopes, and where all have one signal.
  init?(_ slopes: [Slope]) {
    func sum(_ term: (Slope) -> Double) -> Double { slopes.reduce(0) { $0 + term($1) / ($1.error * $1.error) } }
    let total = sum { _ in 1 }
    let middle = sum(\.signal) / total
    let spread = sum { ($0.signal - middle) * ($0.signal - middle) }
    guard slopes.count > 2, spread > 0 else { return nil }
    let mean = sum(\.value) / total
    let pattern = sum { ($0.signal - middle) * $0.value } / spread
    let squares = sum { slope in
      let residual = slope.value - (mean + pattern * (slope.signal - middle))
      return residual * residual
    }
    misfit = squares / Double(slopes.count - 2)
    let scatter = max(1, misfit)
    (self.pattern, gain) = (pattern, mean - pattern * middle)
    patternError = (scatter / spread).squareRoot()
    gainError = (scatter * (1 / total + middle * middle / spread)).squareRoot()
  }
}
