public import Colorimetry

/// A camera that stands in for one whose gains are known only for some lights.
public enum TypicalCamera {
  /// The matrix from CIE XYZ to linear RGB: the mean of the matrices of 26 cameras, each balanced for D50.
  ///
  /// Source: the sensitivities of rawtoaces-data (Academy Software Foundation, Apache-2.0). The matrix of each camera
  /// is exact under D50 for reflectances that are polynomials of degree 2 in wavelength. The standard
  /// deviation of the cameras is 0.25 in the first row and 0.08 in the others.
  public static let matrix = Matrix3x3(
    rows: [1.494, -0.312, -0.155], [-0.513, 1.297, 0.240], [-0.263, 0.468, 0.952])
}
