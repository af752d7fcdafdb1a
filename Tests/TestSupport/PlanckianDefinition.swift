internal import Colorimetry
internal import Foundation

/// The Planckian locus by its definition, summed anew for every call, and the nearest point by Newton's method: slow,
/// and with no table in it. The library's polynomials are compared with it.
public enum PlanckianDefinition {
  /// In nm x megakelvin, so that c2 x mired / wavelength is Planck's exponent.
  private static let c2 = SecondRadiationConstant.cie15.inNanometerMegakelvin

  /// A point of the locus with its first two derivatives by mired, as (u, v).
  public struct Jet {
    public var point, first, second: SIMD2<Double>

    /// Along the locus towards lower temperature.
    public var unitTangent: SIMD2<Double> { first / (first * first).sum().squareRoot() }

    /// Across the locus towards positive Duv (greater v at every temperature).
    public var unitNormal: SIMD2<Double> { [-unitTangent.y, unitTangent.x] }
  }

  /// - Parameter mired: at least 0.
  public static func jet(mired: Double) -> Jet {
    // Y and the denominator of u and v, X + 15 Y + 3 Z, with X: value, first and second derivative of each.
    var sumX = SIMD3<Double>.zero
    var sumY = SIMD3<Double>.zero
    var sumDenominator = SIMD3<Double>.zero
    for (index, color) in CIE1931Observer.colorMatching.enumerated() {
      let wavelength = Double(CIE1931Observer.firstWavelength + index)
      let rate = c2 / wavelength
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
    let q = 1 / expm1(x)
    let dq = -q * (1 + q)
    let ddq = -dq * (1 + 2 * q)
    return [x * q, q + x * dq, 2 * dq + x * ddq]
  }

  /// Below this the closed form loses digits, and the series' first neglected term, x⁸ / 1209600, is below 1e-17.
  private static let seriesLimit = 0.05

  /// The reciprocal temperature, in mired, of the point that is nearest to (u, v), from infinite temperature to 500 K.
  public static func nearestMired(u: Double, v: Double) -> Double {
    let target = SIMD2(u, v)
    let nearest = grid.indices.min { squaredDistance(target, grid[$0]) < squaredDistance(target, grid[$1]) } ?? 0
    var low = gridStep * Double(max(nearest - 1, 0))
    var high = gridStep * Double(min(nearest + 1, grid.count - 1))
    var mired = gridStep * Double(nearest)
    // Newton's steps on the distance along the tangent, kept inside a bracket that every step narrows.
    for _ in 0..<iterationLimit {
      let (along, slope) = offset(of: target, alongTangentAt: mired)
      if along > 0 { low = mired } else { high = mired }
      var next = mired - along / slope
      if !(next > low && next < high) || slope >= 0 { next = (low + high) / 2 }
      if abs(next - mired) <= 4 * mired.ulp || high - low <= 4 * high.ulp { return next }
      mired = next
    }
    return mired
  }

  /// How far `target` lies ahead of the locus's point, measured along the derivative there, and the derivative of that
  /// by mired: half the (negative) first and second derivative of the squared distance.
  private static func offset(
    of target: SIMD2<Double>, alongTangentAt mired: Double
  ) -> (along: Double, slope: Double) {
    let locus = jet(mired: mired)
    let toTarget = target - locus.point
    return (
      (toTarget * locus.first).sum(), (toTarget * locus.second).sum() - (locus.first * locus.first).sum()
    )
  }

  private static func squaredDistance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    ((a - b) * (a - b)).sum()
  }

  /// Bisection alone narrows two grid steps to the last bit in 60 steps.
  private static let iterationLimit = 64

  private static let highestMired = 1e6 / PlanckianLocus.lowestTemperature

  /// In mired: short beside the locus's radius of curvature, so that two steps hold the nearest point alone.
  private static let gridStep = 8.0

  private static let grid = (0...Int(highestMired / gridStep)).map { jet(mired: gridStep * Double($0)).point }
}
