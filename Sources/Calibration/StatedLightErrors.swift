public import WhiteBalance

/// The standard errors that are stated for a light that was found.
public struct StatedLightErrors: Hashable, Sendable {
  /// The standard errors of the reciprocal temperature, in mired, and of Duv.
  public let mired, duv: Double
  /// The kind of lights for which the errors hold; `nil` where the profile does not state it.
  public let kind: LightKind?
  /// The correction that was added to the Duv that the characterization found, because it errs so on lights of that
  /// kind; 0 where nothing was added.
  public let duvCorrection: Double

  /// Returns the larger of two errors, each divided by the stated one. It is 0 where the light is found exactly, also
  /// beside a stated error of 0.
  package func ratio(toMired mired: Double, duv: Double) -> Double {
    func ratio(_ error: Double, _ stated: Double) -> Double { error == 0 ? 0 : abs(error) / stated }
    return max(ratio(mired, self.mired), ratio(duv, self.duv))
  }
}
