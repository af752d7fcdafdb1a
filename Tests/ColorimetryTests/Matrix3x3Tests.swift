import Colorimetry
import TestSupport
import Testing

@Suite struct Matrix3x3Tests {
  static let example = Matrix3x3(rows: [2, -1, 0], [1, 3, 5], [-4, 0, 7])

  private func matrix(_ draws: inout Draws) -> Matrix3x3 {
    func row() -> SIMD3<Double> {
      SIMD3(draws.number(in: -1...1), draws.number(in: -1...1), draws.number(in: -1...1))
    }
    // A diagonal greater than the other entries together keeps the matrix far from singular.
    return Matrix3x3(rows: row(), row(), row()) + Matrix3x3(diagonal: [4, 4, 4])
  }

  private func distance(_ one: Matrix3x3, _ other: Matrix3x3) -> Double {
    zip(one.entries, other.entries).map { abs($0 - $1) }.largest() ?? .infinity
  }

  @Test func `rows, columns, entries and subscripts say the same matrix`() {
    let matrix = Self.example
    #expect(matrix.entries == [2, -1, 0, 1, 3, 5, -4, 0, 7])
    #expect(matrix == Matrix3x3(columns: [2, 1, -4], [-1, 3, 0], [0, 5, 7]))
    #expect((0..<3).flatMap { row in (0..<3).map { matrix[row, $0] } } == matrix.entries)
    #expect(matrix.transposed.entries == [2, 1, -4, -1, 3, 0, 0, 5, 7])
  }

  @Test func `determinant and product of whole numbers are exact`() {
    #expect(Self.example.determinant == 69)
    #expect(Self.example * SIMD3(1, 2, 3) == SIMD3(0, 22, 17))
    #expect((Self.example * Self.example).entries == [3, -5, -5, -15, 8, 50, -36, 4, 49])
    #expect((Self.example * 2).entries == Self.example.entries.map { 2 * $0 })
    #expect(Self.example * Matrix3x3.identity == Self.example)
  }

  @Test func `a matrix times its inverse is the identity, on either side`() {
    expectLaw(within: .matrixInverse, draw: matrix) { matrix in
      largest(distance(matrix * matrix.inverse, .identity), distance(matrix.inverse * matrix, .identity))
    }
  }

  @Test func `a product maps a vector as its factors do in turn`() {
    expectLaw(within: .matrixInverse) { draws in
      (matrix(&draws), matrix(&draws), SIMD3(draws.number(in: -1...1), draws.number(in: -1...1), 1))
    } law: { one, other, vector in
      let difference = (one * other) * vector - one * (other * vector)
      return largest(abs(difference.x), abs(difference.y), abs(difference.z))
    }
  }

  @Test func `a determinant of a product is the product of determinants`() {
    expectLaw(within: .matrixInverse) { draws in
      (matrix(&draws), matrix(&draws))
    } law: { (one: Matrix3x3, other: Matrix3x3) -> Double? in
      let product: Matrix3x3 = one * other
      return abs(product.determinant / (one.determinant * other.determinant) - 1)
    }
  }

  @Test func `a singular matrix has an inverse that is not finite`() {
    let singular = Matrix3x3(rows: [1, 2, 3], [2, 4, 6], [0, 1, 1])
    #expect(singular.determinant == 0)
    #expect(!singular.inverse.isFinite)
    #expect(!Matrix3x3(diagonal: [1, .nan, 1]).isFinite)
    #expect(!Matrix3x3(diagonal: [1, .infinity, 1]).isFinite)
  }
}
