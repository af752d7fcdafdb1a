import NumericalMethods
import TestSupport
import Testing

@Suite struct BandedMatrixTests {
  @Test func `a solution times the matrix is the right side`() throws {
    var generator = SeededGenerator(seed: 3)
    for (count, bandwidth) in [(1, 0), (5, 0), (7, 2), (12, 11), (40, 5)] {
      var matrix = BandedMatrix(count: count, bandwidth: bandwidth)
      for row in 0..<count {
        for column in max(0, row - bandwidth)..<row { matrix[row, column] = .random(in: -1...1, using: &generator) }
        matrix[row, row] = Double(2 * bandwidth + 1)
      }
      let right = (0..<count).map { _ in Double.random(in: -1...1, using: &generator) }
      let x = try #require(matrix.choleskyFactor()).solution(right)
      for row in 0..<count {
        var sum = 0.0
        for column in max(0, row - bandwidth)...min(count - 1, row + bandwidth) {
          sum += (column <= row ? matrix[row, column] : matrix[column, row]) * x[column]
        }
        #expect(Tolerance.bandedSolution.allows(abs(sum - right[row])))
      }
    }
  }

  @Test func `a matrix that is not positive definite has no factor`() {
    var matrix = BandedMatrix(count: 2, bandwidth: 1)
    matrix[0, 0] = 1
    matrix[1, 0] = 2
    matrix[1, 1] = 4
    #expect(matrix.choleskyFactor() == nil)
  }

  @Test func `a matrix that is singular but for rounding is refused on request`() {
    var matrix = BandedMatrix(count: 2, bandwidth: 1)
    matrix[0, 0] = 1
    matrix[1, 0] = 2
    matrix[1, 1] = 4 + 1e-12
    #expect(matrix.choleskyFactor() != nil)
    #expect(matrix.choleskyFactor(leastPivot: BandedMatrix.rounding) == nil)
  }
}
