/// A symmetric matrix whose entries are 0 further than `bandwidth` from the diagonal. Its lower half is stored.
package struct BandedMatrix {
  package let count, bandwidth: Int
  /// The entries row by row, each row from `bandwidth` before the diagonal to the diagonal.
  private var entries: [Double]

  package init(count: Int, bandwidth: Int) {
    self.count = count
    self.bandwidth = bandwidth
    entries = Array(repeating: 0, count: count * (bandwidth + 1))
  }

  /// The entry in a row and a column.
  ///
  /// - Parameter column: A column from `row - bandwidth` to `row`.
  package subscript(row: Int, column: Int) -> Double {
    get { entries[row * (bandwidth + 1) + column - row + bandwidth] }
    set { entries[row * (bandwidth + 1) + column - row + bandwidth] = newValue }
  }

  /// The sum of the diagonal.
  package var trace: Double { (0..<count).reduce(0) { $0 + self[$1, $1] } }

  /// A pivot that is a smaller share of its diagonal entry is only rounding error.
  package static let rounding = 1e-12

  /// Returns the lower triangle L of the Cholesky decomposition L Lᵀ, which has the same band.
  ///
  /// - Parameter leastPivot: The least pivot, as a share of the diagonal entry that it comes from. With ``rounding``, a
  ///   matrix that is singular except for rounding errors is refused.
  /// - Returns: `nil` where the matrix is not positive definite.
  ///
  /// Source: Golub and Van Loan 2013, Matrix Computations, section 4.3.5.
  package func choleskyFactor(leastPivot: Double = 0) -> BandedMatrix? {
    var factor = self
    for row in 0..<count {
      let first = max(0, row - bandwidth)
      for column in first...row {
        var sum = factor[row, column]
        var shared = max(first, column - bandwidth)
        while shared < column {
          sum -= factor[row, shared] * factor[column, shared]
          shared += 1
        }
        if column < row {
          factor[row, column] = sum / factor[column, column]
        } else {
          guard sum > leastPivot * self[row, row] else { return nil }
          factor[row, row] = sum.squareRoot()
        }
      }
    }
    return factor
  }

  /// Returns the solution x of L Lᵀ x = right, where this matrix is L.
  package func solution(_ right: [Double]) -> [Double] {
    var x = right
    for row in 0..<count {
      var sum = x[row]
      for column in max(0, row - bandwidth)..<row { sum -= self[row, column] * x[column] }
      x[row] = sum / self[row, row]
    }
    for row in (0..<count).reversed() {
      x[row] /= self[row, row]
      for column in max(0, row - bandwidth)..<row { x[column] -= self[row, column] * x[row] }
    }
    return x
  }
}
