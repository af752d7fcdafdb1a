internal import Colorimetry
internal import NumericalMethods
internal import RealModule

/// A fit of the neutral and the white-preserving matrix to the usable samples under one white. See
/// Docs/Methods/WhitePreservingFit.md, whose steps are named here.
struct FitProblem {
  /// The XYZ of the light with Y = 1.
  let white: SIMD3<Double>
  var samples: [FitSample]

  struct Solution {
    /// The device's response to a perfect white.
    let neutral: SIMD3<Double>
    let matrix: WhitePreservingMatrix
    /// Whether a gray patch contributed to the neutral.
    let hasGray: Bool
    /// The relative error of a channel of the neutral.
    let neutralError: Double

    func color(_ response: SIMD3<Double>) -> SIMD3<Double> { matrix.color(response / neutral) }

    /// Returns the CIEDE2000 difference between the matrix's colour of a sample and its reference.
    func difference(_ sample: FitSample) -> Double {
      let white = TristimulusValues(matrix.white)
      return CIELab(TristimulusValues(color(sample.response)), white: white)
        .differenceCIEDE2000(from: CIELab(TristimulusValues(sample.color), white: white))
    }

    /// Returns the device's response to a sample as expected from its reference.
    func expectedResponse(_ sample: FitSample) -> SIMD3<Double> { neutral * (matrix.matrix.inverse * sample.color) }
  }

  /// Steps 1 to 3: fits the neutral, and the matrix with the least CIEDE2000 differences.
  ///
  /// - Parameter near: A matrix of almost the same samples, to start from in place of the least squares of XYZ.
  /// - Returns: `nil` where the samples do not spread enough to determine a matrix or a white.
  func solution(near: WhitePreservingMatrix? = nil) -> Solution? {
    guard let start = startingSolution() else { return nil }
    // Step 3, the least colour difference. Light patches have more weight, because the share of noise and stray light
    // in a reading falls as it grows.
    let weights = samples.map { max($0.color.y, Self.darkest).squareRoot() }
    let refined = (near ?? start.matrix).refined(balancedSamples(start.neutral), weights: weights)
    return Solution(
      neutral: start.neutral, matrix: refined, hasGray: start.hasGray, neutralError: start.neutralError)
  }

  /// Steps 1 and 2: fits the neutral, and the matrix by least squares of XYZ with each patch weighted by 1/Y.
  ///
  /// - Returns: `nil` where the samples do not spread enough to determine a matrix or a white.
  func startingSolution() -> Solution? {
    guard let (neutral, hasGray, neutralError) = neutral() else { return nil }
    let weights = samples.map { 1 / max($0.color.y, Self.darkest) }
    guard let matrix = WhitePreservingMatrix(white: white, samples: balancedSamples(neutral), weights: weights) else {
      return nil
    }
    return Solution(neutral: neutral, matrix: matrix, hasGray: hasGray, neutralError: neutralError)
  }

  private func balancedSamples(_ neutral: SIMD3<Double>) -> [(balanced: SIMD3<Double>, color: SIMD3<Double>)] {
    samples.map { ($0.response / neutral, $0.color) }
  }

  /// Returns a matrix from XYZ to the device by robust relative least squares, for comparing similar colours.
  ///
  /// A few passes reduce the weights of samples in proportion to how much worse than the median they fit.
  func toDevice() -> Matrix3x3? {
    var weights = samples.map { 1 / max($0.color.y, Self.darkest) / max($0.color.y, Self.darkest) }
    let relative = weights
    var matrix = Matrix3x3.identity
    for _ in 0..<Self.robustPassCount {
      var normal = BandedMatrix(count: 3, bandwidth: 2)
      var right = [[Double]](repeating: [0, 0, 0], count: 3)
      for (sample, weight) in zip(samples, weights) {
        for row in 0..<3 {
          for column in 0...row { normal[row, column] += weight * sample.color[row] * sample.color[column] }
          for channel in 0..<3 { right[channel][row] += weight * sample.color[row] * sample.response[channel] }
        }
      }
      guard let factor = normal.choleskyFactor(leastPivot: BandedMatrix.rounding) else { return nil }
      let rows = right.map(factor.solution)
      matrix = Matrix3x3(rows: SIMD3(rows[0]), SIMD3(rows[1]), SIMD3(rows[2]))
      let misses = samples.map { sample in
        let miss = (sample.response - matrix * sample.color) / (matrix * white)
        return (miss * miss).sum().squareRoot() / max(sample.color.y, Self.darkest)
      }
      let typical = misses.median
      guard typical > 0 else { break }
      weights = zip(relative, misses).map { $0 / max(1, $1 / typical) }
    }
    return matrix.isFinite ? matrix : nil
  }

  /// The number of passes. With fewer, samples that fit badly keep more weight. With more, a fit takes longer.
  private static let robustPassCount = 6

  /// Step 1, the neutral: returns the device's response to a perfect white.
  ///
  /// No gray of a chart is neutral, so each gray gives an estimate that is corrected by its own reference. The colours
  /// give another estimate. The estimates are weighted by their errors.
  ///
  /// - Returns: `nil` where the samples' colours do not determine three channels, or a channel gives nothing.
  func neutral() -> (SIMD3<Double>, hasGray: Bool, error: Double)? {
    guard let toDevice = toDevice() else { return nil }
    let found = neutral(toDevice)
    return found.0.min() > 0 ? found : nil
  }

