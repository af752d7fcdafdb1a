/// Minimizes a sum of squares by damped Gauss-Newton steps.
///
/// - Parameters:
///   - start: The parameters to start from, of the order of 1.
///   - residuals: Returns the numbers whose sum of squares is minimized, at given parameters.
/// - Returns: Parameters with a sum no larger than at `start`.
///
/// Source: Levenberg 1944, doi:10.1090/qam/10666; Marquardt 1963, doi:10.1137/0111030.
package func leastSquares(from start: [Double], residuals: ([Double]) -> [Double]) -> [Double] {
  var parameters = start
  var values = residuals(parameters)
  var sum = product(values, values)
  var damping = 1e-3
  for _ in 0..<largestStepCount where sum > 0 {
    let slopes = parameters.indices.map { index -> [Double] in
      var moved = parameters
      moved[index] += differenceStep
      return zip(residuals(moved), values).map { ($0 - $1) / differenceStep }
    }
    let gradient = slopes.map { product($0, values) }
    var normal = BandedMatrix(count: slopes.count, bandwidth: slopes.count - 1)
    for row in slopes.indices {
      for column in 0...row { normal[row, column] = product(slopes[row], slopes[column]) }
    }
    var gain = 0.0
    while damping < largestDamping {
      var damped = normal
      for index in slopes.indices { damped[index, index] *= 1 + damping }
      if let step = damped.choleskyFactor()?.solution(gradient) {
        let moved = zip(parameters, step).map { $0 - $1 }
        let movedValues = residuals(moved)
        let movedSum = product(movedValues, movedValues)
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

/// The largest number of steps. A step that gains little ends the search before it.
private let largestStepCount = 60
private let largestDamping = 1e9
/// The relative decrease of the sum below which the search ends.
private let leastGain = 1e-9
/// The step for differences, for parameters of the order of 1: a few times the square root of a double's precision, so
/// that rounding does not dominate.
private let differenceStep = 1e-7

private func product(_ left: [Double], _ right: [Double]) -> Double {
  zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
}
