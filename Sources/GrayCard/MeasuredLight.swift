internal import Colorimetry
public import WhiteBalance

/// The light that a measured neutral tells of, with standard errors.
public struct MeasuredLight: Hashable, Sendable {
  public let estimate: LightEstimate
  /// Standard error of the temperature in kelvin; `nil` where the light has no temperature.
  public let temperatureError: Double?
  /// Standard error of Duv; `nil` where the light has no temperature.
  public let duvError: Double?

  /// The light that causes `neutral` on a device.
  ///
  /// The errors are those of the neutral, carried through the characterization to first order, and the
  /// characterization's own.
  ///
  /// - Parameter uncertainty: the characterization's own, on lights that it was not made from.
  public init(
    causing neutral: MeasuredNeutral, on characterization: some DeviceCharacterization,
    uncertainty: CharacterizationUncertainty? = nil
  ) throws(WhiteBalanceError) {
    estimate = try characterization.light(causing: neutral.value)
    guard let light = estimate.temperatureAndTint else {
      (temperatureError, duvError) = (nil, nil)
      return
    }
    var miredVariance = uncertainty.map { $0.mired * $0.mired } ?? 0
    var duvVariance = uncertainty.map { $0.duv * $0.duv } ?? 0
    for channel in 0..<3 {
      guard let slope = Self.slope(of: light, at: neutral.value, along: channel, on: characterization) else {
        // At the very end of what the characterization can tell: no error is better than one that is too small.
        (temperatureError, duvError) = (nil, nil)
        return
      }
      let error = neutral.standardError.vector[channel]
      miredVariance += slope.mired * error * slope.mired * error
      duvVariance += slope.duv * error * slope.duv * error
    }
    // dT = T² / 1e6 x d(mired)
    temperatureError = miredVariance.squareRoot() * light.temperature * (light.temperature / 1e6)
    duvError = duvVariance.squareRoot()
  }

  /// By how much mired and Duv change with one channel of the neutral, from the light on both sides, or on one where the
  /// other has no temperature.
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

/// Gains with the standard error of each.
public struct MeasuredGains: Hashable, Sendable {
  /// Least gain 1.
  public let value: WhiteBalanceGains
  /// 0 for the gain that is 1 by normalization; the others carry the errors of two channels.
  public let standardError: LinearRGB

  /// The gains that turn `neutral` gray.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``.
  public init(neutralizing neutral: MeasuredNeutral) throws(WhiteBalanceError) {
    let gains = try WhiteBalanceGains(neutralizing: neutral.value)
    let relative = neutral.standardError.vector / neutral.value.vector
    let reference = (0..<3).first { gains.vector[$0] == 1 } ?? 0
    var errors = SIMD3<Double>.zero
    for channel in 0..<3 where channel != reference {
      let variance = relative[channel] * relative[channel] + relative[reference] * relative[reference]
      errors[channel] = gains.vector[channel] * variance.squareRoot()
    }
    (value, standardError) = (gains, LinearRGB(errors))
  }
}
