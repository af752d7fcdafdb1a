internal import Colorimetry

/// A patch as the fit sees it.
struct FitSample {
  /// Where it is in the readings.
  let index: Int
  let name: String
  /// The device's linear red, green and blue.
  let response: SIMD3<Double>
  /// XYZ under the light, relative to a white of Y = 1.
  let color: SIMD3<Double>
  /// Relative standard error of the response where it is known, else 0.
  let relativeError: Double
}

/// A matrix from balanced RGB to XYZ that takes (1, 1, 1) to the light exactly, whatever its six parameters are.
///
/// Its columns add up to the white, so that two of them are free and the third is what is left:
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

  /// The parameters in shares of the white: of the order of 1.
  var parameters: [Double] { [red, green].flatMap { [$0.x, $0.y, $0.z] } }

  init(white: SIMD3<Double>, parameters: [Double]) {
    self.white = white
    red = [parameters[0], parameters[1], parameters[2]]
    green = [parameters[3], parameters[4], parameters[5]]
  }

  /// The least squares of XYZ, each sample by its weight: where the search for the least colour difference starts.
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
    // The smaller eigenvalue, in first order.
    guard determinant > Self.leastSpread * size * (rr + gg) else { return nil }
    self.white = white
    red = (right0 * gg - right1 * rg) / determinant
    green = (right1 * rr - right0 * rg) / determinant
  }

  /// Of the squares of red less blue, and green less blue, in the direction where they are less, to those of the readings
  /// themselves: 3 % of colour. A ColorChecker has 20 %, grays that are not neutral have 1 %.
  private static let leastSpread = 1e-3

  /// The matrix with the least sum of squared CIEDE2000 differences, each sample by its weight.
  func refined(
    _ samples: [(balanced: SIMD3<Double>, color: SIMD3<Double>)], weights: [Double]
  ) -> WhitePreservingMatrix {
    let whiteValues = TristimulusValues(white)
    let targets = samples.map { CIELab(TristimulusValues($0.color), white: whiteValues) }
    let roots = weights.map { $0.squareRoot() }
    let best = leastSquares(from: parameters) { parameters in
      let candidate = WhitePreservingMatrix(white: white, parameters: parameters)
      var residuals: [Double] = []
      residuals.reserveCapacity(3 * samples.count)
      for (index, sample) in samples.enumerated() {
        let color = CIELab(TristimulusValues(candidate.color(sample.balanced)), white: whiteValues)
        let parts = targets[index].partsCIEDE2000(from: color) * roots[index]
        residuals += [parts.x, parts.y, parts.z]
      }
      return residuals
    }
    return WhitePreservingMatrix(white: white, parameters: best)
  }
}

extension TristimulusValues {
  init(_ vector: SIMD3<Double>) { self.init(x: vector.x, y: vector.y, z: vector.z) }

  var vector: SIMD3<Double> { [x, y, z] }
}
