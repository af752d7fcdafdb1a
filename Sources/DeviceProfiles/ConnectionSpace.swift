internal import Colorimetry

/// The space that ICC profiles meet in, and how a colour seen under another light is carried over to it.
enum ConnectionSpace {
  /// Source: ICC.1:2022, 7.2.16.
  static let white = TristimulusValues(x: 0.9642, y: 1, z: 0.8249)

  /// The matrix that takes XYZ under a light of white `source` to XYZ under one of white `destination`: the linear
  /// Bradford transform. Source: ICC.1:2022, annex E.
  ///
  /// Plain arithmetic: a profile may adapt from a white that an eye could not adapt to.
  static func adaptation(from source: TristimulusValues, to destination: TristimulusValues) -> Matrix3x3 {
    let coneResponse = ChromaticAdaptation.bradford.matrix
    let before = coneResponse * [source.x, source.y, source.z]
    let after = coneResponse * [destination.x, destination.y, destination.z]
    return coneResponse.inverse * Matrix3x3(diagonal: after / before) * coneResponse
  }
}
