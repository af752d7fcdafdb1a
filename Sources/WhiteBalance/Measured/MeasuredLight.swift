internal import Colorimetry

/// The light that explains a measured neutral, with standard errors.
public struct MeasuredLight: Codable, Hashable, Sendable {
  /// The light, with what is known of its reliability.
  public let estimate: LightEstimate
  /// The standard errors of temperature, Duv, x and y; `nil` where the light has no finite temperature, or where its
  /// slopes cannot be computed.
  public let uncertainty: Uncertainty?

  /// Standard errors of a light. Those of temperature and Duv are correlated, because an error of one gain moves both.
  public struct Uncertainty: Codable, Hashable, Sendable {
    /// The standard error of the temperature, in kelvin.
    public let temperature: Double
    /// The standard error of Duv.
    public let duv: Double
    /// The correlation of the errors of temperature and Duv, -1 to 1; 0 where either is 0.
    public let correlation: Double
    /// The standard errors of CIE 1931 x and y. They are nearly proportional along the locus, so together they tell
    /// less than temperature and Duv do.
    public let x, y: Double
    /// The kind of lights for which the errors hold; `nil` where no characterization states it.
    public let kind: LightKind?
    /// Whether the characterization learnt lights of that kind near this one. It is true where this is not known.
    public let isFamiliar: Bool
  }

  /// Creates the light that gives `neutral` on a device.
  ///
  /// The errors of the neutral are propagated through the characterization to first order. The characterization's own
  /// errors are added as independent ones.
  ///
  /// - Parameters:
  ///   - neutral: The measured neutral.
  ///   - characterization: The response of the device to light.
  ///   - own: The characterization's own uncertainty, on lights that it was not made from.
  ///   - kind: The kind of the light, which the characterization's own uncertainty depends on.
  /// - Throws: The errors of ``DeviceCharacterization/light(forNeutral:)``.
  public init(
    forNeutral neutral: MeasuredNeutral, on characterization: some DeviceCharacterization,
    uncertainty own: CharacterizationUncertainty? = nil, of kind: LightKind = .any
  ) throws(WhiteBalanceError) {
    estimate = try characterization.light(forNeutral: neutral.value)
    guard let light = estimate.temperatureAndTint, light.temperature.isFinite,
      let slopes = Self.slopes(of: light, at: neutral.value, on: characterization),
      let chromaticitySlopes = Self.chromaticitySlopes(of: light)
    else {
      // This also happens at the limit of the characterization. Stating no error is better than stating one that is too
      // small.
      uncertainty = nil
      return
    }
    let stated = own?.errors(at: light, kind: kind, miredOutside: characterization.miredOutside(light) ?? 0)
    let own = (mired: stated?.mired ?? 0, duv: stated?.duv ?? 0)
    let mired = (neutral.variance(of: slopes.mired) + own.mired * own.mired).squareRoot()
    let duv = (neutral.variance(of: slopes.duv) + own.duv * own.duv).squareRoot()
    let both = mired * duv
    let covariance = neutral.covariance(of: slopes.mired, slopes.duv)
    let (byMired, byDuv) = chromaticitySlopes
    let chromaticity =
      byMired * byMired * (mired * mired) + byDuv * byDuv * (duv * duv) + 2 * covariance * byMired * byDuv
    uncertainty = Uncertainty(
      // dT = -T² / 1e6 x d(mired), because warmer light has more mired.
      temperature: mired * light.temperature * (light.temperature / 1e6), duv: duv,
      // Where one channel alone errs, rounding may leave a number beyond 1.
      correlation: both > 0 ? min(max(-covariance / both, -1), 1) : 0,
      // Where both errors cancel, rounding may leave a negative number.
      x: max(chromaticity.x, 0).squareRoot(), y: max(chromaticity.y, 0).squareRoot(),
      kind: stated?.kind, isFamiliar: stated?.isFamiliar ?? true)
  }

  /// Returns the changes of mired and Duv with each channel of the neutral.
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

  /// Returns the slope from both sides of the light, or from one where the other has no temperature.
  private static func slope(
    of light: TemperatureAndTint, at neutral: LinearRGB, along channel: Int,
    on characterization: some DeviceCharacterization
  ) -> (mired: Double, duv: Double)? {
    let step = neutral.vector[channel] * relativeStep
    let sides = [-step, step].compactMap { offset -> (offset: Double, light: TemperatureAndTint)? in
      var vector = neutral.vector
      vector[channel] += offset
      guard let moved = try? characterization.light(forNeutral: LinearRGB(vector)).temperatureAndTint else {
        return nil
      }
      return (offset, moved)
    }
    guard let first = sides.first, let last = sides.last else { return nil }
    let (from, to) = sides.count == 2 ? (first, last) : ((offset: 0, light: light), last)
    let distance = to.offset - from.offset
    return ((to.light.mired - from.light.mired) / distance, (to.light.duv - from.light.duv) / distance)
  }

  /// Returns the changes of x and y with mired and Duv; `nil` at the end of the temperatures that have a chromaticity.
  private static func chromaticitySlopes(of light: TemperatureAndTint) -> (mired: SIMD2<Double>, duv: SIMD2<Double>)? {
    func place(_ mired: Double, _ duv: Double) -> SIMD2<Double>? {
      (try? Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: duv))).map { SIMD2($0.x, $0.y) }
    }
    // Light of a million kelvin and more has so few mired that a share of them would be lost in rounding.
    let (miredStep, duvStep) = (max(light.mired, 1) * relativeStep, relativeStep)
    let (least, most) = (max(light.mired - miredStep, 0), light.mired + miredStep)
    guard let warmer = place(most, light.duv), let colder = place(least, light.duv),
      let above = place(light.mired, light.duv + duvStep), let below = place(light.mired, light.duv - duvStep)
    else { return nil }
    return ((warmer - colder) / (most - least), (above - below) / (2 * duvStep))
  }

  /// The step of a channel, as a share. It is small against any error worth stating, and large against rounding.
  private static let relativeStep = 1e-5
}
