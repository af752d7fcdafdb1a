// Numbers as people read them in messages and diagrams, without Foundation.

extension Double {
  /// Returns the number rounded to this many decimals for messages, never minus zero. It divides only once, so that the
  /// description ends with the last decimal.
  package func rounded(decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in 10 * scale }
    let rounded = (self * scale).rounded() / scale
    return rounded.isFinite ? rounded + 0 : self
  }

  /// Returns the number rounded to this many significant digits for messages, and never more coarsely than to a whole
  /// number. Numbers that are not finite or far from 1 stay as they are.
  package func rounded(digits: Int) -> Double {
    guard (1e-9...1e9).contains(magnitude) else { return self }
    var (leading, decimals) = (magnitude, digits - 1)
    while leading >= 10 { (leading, decimals) = (leading / 10, decimals - 1) }
    while leading < 1 { (leading, decimals) = (leading * 10, decimals + 1) }
    return rounded(decimals: Swift.max(decimals, 0))
  }

  /// The share in percent, with at least one decimal and two significant digits.
  package var percent: String {
    let value = self * 100
    guard value.isFinite else { return "\(value) %" }
    var scale = 10.0
    while abs(value) * scale < 10, scale < 1e300, value != 0 { scale *= 10 }
    return "\((value * scale).rounded() / scale) %"
  }

  /// The number without a fraction where it is whole, as counts are.
  package var whole: String { Int(exactly: self).map(String.init) ?? "\(self)" }

  /// The number rounded to a tenth, or to one significant digit where a tenth would be 0.
  package var tenths: String {
    let rounded = rounded(decimals: 1)
    return "\(rounded == 0 && self != 0 ? self.rounded(digits: 1) : rounded)"
  }

  /// Returns the number with a fixed number of decimals, 0 to 9, and without an exponent, as all SVG readers understand
  /// it.
  ///
  /// Values beyond ±1e9 are clamped, and NaN becomes 0.
  package func fixed(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in 10 * scale }
    let largest = 1e9
    let bounded = isNaN ? 0 : Swift.min(Swift.max(self, -largest), largest)
    let digits = Int((bounded * Double(scale)).rounded())
    let sign = digits < 0 ? "-" : ""
    guard decimals > 0 else { return "\(digits)" }
    let fraction = String(digits.magnitude % UInt(scale))
    return "\(sign)\(digits.magnitude / UInt(scale))."
      + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
