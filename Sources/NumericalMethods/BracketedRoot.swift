internal import RealModule

/// Finds a root of `function` in `bracket` by the ITP method, to the last bits of a `Double`.
///
/// ITP needs at most one step more than bisection, and on a smooth function it converges as fast as the secant method.
/// Where the function jumps over 0, the result is the argument of the jump.
///
/// - Parameters:
///   - bracket: The interval to search.
///   - function: A function that is at least 0 at the lower bound and at most 0 at the upper bound.
/// - Returns: The root. Where `function` is not above 0 at the lower bound, or not below 0 at the upper one, it is that
///   bound.
/// - Throws: The errors of `function`.
///
/// Source: Oliveira and Takahashi 2020, "An enhancement of the bisection method average performance preserving minmax
/// optimality", doi:10.1145/3423597, with the constants that it recommends.
package func bracketedRoot<Failure: Error>(
  in bracket: ClosedRange<Double>, of function: (Double) throws(Failure) -> Double
) throws(Failure) -> Double {
  var (low, high) = (bracket.lowerBound, bracket.upperBound)
  // The upper bound is asked last: where the root is the lower bound, the function need not be defined at the upper
  // one.
  var atLow = try function(low)
  if atLow <= 0 { return low }
  var atHigh = try function(high)
  if atHigh >= 0 { return high }
  let precision = max(abs(low), abs(high)).ulp
  let truncation = 0.2 / (high - low)
  // This is half the width that bisection would have reached. A step may not leave the bracket wider.
  var allowedHalfWidth = precision * Double.exp2(Double.log2((high - low) / (2 * precision)).rounded(.up) + 1)
  while high - low > 2 * precision {
    let middle = low + (high - low) / 2
    let secant = (atHigh * low - atLow * high) / (atHigh - atLow)
    let towardsMiddle = secant <= middle ? 1.0 : -1.0
    let shift = truncation * (high - low) * (high - low)
    let truncated = shift <= abs(middle - secant) ? secant + towardsMiddle * shift : middle
    let slack = max(allowedHalfWidth - (high - low) / 2, 0)
    let projected = abs(truncated - middle) <= slack ? truncated : middle - towardsMiddle * slack
    let point = projected > low && projected < high ? projected : middle
    let value = try function(point)
    if value == 0 { return point }
    if value > 0 { (low, atLow) = (point, value) } else { (high, atHigh) = (point, value) }
    allowedHalfWidth /= 2
  }
  return atLow < -atHigh ? low : high
}
