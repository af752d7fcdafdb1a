/// A fraction of two 32-bit integers, as TIFF stores numbers.
struct ClosestFraction {
  let numerator, denominator: Int32

  /// Creates a convergent of the value's continued fraction: the first whose quotient has the same bits, or else the
  /// last that fits, which is off by at most 5e-10 of the larger of the value and 1.
  ///
  /// A number that a file had as a fraction of integers below 2²⁵ becomes that fraction again, in lowest terms. Larger
  /// integers may become others, because the continued fraction is computed in double precision.
  ///
  /// - Parameter value: A number below 2³¹ in magnitude.
  init(_ value: Double) {
    var (before, last) = ((numerator: 0.0, denominator: 1.0), (numerator: 1.0, denominator: 0.0))
    var rest = abs(value)
    let limit = Double(Int32.max)
    while true {
      let whole = rest.rounded(.down)
      let next = (
        numerator: whole * last.numerator + before.numerator, denominator: whole * last.denominator + before.denominator
      )
      guard next.numerator <= limit, next.denominator <= limit else { break }
      (before, last) = (last, next)
      guard rest > whole, last.numerator / last.denominator != abs(value) else { break }
      rest = 1 / (rest - whole)
    }
    numerator = Int32(value < 0 ? -last.numerator : last.numerator)
    denominator = Int32(last.denominator)
  }
}
