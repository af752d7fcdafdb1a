/// Minimizes a sum of squares by damped Gauss-Newton steps.
///
/// - Parameters:
///   - start: The parameters to start from, of the order of 1.
///   - residuals: Returns the numbers whose sum of squares is minimized, at given parameters.
///   - slopes: Returns the derivatives of all residuals by each of the parameters, at given parameters and their
///     residuals.
/// - Returns: Parameters with a sum no larger than at `start`.
///
/// Source: Levenberg 1944, doi:10.1090/qam/10666; Marquardt 1963, doi:10.1137/0111030.
package func leastSquares(
  from start: [Double], residuals: ([Double]) -> [Double], slopes: ([Double], [Double]) -> [[Double]]
) -> [Double] {
  var parameters = start
  var values = residuals(parameters)
  var sum = product(values, values)
  var damping = firstDamping
  for _ in 0..<largestStepCount where sum > 0 {
    let slopes = slopes(parameters, values)
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
          damping /= dampingFactor
          break
        }
      }
      damping *= dampingFactor
    }
    guard gain > leastGain else { break }
  }
  return parameters
}

/// The largest number of steps. A step that gains little ends the search before it.
private let largestStepCount = 60
/// The damping of the first step, as a share of the diagonal of the normal equations. The first steps are those of
/// Gauss and Newton where it is small, and short steps along the gradient where it is large. Later steps adapt it.
private let firstDamping = 1e-3
/// The factor by which the damping falls after a step that gains, and rises after one that does not. It is Marquardt's.
private let dampingFactor = 10.0
/// The damping from which the search ends. A step is then a billionth of one without damping, and gains nothing.
private let largestDamping = 1e9
/// The relative decrease of the sum below which the search ends.
private let leastGain = 1e-9

private func product(_ left: [Double], _ right: [Double]) -> Double {
  zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
}
