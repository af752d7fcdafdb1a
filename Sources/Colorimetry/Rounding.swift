extension Double {
  /// Returns the number rounded to this many decimals for messages, never minus zero. It divides only once, so that the
  /// description ends with the last decimal.
  package func rounded(decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in 10 * scale }
    let rounded = (self * scale).rounded() / scale
    return rounded.isFinite ? rounded + 0 : self
  }

  /// Returns the number rounded to this many significant digits for messages. Numbers that are not finite or far from 1
  /// stay as they are.
  package func rounded(digits: Int) -> Double {
    guard (1e-9...1e9).contains(magnitude) else { return self }
    var (leading, decimals) = (magnitude, digits - 1)
    while leading >= 10 { (leading, decimals) = (leading / 10, decimals - 1) }
    while leading < 1 { (leading, decimals) = (leading * 10, decimals + 1) }
    return rounded(decimals: Swift.max(decimals, 0))
  }
}
