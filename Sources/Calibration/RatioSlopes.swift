internal import Colorimetry
internal import WhiteBalance

/// The derivatives of ln R/G and ln B/G by mired and by Duv.
struct RatioSlopes {
  let mired, duv: SIMD2<Double>

  init(of base: some DeviceCharacterization, at light: TemperatureAndTint) throws(WhiteBalanceError) {
    func ratios(_ mired: Double, _ duv: Double) throws(WhiteBalanceError) -> SIMD2<Double> {
      try Self.ratios(of: base, at: light, mired, duv)
    }
    mired = try (ratios(Self.miredStep, 0) - ratios(0, 0)) / Self.miredStep
    duv = try (ratios(0, Self.duvStep) - ratios(0, -Self.duvStep)) / (2 * Self.duvStep)
  }

  /// The steps in mired and Duv, small against the error of a base. The step in mired is towards lower temperatures,
  /// because bluer light may be beyond infinite temperature.
  private static let miredStep = 0.5
  private static let duvStep = 1e-4

  /// Returns ln R/G and ln B/G of a light that is so many mired and so much Duv away.
  private static func ratios(
    of base: some DeviceCharacterization, at light: TemperatureAndTint, _ mired: Double, _ duv: Double
  ) throws(WhiteBalanceError) -> SIMD2<Double> {
    let moved = TemperatureAndTint(temperature: 1e6 / (light.mired + mired), duv: light.duv + duv)
    let chromaticity: Chromaticity
    do throws(ColorimetryError) { chromaticity = try Chromaticity(moved) } catch { throw .colorimetry(error) }
    return try base.response(to: chromaticity).logRatios
  }

  /// Returns the covariance of the ratios that errors of mired and Duv of a base cause.
  ///
  /// The base is evaluated at the light plus and minus one and two errors, and the largest change counts: a white map
  /// answers lights near some lamps with almost one neutral, so the slope at the light itself may be near 0.
  static func covariance(
    of errors: (mired: Double, duv: Double), on base: some DeviceCharacterization, at light: TemperatureAndTint
  ) throws(WhiteBalanceError) -> RatioCovariance {
    let here = try ratios(of: base, at: light, 0, 0)
    func largestChange(_ mired: Double, _ duv: Double) -> SIMD2<Double> {
      let farthest = min(farthestReach, largestDuvStep / duv)
      let changes = [-farthest, -farthest / 2, farthest / 2, farthest].compactMap { reach in
        (try? ratios(of: base, at: light, reach * mired, reach * duv)).map { ($0 - here) / reach }
      }
      return changes.max { ($0 * $0).sum() < ($1 * $1).sum() } ?? .zero
    }
    return RatioCovariance(shift: largestChange(errors.mired, 0)) + RatioCovariance(shift: largestChange(0, errors.duv))
  }

  /// The largest distance at which a base is evaluated, in its standard errors and in Duv. At a larger Duv the blue
  /// response to warm light is almost 0, and its logarithm changes too fast to describe lights nearby.
  private static let (farthestReach, largestDuvStep) = (2.0, 0.006)

  /// Returns the variances of mired and Duv that the covariance of the ratios causes.
  func variances(_ covariance: RatioCovariance) -> (mired: Double, duv: Double) {
    let determinant = mired.x * duv.y - mired.y * duv.x
    return (
      covariance.variance(along: SIMD2(duv.y, -duv.x) / determinant),
      covariance.variance(along: SIMD2(-mired.y, mired.x) / determinant)
    )
  }

  /// Returns the standard errors of mired and Duv that the covariance of the ratios causes.
  func errors(_ covariance: RatioCovariance) -> (mired: Double, duv: Double) {
    let variances = variances(covariance)
    return (variances.mired.squareRoot(), variances.duv.squareRoot())
  }

  /// Returns the largest values of mired and of Duv over several lights; 0 where there are none.
  static func worst(_ values: [(mired: Double, duv: Double)]) -> (mired: Double, duv: Double) {
    // A value that is not a number stays, so that no error is lost.
    func larger(_ a: Double, _ b: Double) -> Double { a.isNaN || b.isNaN ? .nan : max(a, b) }
    return values.reduce((0, 0)) { (larger($0.mired, $1.mired), larger($0.duv, $1.duv)) }
  }
}
