internal import Colorimetry

/// How ICC profiles carry a colour seen under one light over to another.
enum ChromaticAdaptation {
  /// The matrix that takes XYZ under a light of white `source` to XYZ under one of white `destination`: the linear
  /// Bradford transform. Source: ICC.1:2022, annex E.
  static func bradford(from source: TristimulusValues, to destination: TristimulusValues) -> Matrix3x3 {
    let before = coneResponse * [source.x, source.y, source.z]
    let after = coneResponse * [destination.x, destination.y, destination.z]
    return coneResponse.inverse * Matrix3x3(diagonal: after / before) * coneResponse
  }

  private static let coneResponse = Matrix3x3(
    rows: [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])

  /// The white of the profile connection space. Source: ICC.1:2022, 7.2.16.
  static let connectionWhite = TristimulusValues(x: 0.9642, y: 1, z: 0.8249)
}
