internal import Colorimetry

/// The profile connection space of ICC, and the adaptation of colours to its white.
enum ConnectionSpace {
  /// The white of the connection space. Source: ICC.1:2022, 7.2.16.
  static let white = TristimulusValues(x: 0.9642, y: 1, z: 0.8249)

  /// Returns the matrix from XYZ under a light with the white `source` to XYZ under one with the white `destination`:
  /// the linear Bradford transform. Source: ICC.1:2022, annex E.
  ///
  /// The whites are not checked, because a profile may adapt from a white that an eye could not adapt to.
  static func adaptation(from source: TristimulusValues, to destination: TristimulusValues) -> Matrix3x3 {
    let coneResponse = ChromaticAdaptation.bradford.matrix
    let before = coneResponse * [source.x, source.y, source.z]
    let after = coneResponse * [destination.x, destination.y, destination.z]
    return coneResponse.inverse * Matrix3x3(diagonal: after / before) * coneResponse
  }
}
