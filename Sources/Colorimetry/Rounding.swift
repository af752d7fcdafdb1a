extension Double {
  /// For messages: to so many decimals, never minus zero. Divided once, so that its description ends with the last of them.
  package func rounded(decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in 10 * scale }
    let rounded = (self * scale).rounded() / scale
    return rounded.isFinite ? rounded + 0 : self
  }

  /// For messages: to so many significant digits. What is not finite, or far from 1, stays as it is.
  package func rounded(digits: Int) -> Double {
    guard (1e-9...1e9).contains(magnitude) else { return self }
    var (leading, decimals) = (magnitude, digits - 1)
    while leading >= 10 { (leading, decimals) = (leading / 10, decimals - 1) }
    while leading < 1 { (leading, decimals) = (leading * 10, decimals + 1) }
    return rounded(decimals: Swift.max(decimals, 0))
  }
}
