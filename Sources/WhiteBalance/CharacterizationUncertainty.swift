/// How far the lights that a characterization finds are off: the standard error over the lights it was checked against.
public struct CharacterizationUncertainty: Hashable, Sendable {
  /// Standard error of the reciprocal temperature, in mired.
  public let mired: Double
  /// Standard error of Duv.
  public let duv: Double
  /// What each mired outside of the calibrated temperatures adds to the two, as independent errors; 0 where it is not
  /// known that it adds any.
  public let miredPerMired, duvPerMired: Double

  /// - Throws: ``WhiteBalanceError/invalidUncertainty(mired:duv:)`` unless all are finite and at least 0.
  public init(
    mired: Double, duv: Double, miredPerMired: Double = 0, duvPerMired: Double = 0
  ) throws(WhiteBalanceError) {
    for (mired, duv) in [(mired, duv), (miredPerMired, duvPerMired)] {
      guard mired >= 0, duv >= 0, mired.isFinite, duv.isFinite else {
        throw .invalidUncertainty(mired: mired, duv: duv)
      }
    }
    self.mired = mired
    self.duv = duv
    self.miredPerMired = miredPerMired
    self.duvPerMired = duvPerMired
  }

  /// The standard errors for a light that is `distance` mired outside of the calibrated temperatures.
  public func errors(miredOutside distance: Double) -> (mired: Double, duv: Double) {
    func length(_ inside: Double, _ growth: Double) -> Double {
      (inside * inside + growth * distance * (growth * distance)).squareRoot()
    }
    return (length(mired, miredPerMired), length(duv, duvPerMired))
  }
}
