/// A 3 x 3 matrix, for linear maps between tristimulus values and device responses.
public struct Matrix3x3: Hashable, Sendable {
  private var row0, row1, row2: SIMD3<Double>

  /// Creates a matrix from its rows, from the top.
  public init(rows row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
  }

  /// Creates a matrix from its nine entries, row by row, as they are printed.
  public init(
    _ m00: Double, _ m01: Double, _ m02: Double,
    _ m10: Double, _ m11: Double, _ m12: Double,
    _ m20: Double, _ m21: Double, _ m22: Double
  ) {
    self.init(rows: [m00, m01, m02], [m10, m11, m12], [m20, m21, m22])
  }

  /// Creates a matrix from its columns, from the left.
  public init(columns column0: SIMD3<Double>, _ column1: SIMD3<Double>, _ column2: SIMD3<Double>) {
    self = Matrix3x3(rows: column0, column1, column2).transposed
  }

  /// Creates a diagonal matrix.
  public init(diagonal: SIMD3<Double>) {
    self.init(rows: [diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z])
  }

  /// Creates the outer product of a vector with itself.
  package init(outerProductOf vector: SIMD3<Double>) {
    self.init(rows: vector.x * vector, vector.y * vector, vector.z * vector)
  }

  /// The identity matrix.
  public static let identity = Matrix3x3(diagonal: [1, 1, 1])

  /// The entry in a row and a column.
  ///
  /// - Precondition: Both are 0 to 2.
  public subscript(row: Int, column: Int) -> Double {
    switch row {
    case 0: row0[column]
    case 1: row1[column]
    case 2: row2[column]
    default: preconditionFailure("row \(row) is outside 0..<3")
    }
  }

  /// The nine entries, row by row.
  public var entries: [Double] { [row0, row1, row2].flatMap { [$0.x, $0.y, $0.z] } }

  /// Whether all entries are finite.
  package var isFinite: Bool { entries.allSatisfy(\.isFinite) }

  /// The transposed matrix.
  package var transposed: Matrix3x3 {
    Matrix3x3(
      rows: [row0.x, row1.x, row2.x], [row0.y, row1.y, row2.y], [row0.z, row1.z, row2.z])
  }

  /// The determinant.
  package var determinant: Double { (row0 * cross(row1, row2)).sum() }

  /// Whether the matrix is finite and has an inverse. Rounding makes the determinant of a singular matrix almost 0
  /// rather than 0.
  package var isInvertible: Bool {
    let volume = [row0, row1, row2].reduce(1.0) { $0 * ($1 * $1).sum().squareRoot() }
    return isFinite && abs(determinant) > Self.rounding * volume && inverse.isFinite
  }

  /// The share of the largest possible determinant that counts as rounding. That of the product of three lengths is
  /// 1e-15.
  private static let rounding = 1e-12

  /// The inverse. Its entries are not finite where the matrix is singular.
  public var inverse: Matrix3x3 {
    let cofactors = Matrix3x3(columns: cross(row1, row2), cross(row2, row0), cross(row0, row1))
    return cofactors * (1 / determinant)
  }

  /// Returns the product of a matrix and a column vector.
  public static func * (matrix: Matrix3x3, vector: SIMD3<Double>) -> SIMD3<Double> {
    [(matrix.row0 * vector).sum(), (matrix.row1 * vector).sum(), (matrix.row2 * vector).sum()]
  }

  /// Returns the product of two matrices.
  public static func * (left: Matrix3x3, right: Matrix3x3) -> Matrix3x3 {
    let columns = right.transposed
    return Matrix3x3(columns: left * columns.row0, left * columns.row1, left * columns.row2)
  }

  /// Returns the matrix with every entry multiplied by `scale`.
  package static func * (matrix: Matrix3x3, scale: Double) -> Matrix3x3 {
    Matrix3x3(rows: matrix.row0 * scale, matrix.row1 * scale, matrix.row2 * scale)
  }

  /// Returns the sum of two matrices.
  package static func + (left: Matrix3x3, right: Matrix3x3) -> Matrix3x3 {
    Matrix3x3(rows: left.row0 + right.row0, left.row1 + right.row1, left.row2 + right.row2)
  }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
}
