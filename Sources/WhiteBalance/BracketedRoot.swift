internal import RealModule

/// A root of `function` in `bracket`, to the last bits, where the function is at least 0 at the lower end and at most 0
/// at the upper one. Where the function jumps over 0, the place of the jump.
///
/// The ITP method: never more than one step behind bisection, and as fast as the secant method on a smooth function.
/// Source: Oliveira and Takahashi 2020, "An enhancement of the bisection method average performance preserving minmax
/// optimality", doi:10.1145/3423597, with the constants that it recommends.
func bracketedRoot<Failure: Error>(
  in bracket: ClosedRange<Double>, of function: (Double) throws(Failure) -> Double
) throws(Failure) -> Double {
  var (low, high) = (bracket.lowerBound, bracket.upperBound)
  // One end after the other: where the root is the lower end, the function need not be defined at the upper one.
  var atLow = try function(low)
  if atLow <= 0 { return low }
  var atHigh = try function(high)
  if atHigh >= 0 { return high }
  let precision = max(abs(low), abs(high)).ulp
  let truncation = 0.2 / (high - low)
  // Half the width that bisection would have reached; a step may not leave the bracket wider than this.
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
