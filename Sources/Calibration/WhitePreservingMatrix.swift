internal import Colorimetry
internal import NumericalMethods

/// A patch as the fit uses it.
struct FitSample {
  /// The index of the patch in the reference.
  let index: Int
  let name: String
  /// The device's linear red, green and blue for the patch.
  var response: SIMD3<Double>
  /// The XYZ of the patch under the light, relative to a white of Y = 1.
  let color: SIMD3<Double>
  /// The relative standard error of the response, or 0 where it is not known.
  let relativeError: Double
}

/// A matrix from balanced RGB to XYZ that maps (1, 1, 1) exactly to the light, whatever its six parameters are.
///
/// Its columns add up to the white, so two of them are free, and the third is the rest:
///
///     XYZ = white · b + column₁ (r - b) + column₂ (g - b)
///
/// Source of the constraint: Finlayson and Drew 1997, "White-point preserving color correction", Color Imaging
/// Conference 5.
struct WhitePreservingMatrix {
  let white: SIMD3<Double>
  var red, green: SIMD3<Double>

  var matrix: Matrix3x3 { Matrix3x3(columns: red, green, white - red - green) }

  func color(_ balanced: SIMD3<Double>) -> SIMD3<Double> {
    white * balanced.z + red * (balanced.x - balanced.z) + green * (balanced.y - balanced.z)
  }

  /// The two free columns, in XYZ of a white of Y = 1, so of the order of 1.
  var parameters: [Double] { [red, green].flatMap { [$0.x, $0.y, $0.z] } }

  init(white: SIMD3<Double>, parameters: [Double]) {
    self.white = white
    red = [parameters[0], parameters[1], parameters[2]]
    green = [parameters[3], parameters[4], parameters[5]]
  }

  /// Fits the matrix by weighted least squares of XYZ, as the start of the search for the least colour difference.
  ///
  /// - Returns: `nil` where the samples' colours do not spread in two directions.
  init?(white: SIMD3<Double>, samples: [(balanced: SIMD3<Double>, color: SIMD3<Double>)], weights: [Double]) {
    var (rr, rg, gg, size) = (0.0, 0.0, 0.0, 0.0)
    var (right0, right1) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for (sample, weight) in zip(samples, weights) {
      let (r, g) = (sample.balanced.x - sample.balanced.z, sample.balanced.y - sample.balanced.z)
      rr += weight * r * r
      rg += weight * r * g
      gg += weight * g * g
      size += weight * (sample.balanced * sample.balanced).sum()
      let rest = sample.color - white * sample.balanced.z
      right0 += weight * r * rest
      right1 += weight * g * rest
    }
    let determinant = rr * gg - rg * rg
    // The smaller eigenvalue is determinant / trace to first order.
    guard determinant > Self.leastSpread * size * (rr + gg) else { return nil }
    self.white = white
    red = (right0 * gg - right1 * rg) / determinant
    green = (right1 * rr - right0 * rg) / determinant
  }

  /// The least spread of the colours: the square of 3 %.
  ///
  /// It is the mean square of red minus blue and green minus blue, in the direction where they spread least, relative
  /// to the mean square of the readings. A ColorChecker has 20 %, and grays that are not neutral have 1 %.
  private static let leastSpread = 1e-3

  /// Returns the matrix with the least weighted sum of squared CIEDE2000 differences.
  func refined(
    _ samples: [(balanced: SIMD3<Double>, color: SIMD3<Double>)], weights: [Double]
  ) -> WhitePreservingMatrix {
    let whiteValues = TristimulusValues(white)
    let targets = samples.map { CIELab(TristimulusValues($0.color), white: whiteValues) }
    let roots = weights.map { $0.squareRoot() }
    func parts(of index: Int, _ color: SIMD3<Double>) -> SIMD3<Double> {
      targets[index].partsCIEDE2000(from: CIELab(TristimulusValues(color), white: whiteValues)) * roots[index]
    }
    let best = leastSquares(from: parameters) { parameters in
      let candidate = WhitePreservingMatrix(white: white, parameters: parameters)
      var residuals: [Double] = []
      residuals.reserveCapacity(3 * samples.count)
      for (index, sample) in samples.enumerated() {
        let parts = parts(of: index, candidate.color(sample.balanced))
        residuals += [parts.x, parts.y, parts.z]
      }
      return residuals
    } slopes: { parameters, residuals in
      // The parameters change a patch's residuals through its colour alone. So three differences give all six slopes.
      let candidate = WhitePreservingMatrix(white: white, parameters: parameters)
      var slopes = [[Double]](repeating: [], count: parameters.count)
      for index in slopes.indices { slopes[index].reserveCapacity(residuals.count) }
      for (index, sample) in samples.enumerated() {
        let color = candidate.color(sample.balanced)
        let found = SIMD3(residuals[3 * index], residuals[3 * index + 1], residuals[3 * index + 2])
        for axis in 0..<3 {
          var moved = color
          moved[axis] += Self.differenceStep
          let slope = (parts(of: index, moved) - found) / Self.differenceStep
          let (red, green) = (
            slope * (sample.balanced.x - sample.balanced.z), slope * (sample.balanced.y - sample.balanced.z)
          )
          slopes[axis] += [red.x, red.y, red.z]
          slopes[3 + axis] += [green.x, green.y, green.z]
        }
      }
      return slopes
    }
    return WhitePreservingMatrix(white: white, parameters: best)
  }

  /// The step for differences, in XYZ of a white of Y = 1: a few times the square root of a double's precision, so that
  /// rounding does not dominate.
  private static let differenceStep = 1e-7
}
