package import Colorimetry

/// The linear colour space of sRGB. Source: IEC 61966-2-1.
package enum SRGB {
  /// The white.
  package static let white = Chromaticity(x: 0.3127, y: 0.3290)
  private static let primaries = [
    Chromaticity(x: 0.64, y: 0.33), Chromaticity(x: 0.30, y: 0.60), Chromaticity(x: 0.15, y: 0.06),
  ]

  /// The matrix from linear sRGB to XYZ under D65, with Y of white 1.
  package static let toXYZ: Matrix3x3 = {
    let columns = primaries.map { TristimulusValues($0).vector }
    let unscaled = Matrix3x3(columns: columns[0], columns[1], columns[2])
    return unscaled * Matrix3x3(diagonal: unscaled.inverse * TristimulusValues(white).vector)
  }()

  /// Returns the matrix from a device's samples to linear sRGB, for an eye that adapts to the light.
  ///
  /// - Parameters:
  ///   - characterization: The device's response.
  ///   - light: The light of the samples.
  /// - Returns: The matrix, or `nil` where an eye cannot adapt to the light.
  package static func matrix(
    from characterization: MatrixCharacterization, under light: Chromaticity
  ) -> Matrix3x3? {
    (try? ChromaticAdaptation.bradford.matrix(from: light, to: white)).map {
      toXYZ.inverse * $0 * characterization.matrix(under: light).inverse
    }
  }

  /// Returns the matrix from linear sRGB to XYZ under a black body, for an eye that adapts.
  package static func toXYZ(underTemperature temperature: Double) throws(WhiteBalanceError) -> Matrix3x3 {
    do throws(ColorimetryError) {
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      return try ChromaticAdaptation.bradford.matrix(from: white, to: light) * toXYZ
    } catch {
      throw .colorimetry(error)
    }
  }
}
