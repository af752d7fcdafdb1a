/// How far the light that a characterization finds is off, as one standard error over the lights that it was checked
/// against.
public struct CharacterizationError: Hashable, Sendable {
  /// In reciprocal temperature, mired.
  public var mired: Double
  /// In Duv.
  public var duv: Double

  public init(mired: Double, duv: Double) {
    self.mired = mired
    self.duv = duv
  }
}
