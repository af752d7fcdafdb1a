import Calibration
import WhiteBalance

/// The standard errors that a profile states for a light, as they are printed.
package struct StatedReport: Encodable {
  var mired, duv: Double
  /// The lights that they hold of, a `LightKind`; absent where the profile does not say.
  var kind: String?
  /// The larger of the two errors of the light that was found, in stated standard errors.
  var off: Double

  init?(_ stated: StatedLightErrors?, _ residual: (mired: Double, duv: Double)?) {
    guard let stated, let residual else { return nil }
    (mired, duv, kind) = (stated.mired, stated.duv, stated.kind?.rawValue)
    // An error of 0 on a light that is found exactly is none off.
    func share(_ error: Double, _ stated: Double) -> Double { error == 0 ? 0 : abs(error) / stated }
    off = max(share(residual.mired, stated.mired), share(residual.duv, stated.duv))
    plural = stated.kind?.plural
  }

  /// The lights that the errors hold of, in words.
  let plural: String?
  private enum CodingKeys: CodingKey { case mired, duv, kind, off }

  /// The text for a person.
  var text: String {
    "\(fixed(mired, 1)) mired, Duv \(fixed(duv, 4)), one standard error" + (plural.map { " of \($0)" } ?? "")
  }
  /// The text that says how far off the light is, for a person.
  var distance: String {
    off.isFinite
      ? "\(fixed(off, 1)) stated standard errors" + (plural.map { " of \($0)" } ?? "")
      : "where the profile states no error at all"
  }
}
