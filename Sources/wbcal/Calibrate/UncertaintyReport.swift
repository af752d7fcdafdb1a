import WhiteBalance

/// How far off a profile says that it is.
struct UncertaintyReport: Encodable {
  var mired, duv: Double
  /// What each mired outside of the calibrated temperatures adds; absent where nothing is said of it.
  var miredPerMired, duvPerMired: Double?
  /// For a person, to the digits that an uncertainty has.
  let text: String

  private enum CodingKeys: CodingKey { case mired, duv, miredPerMired, duvPerMired }

  init(_ uncertainty: CharacterizationUncertainty) {
    (mired, duv) = (uncertainty.mired, uncertainty.duv)
    let near = "\(fixed(mired, 1)) mired, Duv \(fixed(duv, 4)), one standard error"
    guard uncertainty.miredPerMired > 0 || uncertainty.duvPerMired > 0 else {
      text = near
      return
    }
    (miredPerMired, duvPerMired) = (uncertainty.miredPerMired, uncertainty.duvPerMired)
    let far = uncertainty.errors(miredOutside: Self.farMired)
    text =
      near + "; \(fixed(Self.farMired, 0)) mired outside of its lights \(fixed(far.mired, 1)) mired, Duv "
      + fixed(far.duv, 4)
  }

  /// From D65 to 4000 K.
  private static let farMired = 100.0
}
