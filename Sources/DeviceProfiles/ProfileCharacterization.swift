public import Colorimetry
public import WhiteBalance

/// The kinds of characterization that a profile can hold.
public enum ProfileCharacterization: Hashable, Sendable {
  case matrices(MatrixCharacterization)
  case lookUpTable(LookUpTableCharacterization)
  case whiteMap(WhiteMapCharacterization)
  case gainCurve(GainCurveCharacterization)
}

extension ProfileCharacterization: DeviceCharacterization {
  public var calibratedTemperatures: ClosedRange<Double>? {
    switch self {
    case .matrices(let matrices): matrices.calibratedTemperatures
    case .lookUpTable(let table): table.calibratedTemperatures
    case .whiteMap(let map): map.calibratedTemperatures
    case .gainCurve(let curve): curve.calibratedTemperatures
    }
  }

  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    switch self {
    case .matrices(let matrices): try matrices.response(to: light)
    case .lookUpTable(let table): try table.response(to: light)
    case .whiteMap(let map): try map.response(to: light)
    case .gainCurve(let curve): try curve.response(to: light)
    }
  }

  public func light(causing neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    switch self {
    case .matrices(let matrices): try matrices.light(causing: neutral)
    case .lookUpTable(let table): try table.light(causing: neutral)
    case .whiteMap(let map): try map.light(causing: neutral)
    case .gainCurve(let curve): try curve.light(causing: neutral)
    }
  }
}
