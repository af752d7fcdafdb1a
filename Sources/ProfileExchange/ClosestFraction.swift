/// A fraction of two 32-bit integers, as TIFF stores numbers.
struct ClosestFraction {
  let numerator, denominator: Int32

  /// Creates the fraction in lowest terms that equals `value`, if there is one. Otherwise it is the last convergent of
  /// the value's continued fraction that fits, with an error below 2⁻³¹ / denominator, at most 5e-10.
  ///
  /// A number that a file had as a fraction becomes that fraction again, so it reads back to the same bits.
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
