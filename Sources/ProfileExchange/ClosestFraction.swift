/// A fraction of two 32-bit integers, as TIFF holds numbers.
struct ClosestFraction {
  let numerator, denominator: Int32

  /// The fraction in lowest terms that is `value`, where there is one; else the last of its continued fraction that fits,
  /// which is off by less than 2⁻³¹ / denominator, at most 5e-10.
  ///
  /// What a file had as a fraction is written as that fraction again, so it reads back to the same bits.
  ///
  /// - Parameter value: below 2³¹ in magnitude.
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
