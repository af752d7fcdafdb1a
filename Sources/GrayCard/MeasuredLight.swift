internal import Colorimetry
internal import RealModule
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
    var miredVariance = 0.0
    var duvVariance = 0.0
    for channel in 0..<3 {
      var (value, error) = (neutral.value.vector, neutral.standardError.vector[channel])
      let step = value[channel] * Self.relativeStep
      var moved: [TemperatureAndTint] = []
      for sign in [-1.0, 1] {
        value[channel] = neutral.value.vector[channel] + sign * step
        guard let shifted = try characterization.light(causing: LinearRGB(value)).temperatureAndTint else { continue }
        moved.append(shifted)
      }
      // At the very end of the locus one side may have no temperature; the other with the middle serves then.
      if moved.count == 1 {
        moved.append(light)
        error *= 2
      }
      guard moved.count == 2 else { continue }
      let scale = error / (2 * step)
      miredVariance += Double.pow((moved[1].mired - moved[0].mired) * scale, 2)
      duvVariance += Double.pow((moved[1].duv - moved[0].duv) * scale, 2)
    }
    if let own = uncertainty {
      miredVariance += own.mired * own.mired
      duvVariance += own.duv * own.duv
    }
    // dT = T² / 1e6 x d(mired)
    temperatureError = miredVariance.squareRoot() * light.temperature * (light.temperature / 1e6)
    duvError = duvVariance.squareRoot()
  }

  /// Small beside any error worth stating, large beside rounding.
  private static let relativeStep = 1e-5
}

extension MeasuredNeutral {
  /// The gains, least gain 1, that neutralize the neutral, and their standard errors. The gain that is 1 by
  /// normalization has none; the others carry the errors of two channels.
  public func gains() throws(WhiteBalanceError) -> (value: WhiteBalanceGains, standardError: WhiteBalanceGains) {
    let gains = try WhiteBalanceGains(neutralizing: value)
    let relative = standardError.vector / value.vector
    let reference = (0..<3).first { gains.vector[$0] == 1 } ?? 0
    var errors = SIMD3<Double>.zero
    for channel in 0..<3 where channel != reference {
      let variance = relative[channel] * relative[channel] + relative[reference] * relative[reference]
      errors[channel] = gains.vector[channel] * variance.squareRoot()
    }
    return (gains, WhiteBalanceGains(errors))
  }
}
