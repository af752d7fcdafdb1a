public import Colorimetry

/// A device as matrices, with a map that corrects the neutrals of lamps.
///
/// Matrices are a good approximation for smooth spectra, such as those of black bodies and daylight. A device responds
/// to an LED or a fluorescent lamp differently than to daylight of the same chromaticity, and most lamps with similar
/// neutrals differ by similar amounts. The map has learnt these amounts. Beyond the lamps that it was learnt from, the
/// answers are those of the matrices.
///
/// The map moves a light off the line of black bodies and daylight as it moves lamps. If the light is known to be
/// daylight or a filament lamp, ``specialized(for:)`` finds it better.
///
/// The characterization is invertible wherever the matrices are. With one matrix that is everywhere.
public struct WhiteMapCharacterization: Hashable, Sendable {
  /// The matrices that the map's neutrals are corrected for. They serve to find lights; for the colours of surfaces
  /// take `colorMatrix(under:)` of the profile's characterization.
  public let matrices: MatrixCharacterization
  /// The map of the device that the matrices were measured on. This unit's own response is divided out before it is
  /// applied.
  public let map: WhiteMap
  /// The temperatures, in kelvin, of the lights that the map was learnt from, or `nil` where they are not known.
  public let calibratedTemperatures: ClosedRange<Double>?
  /// The matrices that describe the device's colours under some lights, or `nil` where they are those of ``matrices``.
  ///
  /// Lights are found best by the map with one matrix. Colours of surfaces are best by a matrix for each light.
  package let colors: MatrixCharacterization?

  /// Creates a characterization from matrices and a map.
  ///
  /// - Parameters:
  ///   - matrices: The matrices of the device.
  ///   - map: The map learnt on the device that the matrices were measured on.
  ///   - calibratedTemperatures: The temperatures, in kelvin, of the lights that the map was learnt from.
  ///   - colors: The matrices of the device's colours, of the same unit response as `matrices`; `nil` takes those.
  package init(
    matrices: MatrixCharacterization, map: WhiteMap, calibratedTemperatures: ClosedRange<Double>? = nil,
    colors: MatrixCharacterization? = nil
  ) {
    self.matrices = matrices
    self.map = map
    self.calibratedTemperatures = calibratedTemperatures
    self.colors = colors
  }

  /// Returns whether the map has learnt anything about lights with such a neutral. If not, the answer is that of the
  /// matrices.
  package func covers(_ neutral: LinearRGB) -> Bool {
    map.covers(LinearRGB(neutral.vector / matrices.unitResponse.vector))
  }
}

extension WhiteMapCharacterization: DeviceCharacterization {
  /// Returns the neutral of a light: that of the matrices, with the map undone.
  ///
  /// - Throws: ``WhiteBalanceError/noPositiveResponse(_:_:)`` or ``WhiteBalanceError/colorimetry(_:)``.
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    let unit = matrices.unitResponse.vector
    let mapped = try matrices.response(to: light)
    let response = LinearRGB(unit * map.undone(from: LinearRGB(mapped.vector / unit)).vector)
    guard response.isPositive else { throw .noPositiveResponse(light, response) }
    return response
  }

  /// Returns a characterization for daylight or filament lamps, which moves each light as the map moves the black body
  /// or daylight of the same warmth. For other kinds it is this one.
  ///
  /// - Parameter kind: The kind of the light.
  public func specialized(for kind: LightKind) -> any DeviceCharacterization {
    guard kind.isSmooth, let smooth = SmoothLightCharacterization(self, kind) else { return self }
    return smooth
  }

  /// Returns the light that gives this neutral: that of the matrices, after the map is applied.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``, ``WhiteBalanceError/noLight(_:)`` or
  ///   ``WhiteBalanceError/noConsistentTemperature(_:residual:)``.
  public func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    guard neutral.isPositive else { throw .neutralNotPositive(neutral) }
    let unit = matrices.unitResponse.vector
    return try matrices.light(forNeutral: LinearRGB(unit * map.applied(to: LinearRGB(neutral.vector / unit)).vector))
  }
}
