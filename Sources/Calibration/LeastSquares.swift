/// Minimizes a sum of squares by damped Gauss-Newton steps.
///
/// Source: Levenberg 1944, doi:10.1090/qam/10666; Marquardt 1963, doi:10.1137/0111030.
///
/// - Parameters:
///   - start: The parameters to start from, of the order of 1.
///   - residuals: Returns the numbers whose sum of squares is minimized, at given parameters.
/// - Returns: Parameters with a sum no larger than at `start`.
func leastSquares(from start: [Double], residuals: ([Double]) -> [Double]) -> [Double] {
  var parameters = start
  var values = residuals(parameters)
  var sum = squares(values)
  var damping = 1e-3
  for _ in 0..<largestStepCount where sum > 0 {
    let slopes = parameters.indices.map { index -> [Double] in
      var moved = parameters
      moved[index] += differenceStep
      return zip(residuals(moved), values).map { ($0 - $1) / differenceStep }
    }
    let gradient = slopes.map { zip($0, values).reduce(0) { $0 + $1.0 * $1.1 } }
    let normal = slopes.map { row in slopes.map { zip(row, $0).reduce(0) { $0 + $1.0 * $1.1 } } }
    var gain = 0.0
    while damping < largestDamping {
      var damped = normal
      for index in damped.indices { damped[index][index] *= 1 + damping }
      if let step = solve(damped, gradient) {
        let moved = zip(parameters, step).map { $0 - $1 }
        let movedValues = residuals(moved)
        let movedSum = squares(movedValues)
        if movedSum < sum {
          gain = (sum - movedSum) / sum
          (parameters, values, sum) = (moved, movedValues, movedSum)
          damping /= 10
          break
        }
      }
      damping *= 10
    }
    guard gain > leastGain else { break }
  }
  return parameters
}

private let largestStepCount = 60
private let largestDamping = 1e9
/// The relative decrease of the sum below which the search ends.
private let leastGain = 1e-9
/// The step for differences, for parameters of the order of 1: the square root of a double's precision.
private let differenceStep = 1e-7

private func squares(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }

/// Returns the solution of a system of linear equations, by Gauss-Jordan elimination with partial pivoting, or `nil`
/// where it is singular.
func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
  var rows = zip(matrix, right).map { $0 + [$1] }
  let count = rows.count
  for column in 0..<count {
    guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
      abs(rows[pivot][column]) > 0
    else { return nil }
    rows.swapAt(column, pivot)
    for row in 0..<count where row != column {
      let factor = rows[row][column] / rows[column][column]
      guard factor != 0 else { continue }
      for index in column...count { rows[row][index] -= factor * rows[column][index] }
    }
  }
  let solution = (0..<count).map { rows[$0][count] / rows[$0][$0] }
  return solution.allSatisfy(\.isFinite) ? solution : nil
}
