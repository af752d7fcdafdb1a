public import Colorimetry
public import WhiteBalance

/// The kinds of characterization that a profile can hold.
public enum ProfileCharacterization: Hashable, Sendable {
  /// Matrices, blended by the temperature of the light.
  case matrices(MatrixCharacterization)
  /// A look-up table of an ICC profile.
  case lookUpTable(LookUpTableCharacterization)
  /// Matrices with a map that corrects the neutrals of lamps.
  case whiteMap(WhiteMapCharacterization)
  /// Gains at some temperatures, with a base matrix.
  case gainCurve(GainCurveCharacterization)
}

extension ProfileCharacterization: DeviceCharacterization {
  /// The calibrated temperatures of the characterization, in kelvin, or `nil` where they are not known.
  public var calibratedTemperatures: ClosedRange<Double>? {
    switch self {
    case .matrices(let matrices): matrices.calibratedTemperatures
    case .lookUpTable(let table): table.calibratedTemperatures
    case .whiteMap(let map): map.calibratedTemperatures
    case .gainCurve(let curve): curve.calibratedTemperatures
    }
  }

  /// Returns the neutral of a light, from the characterization.
  ///
  /// - Throws: What the characterization throws.
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    switch self {
    case .matrices(let matrices): try matrices.response(to: light)
    case .lookUpTable(let table): try table.response(to: light)
    case .whiteMap(let map): try map.response(to: light)
    case .gainCurve(let curve): try curve.response(to: light)
    }
  }

  /// Returns the light that gives this neutral, from the characterization.
  ///
  /// - Throws: What the characterization throws.
  public func light(causing neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    switch self {
    case .matrices(let matrices): try matrices.light(causing: neutral)
    case .lookUpTable(let table): try table.light(causing: neutral)
    case .whiteMap(let map): try map.light(causing: neutral)
    case .gainCurve(let curve): try curve.light(causing: neutral)
    }
  }
}