  /// Returns the change of the neutral, as a share of each channel, that is due to `offset` in every reading.
  func shift(of neutral: SIMD3<Double>, by offset: SIMD3<Double>) -> SIMD3<Double> {
    var without = self
    for index in without.samples.indices { without.samples[index].response -= offset }
    return 1 - (without.neutral()?.0 ?? neutral - offset) / neutral
  }

  private func neutral(_ toDevice: Matrix3x3) -> (SIMD3<Double>, hasGray: Bool, error: Double) {
    let whiteResponse = toDevice * white
    let whiteValues = TristimulusValues(white)
    var estimates: [(neutral: SIMD3<Double>, weight: Double)] = []
    for sample in samples {
      let lab = CIELab(TristimulusValues(sample.color), white: whiteValues)
      let expected = toDevice * sample.color
      guard lab.chroma < Self.grayChroma, expected.min() > 0 else { continue }
      let darkError = Self.strayShare / sample.color.y
      let variance =
        Self.grayError * Self.grayError + darkError * darkError + sample.relativeError * sample.relativeError
      estimates.append((sample.response * whiteResponse / expected, 1 / variance))
    }
    guard !estimates.isEmpty else { return (whiteResponse, false, Self.colorError) }
    // Estimates far from the median in a channel do not count: a gray in a shadow would tint every colour.
    let middle = SIMD3<Double>((0..<3).map { channel in estimates.map { $0.neutral[channel] }.median })
    let trusted = estimates.filter { estimate in
      let miss = estimate.neutral / middle - 1
      return max(abs(miss.min()), abs(miss.max())) < Self.grayDisagreement
    }
    let used = trusted.isEmpty ? estimates : trusted
    let total = used.reduce(0) { $0 + $1.weight }
    let ofGrays = used.reduce(SIMD3.zero) { $0 + $1.neutral * $1.weight } / total
    // The grays are more accurate but few. The colours get the weight that the scatter of the grays calls for.
    let variance = used.count > 2 ? Self.variance(of: used, about: ofGrays) : 1 / total
    let share = variance / (variance + Self.colorError * Self.colorError)
    return (ofGrays * (1 - share) + whiteResponse * share, true, Self.colorError * share.squareRoot())
  }

  /// Returns the variance of the weighted mean, relative, over the three channels together.
  private static func variance(
    of estimates: [(neutral: SIMD3<Double>, weight: Double)], about mean: SIMD3<Double>
  ) -> Double {
    let (total, count) = (estimates.reduce(0) { $0 + $1.weight }, Double(estimates.count))
    let squares = estimates.reduce(0) { sum, estimate in
      let miss = estimate.neutral / mean - 1
      return sum + estimate.weight * (miss * miss).sum() / 3
    }
    // This is the number of equally weighted estimates with as good a mean.
    let effectiveCount = total * total / estimates.reduce(0) { $0 + $1.weight * $1.weight }
    return squares / total * count / (count - 1) / effectiveCount
  }

  /// The relative error of a channel of the white by a linear fit of the colours, over measured cameras and lights.
  ///
  /// A linear fit to coloured surfaces does not predict the response to white exactly, because the sensitivities of
  /// cameras are not linear combinations of the observer's functions (Luther's condition).
  private static let colorError = 0.005
  /// The chroma C*ab below which a patch counts as gray. The grays of charts have up to 2, and the correction of a
  /// stronger colour is not reliable.
  static let grayChroma = 6.0
  /// The relative error of a reading due to uneven light from patch to patch.
  private static let grayError = 0.005
  /// The error that stray light and the rounding of the black level add to a patch, as a share of white.
  private static let strayShare = 0.0005
  /// The largest relative deviation of a channel from the median. A larger one is another patch, a shadow or clipping.
  private static let grayDisagreement = 0.1
  /// The luminance Y below which a patch's weight grows no further, because noise is then no longer a share of the
  /// reading.
  private static let darkest = 0.02
}

extension Matrix3x3 {
  /// The condition number: the ratio of the largest singular value to the smallest, by which a relative error can grow.
  ///
  /// Singular values are the square roots of the eigenvalues of AᵀA, which have a closed form. Source: Smith 1961,
  /// "Eigenvalues of a symmetric 3 x 3 matrix", doi:10.1145/355578.366316.
  var conditionNumber: Double {
    let square = transposed * self
    let middle = (square[0, 0] + square[1, 1] + square[2, 2]) / 3
    let centered = square + Matrix3x3.identity * -middle
    let size = (centered.entries.reduce(0) { $0 + $1 * $1 } / 6).squareRoot()
    guard size > 0 else { return 1 }
    let half = min(max((centered * (1 / size)).determinant / 2, -1), 1)
    let angle = Double.acos(half) / 3
    let largest = middle + 2 * size * Double.cos(angle)
    let smallest = middle + 2 * size * Double.cos(angle + 2 * .pi / 3)
    return smallest > 0 ? (largest / smallest).squareRoot() : .infinity
  }
}
