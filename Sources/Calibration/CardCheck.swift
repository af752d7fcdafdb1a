internal import Colorimetry
public import WhiteBalance

/// The quality of a characterization on a gray card under a known light.
public struct CardCheck: Hashable, Sendable {
  /// The light that the card was read under.
  public let light: CalibrationLight
  /// The light that the characterization finds for the card, corrected for its kind.
  public let estimate: LightEstimate
  /// The standard errors of that light, which combine those of the profile and of the card's noise.
  ///
  /// It is `nil` where the profile states none, or where the light has no temperature.
  public let stated: StatedLightErrors?
  /// The warnings about the check.
  public let warnings: [CalibrationWarning]
  /// The reasons not to trust the profile under this light; empty where it can be trusted.
  public let refusals: [CalibrationRefusal]

  /// The error of the light that was found, in mired and Duv, or `nil` where it has no temperature.
  package var residual: (mired: Double, duv: Double)? { light.residual(of: estimate) }

  /// Checks a characterization on a card.
  ///
  /// - Parameters:
  ///   - neutral: The device's own response to the card, with its standard errors.
  ///   - light: The light that the card was read under.
  ///   - characterization: The characterization of the device.
  ///   - uncertainty: The uncertainty that the characterization states.
  ///   - kind: The kind of the light, which the stated errors depend on. The light is found as one of this kind, and Duv
  ///     is corrected for it.
  ///   - limits: The limits for refusals and warnings.
  /// - Throws: ``CalibrationError/characterization(_:)`` where the characterization knows no light with this neutral.
  public init(
    of neutral: MeasuredNeutral, light: CalibrationLight, characterization: some DeviceCharacterization,
    uncertainty: CharacterizationUncertainty? = nil, kind: LightKind = .any,
    limits: CalibrationLimits = CalibrationLimits()
  ) throws(CalibrationError) {
    self.light = light
    let found: MeasuredLight
    do throws(WhiteBalanceError) {
      found = try MeasuredLight(forNeutral: neutral, on: characterization, uncertainty: uncertainty, of: kind)
    } catch { throw .characterization(error) }
    estimate = found.estimate
    let place = estimate.status == .converged ? estimate.temperatureAndTint : nil
    if uncertainty != nil, let errors = found.uncertainty, let place {
      stated = StatedLightErrors(
        mired: errors.temperature / place.temperature * place.mired, duv: errors.duv, kind: errors.kind,
        duvCorrection: found.duvCorrection)
    } else {
      stated = nil
    }
    var judge = FitJudge(limits: limits)
    judge.judge(found: place, truth: light.temperatureAndTint, stated: stated)
    (warnings, refusals) = (judge.warnings, judge.refusals)
  }
}
