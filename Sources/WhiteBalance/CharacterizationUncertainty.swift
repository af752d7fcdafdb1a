/// The standard error of the lights that a characterization finds, estimated from lights whose values are known.
public struct CharacterizationUncertainty: Hashable, Sendable {
  /// The standard error of the reciprocal temperature, in mired, within the calibrated temperatures.
  public let mired: Double
  /// The standard error of Duv, within the calibrated temperatures.
  public let duv: Double
  /// The growth of ``mired`` and ``duv`` for each mired outside of the calibrated temperatures.
  ///
  /// The growth is an independent error, added in quadrature. It is 0 where none is known.
  public let miredPerMired, duvPerMired: Double

  /// Creates an uncertainty from its standard errors.
  ///
  /// - Parameters:
  ///   - mired: The standard error of the reciprocal temperature, in mired.
  ///   - duv: The standard error of Duv.
  ///   - miredPerMired: The growth of `mired` for each mired outside of the calibrated temperatures.
  ///   - duvPerMired: The growth of `duv` for each mired outside of the calibrated temperatures.
  /// - Throws: ``WhiteBalanceError/invalidUncertainty(mired:duv:)`` unless all four are between 0 and 1e6.
  public init(
    mired: Double, duv: Double, miredPerMired: Double = 0, duvPerMired: Double = 0
  ) throws(WhiteBalanceError) {
    for (mired, duv) in [(mired, duv), (miredPerMired, duvPerMired)] {
      guard (0...Self.largestError).contains(mired), (0...Self.largestError).contains(duv) else {
        throw .invalidUncertainty(mired: mired, duv: duv)
      }
    }
    self.mired = mired
    self.duv = duv
    self.miredPerMired = miredPerMired
    self.duvPerMired = duvPerMired
  }

  /// The largest error. The whole range of temperatures is 2000 mired long, and squares of larger errors could overflow.
  package static let largestError = 1e6

  /// Returns the standard errors for a light outside of the calibrated temperatures.
  ///
  /// - Parameter distance: The distance from the nearest calibrated temperature, in mired; 0 between them.
  /// - Returns: The standard errors of the reciprocal temperature, in mired, and of Duv.
  public func errors(miredOutside distance: Double) -> (mired: Double, duv: Double) {
    func length(_ inside: Double, _ growth: Double) -> Double {
      (inside * inside + growth * distance * (growth * distance)).squareRoot()
    }
    return (length(mired, miredPerMired), length(duv, duvPerMired))
  }
}
