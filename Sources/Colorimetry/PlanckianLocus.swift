internal import RealModule

/// The chromaticities of black bodies: Planck's law over the CIE 1931 2° observer, 360 to 830 nm summed at 1 nm.
///
/// The parameter is reciprocal temperature in mired, 1e6 / T, in which infinite temperature is the regular point 0.
public enum PlanckianLocus {
  /// The lowest temperature that is computed, in kelvin.
  public static let lowestTemperature = 500.0

  /// The lowest Duv for which the nearest point of the locus is taken as unique. The locus bends with a radius of
  /// 0.100093 at the least, at 5192 K; the centres of its curvature lie below it.
  public static let lowestDuv = -0.09

  /// ``lowestTemperature`` in mired.
  static let highestMired = 1e6 / lowestTemperature

  /// Second radiation constant in nm x megakelvin, so that c2 x mired / wavelength is Planck's exponent.
  /// Source: CIE 15:2018, c2 = 1.4388e-2 m K (ITS-90).
  static let secondRadiationConstant = 14.388

  /// A point of the locus with its first two derivatives by mired, as (u, v).
  struct Jet {
    var point, first, second: SIMD2<Double>

    /// Along the locus towards lower temperature.
    var unitTangent: SIMD2<Double> { first / (first * first).sum().squareRoot() }

    /// Across the locus towards positive Duv (greater v at every temperature).
    var unitNormal: SIMD2<Double> { [-unitTangent.y, unitTangent.x] }
  }

  /// - Parameter mired: at least 0.
  static func jet(mired: Double) -> Jet {
    // Y and the denominator of u and v, X + 15 Y + 3 Z, with X: value, first and second derivative of each.
    var sumX = SIMD3<Double>.zero
    var sumY = SIMD3<Double>.zero
    var sumDenominator = SIMD3<Double>.zero
    for (index, color) in CIE1931Observer.colorMatching.enumerated() {
      let wavelength = Double(CIE1931Observer.firstWavelength + index)
      let rate = secondRadiationConstant / wavelength
      let inverseSquare = 1 / (wavelength * wavelength)
      // Planck's law is x / (e^x - 1) / wavelength^4, times 1 / mired, which cancels in u and v.
      let radiance = reducedRadiance(rate * mired) * SIMD3(1, rate, rate * rate) * (inverseSquare * inverseSquare)
      sumX += color.x * radiance
      sumY += color.y * radiance
      sumDenominator += (color.x + 15 * color.y + 3 * color.z) * radiance
    }
    let u = quotient(sumX, sumDenominator) * 4
    let v = quotient(sumY, sumDenominator) * 6
    return Jet(point: [u.x, v.x], first: [u.y, v.y], second: [u.z, v.z])
  }

  /// a / b with its first two derivatives, from theirs.
  private static func quotient(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    let value = a.x / b.x
    let first = (a.y - value * b.y) / b.x
    let second = (a.z - 2 * first * b.y - value * b.z) / b.x
    return [value, first, second]
  }

  /// x / (e^x - 1) with its first two derivatives.
  private static func reducedRadiance(_ x: Double) -> SIMD3<Double> {
    guard x > seriesLimit else {
      // Bernoulli numbers: 1 - x/2 + x²/12 - x⁴/720 + x⁶/30240 - …
      let square = x * x
      let value = 1 - x / 2 + square / 12 * (1 - square / 60 * (1 - square / 42))
      let first = -0.5 + x / 6 * (1 - square / 30 * (1 - square / 28))
      let second = 1.0 / 6 * (1 - square / 10 * (1 - 5 * square / 84))
      return [value, first, second]
    }
    let q = 1 / Double.expMinusOne(x)
    let dq = -q * (1 + q)
    let ddq = -dq * (1 + 2 * q)
    return [x * q, q + x * dq, 2 * dq + x * ddq]
  }

  /// Below this the closed form loses digits, and the series' first neglected term, x⁸ / 1209600, is below 1e-17.
  private static let seriesLimit = 0.05
}
