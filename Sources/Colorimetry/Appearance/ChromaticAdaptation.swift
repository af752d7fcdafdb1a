/// A chromatic adaptation transform: it predicts how colours under one light look under another to an adapted eye.
///
/// Each transform maps XYZ to cone-like responses by a matrix M, and scales each response by the ratio of the two
/// whites' responses (von Kries 1902):
///
///     M⁻¹ · diag(M · white₂ / M · white₁) · M
public enum ChromaticAdaptation: String, CaseIterable, Hashable, Sendable {
  /// The Bradford transform. Source: Lam 1985, after Bradford's data; as in ICC.1:2022, annex E.
  case bradford
  /// The transform of CIECAM02. Source: CIE 159:2004.
  case cat02
  /// The transform of CAM16. Source: Li et al. 2017, "Comprehensive color solutions: CAM16, CAT16, and CAM16-UCS",
  /// doi:10.1002/col.22131.
  case cat16
  /// Von Kries's rule on the cones of Hunt, Pointer and Estévez, normalized to equal energy.
  ///
  /// Source: Hunt and Pointer 1985, "A colour-appearance transform for the CIE 1931 standard colorimetric observer",
  /// doi:10.1002/col.5080100306.
  case huntPointerEstevez

  /// The matrix M from XYZ to the responses.
  public var matrix: Matrix3x3 {
    switch self {
    case .bradford:
      Matrix3x3(rows: [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
    case .cat02:
      Matrix3x3(rows: [0.7328, 0.4296, -0.1624], [-0.7036, 1.6975, 0.0061], [0.0030, 0.0136, 0.9834])
    case .cat16:
      Matrix3x3(
        rows: [0.401288, 0.650173, -0.051461], [-0.250268, 1.204414, 0.045854], [-0.002079, 0.048952, 0.953127])
    case .huntPointerEstevez:
      Matrix3x3(rows: [0.38971, 0.68898, -0.07868], [-0.22981, 1.18340, 0.04641], [0, 0, 1])
    }
  }

  /// Returns the matrix from XYZ under `white` to XYZ under `newWhite`, for an eye that adapts fully. The luminances of
  /// the whites do not matter.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)`` for a white that no light has, and
  ///   ``ColorimetryError/whiteTooSaturated(_:)`` for one to which a response is not above 0, as
  ///   Bradford's blue response to 2500 K with a Duv of 0.019.
  public func matrix(
    from white: Chromaticity, to newWhite: Chromaticity
  ) throws(ColorimetryError) -> Matrix3x3 {
    let ratio = try responses(to: newWhite) / responses(to: white)
    return matrix.inverse * Matrix3x3(diagonal: ratio) * matrix
  }

  private func responses(to white: Chromaticity) throws(ColorimetryError) -> SIMD3<Double> {
    guard white.isReal else { throw .notReal(white) }
    let responses = matrix * TristimulusValues(white).vector
    guard responses.min() > 0 else { throw .whiteTooSaturated(white) }
    return responses
  }
}

extension TristimulusValues {
  /// Returns the values under `newWhite` of a surface that has these values under `white`.
  ///
  /// - Parameters:
  ///   - white: The white of the present light.
  ///   - newWhite: The white of the other light.
  ///   - adaptation: The transform.
  /// - Throws: The errors of ``ChromaticAdaptation/matrix(from:to:)``.
  public func adapted(
    from white: Chromaticity, to newWhite: Chromaticity, by adaptation: ChromaticAdaptation = .bradford
  ) throws(ColorimetryError) -> TristimulusValues {
    TristimulusValues(try adaptation.matrix(from: white, to: newWhite) * vector)
  }
}
