public import Colorimetry

/// A device as matrices, and a map that takes lamps to where the matrices want them.
///
/// Matrices are exact for smooth spectra. To an LED or a fluorescent lamp a device's red, green and blue respond other
/// than to daylight of the same chromaticity, and most lamps of one place in the device's ratios do so alike. The map has
/// learnt by how much. Beyond its lamps the answer is that of the matrices.
///
/// It is invertible wherever the matrices are: with one matrix, everywhere.
public struct WhiteMapCharacterization: Hashable, Sendable {
  public let matrices: MatrixCharacterization
  /// Of the device that the matrices were measured on: the unit's own response is taken out before.
  public let map: WhiteMap
  /// In kelvin, of the lights that the map was learnt from.
  public let calibratedTemperatures: ClosedRange<Double>?

  public init(matrices: MatrixCharacterization, map: WhiteMap, calibratedTemperatures: ClosedRange<Double>? = nil) {
    self.matrices = matrices
    self.map = map
    self.calibratedTemperatures = calibratedTemperatures
  }

  /// Whether the map has learnt anything of lights like the one of `neutral`, or the answer is that of the matrices.
  public func covers(_ neutral: LinearRGB) -> Bool {
    map.covers(LinearRGB(neutral.vector / matrices.unitResponse.vector))
  }
}

extension WhiteMapCharacterization: DeviceCharacterization {
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    let unit = matrices.unitResponse.vector
    let mapped = try matrices.response(to: light)
    let response = LinearRGB(unit * map.undone(from: LinearRGB(mapped.vector / unit)).vector)
    guard response.isPositive else { throw .noPositiveResponse(light, response) }
    return response
  }

  public func light(causing neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    guard neutral.isPositive else { throw .neutralNotPositive(neutral) }
    let unit = matrices.unitResponse.vector
    return try matrices.light(causing: LinearRGB(unit * map.applied(to: LinearRGB(neutral.vector / unit)).vector))
  }
}
