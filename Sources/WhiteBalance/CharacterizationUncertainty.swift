/// How far the lights that a characterization finds are off: the standard error over the lights it was checked against.
public struct CharacterizationUncertainty: Hashable, Sendable {
  /// Standard error of the reciprocal temperature, in mired.
  public let mired: Double
  /// Standard error of Duv.
  public let duv: Double

  /// - Throws: ``WhiteBalanceError/invalidUncertainty(mired:duv:)`` unless both are finite and at least 0.
  public init(mired: Double, duv: Double) throws(WhiteBalanceError) {
    guard mired >= 0, duv >= 0, mired.isFinite, duv.isFinite else {
      throw .invalidUncertainty(mired: mired, duv: duv)
    }
    self.mired = mired
    self.duv = duv
  }
}
