extension Double {
  /// The share in percent, with at least one decimal and two significant digits, without Foundation.
  var percent: String {
    let value = self * 100
    guard value.isFinite else { return "\(value) %" }
    var scale = 10.0
    while abs(value) * scale < 10, scale < 1e6, value != 0 { scale *= 10 }
    return "\((value * scale).rounded() / scale) %"
  }

  /// The number without a fraction where it is whole, as counts are.
  var whole: String { Int(exactly: self).map(String.init) ?? "\(self)" }

  var tenths: String { "\((self * 10).rounded() / 10)" }
}
