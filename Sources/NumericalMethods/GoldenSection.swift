/// Returns the argument at which `function` is least in `bracket`, and its value there, by golden section search.
///
/// `function` must have a single minimum in `bracket` and be finite in its middle; it may be infinite towards the ends.
/// The result is a point at which it was evaluated.
///
/// A minimum can be located to the square root of the precision of the values. The search narrows the bracket by 4e-9,
/// which is beyond that.
///
/// Source: Kiefer 1953, "Sequential minimax search for a maximum", doi:10.1090/S0002-9939-1953-0055639-3.
package func minimum(in bracket: ClosedRange<Double>, of function: (Double) -> Double) -> (
  argument: Double, value: Double
) {
  let ratio = (5.0.squareRoot() - 1) / 2
  var (low, high) = (bracket.lowerBound, bracket.upperBound)
  var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
  var (atLeft, atRight) = (function(left), function(right))
  for _ in 0..<goldenStepCount {
    if atLeft == .infinity, atRight == .infinity {
      // The places with a value lie between the two, about the middle.
      (low, high) = (left, right)
      (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
      (atLeft, atRight) = (function(left), function(right))
    } else if atLeft < atRight {
      (high, right, atRight) = (right, left, atLeft)
      left = high - ratio * (high - low)
      atLeft = function(left)
    } else {
      (low, left, atLeft) = (left, right, atRight)
      right = low + ratio * (high - low)
      atRight = function(right)
    }
  }
  return atLeft < atRight ? (left, atLeft) : (right, atRight)
}

/// The number of steps, each of which narrows the bracket by 0.618.
private let goldenStepCount = 40
