/// A weighted least-squares problem with up to eight unknowns.
struct LinearSystem {
  /// The normal equations: the lower triangle of a symmetric matrix, row by row, and the right-hand side.
  private var matrix: [Double]
  private var right: [Double]
  private let size: Int

  init(size: Int) {
    self.size = size
    matrix = Array(repeating: 0, count: size * size)
    right = Array(repeating: 0, count: size)
  }

  /// Adds the observation that the sum of unknowns times `terms` is `value`. Terms beyond the last unknown are ignored.
  mutating func add(_ terms: SIMD8<Double>, value: Double, weight: Double) {
    for i in 0..<size {
      let weighted = weight * terms[i]
      for j in 0...i { matrix[i * size + j] += weighted * terms[j] }
      right[i] += weighted * value
    }
  }

  /// Returns the unknowns, by Cholesky decomposition, or `nil` where the observations do not determine them.
  func solution() -> [Double]? {
    var lower = matrix
    var x = right
    for i in 0..<size {
      for j in 0...i {
        var sum = lower[i * size + j]
        for k in 0..<j { sum -= lower[i * size + k] * lower[j * size + k] }
        if i == j {
          guard sum > Self.leastPivot * matrix[i * size + i] else { return nil }
          lower[i * size + i] = sum.squareRoot()
        } else {
          lower[i * size + j] = sum / lower[j * size + j]
        }
      }
    }
    for i in 0..<size {
      for k in 0..<i { x[i] -= lower[i * size + k] * x[k] }
      x[i] /= lower[i * size + i]
    }
    for i in (0..<size).reversed() {
      for k in i + 1..<size { x[i] -= lower[k * size + i] * x[k] }
      x[i] /= lower[i * size + i]
    }
    return x
  }

  /// The least pivot, as a share of the diagonal. A smaller pivot is only rounding error.
  private static let leastPivot = 1e-12

  /// Returns the unknowns, none negative, that leave the least error (problem NNLS of Lawson and Hanson 1974).
  ///
  /// It tries every choice of unknowns above 0; for three unknowns there are seven.
  func nonNegativeSolution() -> [Double]? {
    var best: (unknowns: [Double], gain: Double)?
    for choice in 1..<(1 << size) {
      let chosen = (0..<size).filter { choice >> $0 & 1 == 1 }
      var part = LinearSystem(size: chosen.count)
      for (i, row) in chosen.enumerated() {
        for (j, column) in chosen[...i].enumerated() { part.matrix[i * chosen.count + j] = matrix[row * size + column] }
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
