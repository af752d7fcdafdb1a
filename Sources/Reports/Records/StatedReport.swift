import Calibration
import WhiteBalance

/// Returns the correction of a light's Duv as text; `nil` where there is none that four decimals show.
///
/// - Parameter format: The function that formats a number with its sign.
func correctionText(_ duvCorrection: Double?, _ format: (Double, Int) -> String = fixedWithSign) -> String? {
  guard let duvCorrection, abs(duvCorrection) >= leastShownDuv else { return nil }
  return "with Duv corrected by \(format(duvCorrection, 4))"
}

/// The least difference of Duv that four decimals show.
let leastShownDuv = 0.00005

/// The standard errors that a profile states for a light, as they are printed.
package struct StatedReport: Encodable {
  var mired, duv: Double
  /// The kind of lights for which the errors hold, a `LightKind`; absent where the profile does not state it.
  var kind: String?
  /// What was added to the Duv that was found; absent where nothing was added.
  var duvCorrection: Double?
  /// The larger of the two errors of the light that was found, divided by its stated standard error.
  var off: Double

  init?(_ stated: StatedLightErrors?, _ residual: (mired: Double, duv: Double)?) {
    guard let stated, let residual else { return nil }
    (mired, duv, kind) = (stated.mired, stated.duv, stated.kind?.rawValue)
    off = stated.ratio(toMired: residual.mired, duv: residual.duv)
    plural = stated.kind?.plural
    duvCorrection = stated.duvCorrection == 0 ? nil : stated.duvCorrection
  }

  /// The lights for which the errors hold, as text.
  let plural: String?
  private enum CodingKeys: CodingKey { case mired, duv, kind, duvCorrection, off }

  /// The stated errors as text.
  var text: String {
    "\(fixed(mired, 1)) mired, Duv \(fixed(duv, 4)), one standard error" + (plural.map { " of \($0)" } ?? "")
      + (correctionText(duvCorrection).map { ", \($0)" } ?? "")
  }
  /// The distance of the light that was found, as text.
  var distance: String {
    off.isFinite
      ? "\(fixed(off, 1)) stated standard errors" + (plural.map { " of \($0)" } ?? "")
      : "where the profile states no error at all"
  }
}
