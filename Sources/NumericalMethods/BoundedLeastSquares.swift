/// A linear least-squares problem in which no given difference of two unknowns, upper minus lower, may be below a
/// bound.
///
/// It minimizes xᵀ A x - 2 xᵀ right, where no given difference of x is below the bound, by the alternating direction
/// method of multipliers.
///
/// Source: Boyd et al. 2011, doi:10.1561/2200000016, section 5.
package struct BoundedLeastSquares {
  /// The difference between the unknowns at `upper` and `lower`, each 0 where the index is `nil`.
  package struct Difference {
    package let lower, upper: Int?

    package init(lower: Int?, upper: Int?) { (self.lower, self.upper) = (lower, upper) }

    /// Returns the difference of given unknowns.
    package func value(of unknowns: [Double]) -> Double {
      (upper.map { unknowns[$0] } ?? 0) - (lower.map { unknowns[$0] } ?? 0)
    }

    /// Adds `share` times the difference to the terms that are linear in the unknowns.
    package func add(_ share: Double, to right: inout [Double]) {
      if let upper { right[upper] += share }
      if let lower { right[lower] -= share }
    }

    /// Adds `share` times the square of the difference.
    package func add(_ share: Double, to matrix: inout BandedMatrix) {
      if let upper { matrix[upper, upper] += share }
      if let lower { matrix[lower, lower] += share }
      if let upper, let lower { matrix[upper, lower] -= share }
    }
  }

  /// The matrix A. Its band holds the rows and columns of every difference, `upper` after `lower`.
  package var matrix: BandedMatrix
  package var right: [Double]
  package let differences: [Difference]
  /// The least allowed difference. It is below 0, so multiplying the unknowns by a small enough factor always satisfies
  /// it.
  package let bound: Double

  package init(matrix: BandedMatrix, right: [Double], differences: [Difference], bound: Double) {
    (self.matrix, self.right, self.differences, self.bound) = (matrix, right, differences, bound)
  }

  /// The largest amount, in the unit of the differences, by which they may still be below the bound when the steps end.
  /// Scaling the unknowns removes the rest.
  private static let precision = 0.01
  /// The largest number of steps. Where it ends the search, the unknowns are scaled down by more.
  private static let largestStepCount = 400
  /// The penalty parameter of the method of multipliers, as a share of the mean diagonal entry.
  ///
  /// It decides only how many steps are needed. With a smaller one, the differences approach the bound slowly. With a
  /// larger one, the unknowns approach the least sum of squares slowly. Boyd et al. give the method and no value.
  private static let stiffness = 0.3

  /// Returns the unknowns, or `nil` where the matrix is not positive definite.
  package func solution() -> [Double]? {
    guard let unbounded = matrix.choleskyFactor()?.solution(right) else { return nil }
    guard let least = values(of: unbounded).min(), least < bound else { return unbounded }
    let stiffness = Self.stiffness * matrix.trace / Double(matrix.count)
    var augmented = matrix
    for difference in differences { difference.add(stiffness, to: &augmented) }
    let factor = augmented.choleskyFactor()
    var unknowns = unbounded
    // `bounded` holds the differences that keep the bound, and `excess` the scaled dual variables.
    var bounded = values(of: unknowns).map { max($0, bound) }
    var excess = Array(repeating: 0.0, count: differences.count)
    for _ in 0..<Self.largestStepCount {
      // The x-update: unknowns whose differences are near the bounded ones.
      var target = right
      for (index, difference) in differences.enumerated() {
        difference.add(stiffness * (bounded[index] - excess[index]), to: &target)
      }
      unknowns = factor?.solution(target) ?? unknowns
      let found = values(of: unknowns)
      // The z-update: the differences, clamped to the bound. The dual update then adds what is left.
      bounded = zip(found, excess).map { max($0 + $1, bound) }
      for index in differences.indices { excess[index] += found[index] - bounded[index] }
      if zip(found, bounded).allSatisfy({ $1 - $0 < Self.precision }) { break }
    }
    let leastFound = values(of: unknowns).min() ?? 0
    return leastFound < bound ? unknowns.map { $0 * bound / leastFound } : unknowns
  }

  private func values(of unknowns: [Double]) -> [Double] { differences.map { $0.value(of: unknowns) } }
}
