/// A weighted linear least-squares problem with up to eight unknowns, as its normal equations.
package struct NormalEquations {
  /// The rows of the symmetric matrix. Entries beyond the last unknown mean nothing.
  private var rows: [SIMD8<Double>]
  private var right: [Double]
  private let size: Int

  /// Creates a problem without observations.
  ///
  /// - Parameter size: The number of unknowns, 1 to 8.
  package init(size: Int) {
    self.size = size
    rows = Array(repeating: .zero, count: size)
    right = Array(repeating: 0, count: size)
  }

  /// Creates the problem of a parabola, whose terms are 1, x and x².
  ///
  /// - Parameter sums: The weighted sums of 1, x, x², x³ and x⁴ over all observations, and the weighted sums of their
  ///   values times 1, x and x².
  package init(parabola sums: SIMD8<Double>) {
    size = 3
    rows = (0..<3).map { SIMD8(sums[$0], sums[$0 + 1], sums[$0 + 2], 0, 0, 0, 0, 0) }
    right = [sums[5], sums[6], sums[7]]
  }

  /// Adds the observation that the sum of unknowns times `terms` is `value`. Terms beyond the last unknown are ignored.
  package mutating func add(_ terms: SIMD8<Double>, value: Double, weight: Double) {
    for i in 0..<size {
      let weighted = weight * terms[i]
      rows[i] += weighted * terms
      right[i] += weighted * value
    }
  }

  /// Returns the unknowns, or `nil` where the observations do not determine them.
  package func solution() -> [Double]? {
    var matrix = BandedMatrix(count: size, bandwidth: size - 1)
    for i in 0..<size {
      for j in 0...i { matrix[i, j] = rows[i][j] }
    }
    return matrix.choleskyFactor(leastPivot: BandedMatrix.rounding)?.solution(right)
  }

  /// Returns the amount by which the least sum of squared errors falls below that of all unknowns at 0, or `nil` where
  /// the observations do not determine the unknowns.
  package func explainedSquares() -> Double? {
    solution().map { zip($0, right).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// Returns the non-negative unknowns with the least squared error (problem NNLS of Lawson and Hanson 1974). It is
  /// `nil` where no choice is better than all 0, or the observations determine none.
  ///
  /// It tries every choice of unknowns above 0, of which three unknowns have seven, unless the least error of all has
  /// them above 0.
  package func nonNegativeSolution() -> [Double]? {
    if let unknowns = solution(), unknowns.allSatisfy({ $0 > 0 }) { return unknowns }
    var best: (unknowns: [Double], gain: Double)?
    for choice in 1..<(1 << size) {
      let chosen = (0..<size).filter { choice >> $0 & 1 == 1 }
      var part = NormalEquations(size: chosen.count)
      for (i, row) in chosen.enumerated() {
        for (j, column) in chosen[...i].enumerated() { part.rows[i][j] = rows[row][column] }
        part.right[i] = right[row]
      }
      guard let solution = part.solution(), solution.allSatisfy({ $0 >= 0 }) else { continue }
      // The gain is the amount by which the sum of squared errors falls below that of all unknowns at 0.
      let gain = zip(solution, part.right).reduce(0) { $0 + $1.0 * $1.1 }
      guard gain > best?.gain ?? 0 else { continue }
      var unknowns = Array(repeating: 0.0, count: size)
      for (place, value) in zip(chosen, solution) { unknowns[place] = value }
      best = (unknowns, gain)
    }
    return best?.unknowns
  }
}
