internal import Colorimetry
public import WhiteBalance

extension GrayCardReading {
  /// Returns the reading as judged on a known device.
  ///
  /// It is refused where no light that a camera is balanced for gives this neutral on the device. It has a warning
  /// where the light is far from those that the device was calibrated for. A reading that is refused already stays as
  /// it is.
  ///
  /// - Parameters:
  ///   - characterization: The response of the device to light.
  ///   - limits: The limits on the light.
  ///   - appliedGains: The gains that the device has multiplied the samples by.
  public func judged(
    on characterization: some DeviceCharacterization, limits: GrayCardLimits = GrayCardLimits(),
    appliedGains: WhiteBalanceGains = .unity
  ) -> GrayCardReading {
    guard case .ok(let neutral) = verdict else { return self }
    var judged = self
    let response = neutral.value.divided(by: appliedGains)
    guard let estimate = try? characterization.light(forNeutral: response), estimate.status == .converged,
      let light = estimate.temperatureAndTint
    else {
      judged.verdict = .refused([CardRefusal(code: .notALight, value: .infinity, limit: limits.duv)])
      return judged
    }
    var refusals: [CardRefusal] = []
    // A limit that is not a number refuses.
    if !(abs(light.duv) <= limits.duv) {
      refusals.append(CardRefusal(code: .notALight, value: light.duv, limit: limits.duv))
    }
    if !(light.temperature >= limits.temperature) {
      refusals.append(CardRefusal(code: .tooWarm, value: light.temperature, limit: limits.temperature))
    }
    guard refusals.isEmpty else {
      judged.verdict = .refused(refusals)
      return judged
    }
    if let distance = characterization.miredOutside(light), distance > limits.calibrationDistance {
      judged.warnings.append(
        CardWarning(code: .farFromCalibration, value: distance, limit: limits.calibrationDistance))
    }
    return judged
  }
}
