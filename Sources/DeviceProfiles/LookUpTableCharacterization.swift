public import Colorimetry
public import WhiteBalance

/// A device as the table of an ICC profile, from device RGB to XYZ.
public struct LookUpTableCharacterization: Hashable, Sendable {
}

extension LookUpTableCharacterization: DeviceCharacterization {
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    throw .colorimetry(.notReal(light))
  }

  public func light(causing neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    throw .noLight(neutral)
  }
}
