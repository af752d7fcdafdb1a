internal import Colorimetry
public import WhiteBalance

/// The light that a measured neutral tells of, with standard errors.
public struct MeasuredLight: Hashable, Sendable {
  public let estimate: LightEstimate
  /// How sure temperature and Duv are; `nil` where the light has no temperature.
  public let uncertainty: Uncertainty?

  /// Standard errors of a temperature and a Duv that are not independent: one error of a gain moves both.
  public struct Uncertainty: Hashable, Sendable {
    /// In kelvin.
    public let temperature: Double
    public let duv: Double
    /// Of the errors of temperature and Duv, -1 to 1; 0 where one of them is 0.
    public let correlation: Double
  }

  /// The light that causes `neutral` on a device.
  ///
  /// The errors are those of the neutral, carried through the characterization to first order, and the
  /// characterization's own, taken as independent.
  ///
  /// - Parameter uncertainty: the characterization's own, on lights that it was not made from.
  public init(
    causing neutral: MeasuredNeutral, on characterization: some DeviceCharacterization,
    uncertainty own: CharacterizationUncertainty? = nil
  ) throws(WhiteBalanceError) {
    estimate = try characterization.light(causing: neutral.value)
    guard let light = estimate.temperatureAndTint,
      let slopes = Self.slopes(of: light, at: neutral.value, on: characterization)
    else {
      // Also at the very end of what the characterization can tell: no error is better than one that is too small.
      uncertainty = nil
      return
    }
    let own = own?.errors(miredOutside: characterization.miredOutside(light) ?? 0) ?? (mired: 0, duv: 0)
    let mired = (neutral.covariance(of: slopes.mired, slopes.mired) + own.mired * own.mired).squareRoot()
    let duv = (neutral.covariance(of: slopes.duv, slopes.duv) + own.duv * own.duv).squareRoot()
    let both = mired * duv
    uncertainty = Uncertainty(
      // dT = -T² / 1e6 x d(mired): warmer light has more mired.
      temperature: mired * light.temperature * (light.temperature / 1e6), duv: duv,
      correlation: both > 0 ? -neutral.covariance(of: slopes.mired, slopes.duv) / both : 0)
  }

  /// By how much mired and Duv change with each channel of the neutral.
  private static func slopes(
    of light: TemperatureAndTint, at neutral: LinearRGB, on characterization: some DeviceCharacterization
  ) -> (mired: SIMD3<Double>, duv: SIMD3<Double>)? {
    var (mired, duv) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for channel in 0..<3 {
      guard let slope = slope(of: light, at: neutral, along: channel, on: characterization) else { return nil }
      (mired[channel], duv[channel]) = slope
    }
    return (mired, duv)
  }

  /// From the light on both sides, or on one where the other has no temperature.
  private static func slope(
    of light: TemperatureAndTint, at neutral: LinearRGB, along channel: Int,
    on characterization: some DeviceCharacterization
  ) -> (mired: Double, duv: Double)? {
    let step = neutral.vector[channel] * relativeStep
    let sides = [-step, step].compactMap { offset -> (offset: Double, light: TemperatureAndTint)? in
      var vector = neutral.vector
      vector[channel] += offset
      guard let moved = try? characterization.light(causing: LinearRGB(vector)).temperatureAndTint else { return nil }
      return (offset, moved)
    }
    guard let first = sides.first, let last = sides.last else { return nil }
    let (from, to) = sides.count == 2 ? (first, last) : ((offset: 0, light: light), last)
    let distance = to.offset - from.offset
    return ((to.light.mired - from.light.mired) / distance, (to.light.duv - from.light.duv) / distance)
  }

  /// Small beside any error worth stating, large beside rounding.
  private static let relativeStep = 1e-5
}
