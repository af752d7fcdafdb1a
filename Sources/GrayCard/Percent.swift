extension Double {
  /// A share in percent, to a tenth at the least and without Foundation: two digits after the first that is not zero.
  var percent: String {
    let value = self * 100
    guard value.isFinite else { return "\(value) %" }
    var scale = 10.0
    while abs(value) * scale < 10, scale < 1e6, value != 0 { scale *= 10 }
    return "\((value * scale).rounded() / scale) %"
  }

  /// Without the fraction that a count has not.
  var whole: String { Int(exactly: self).map(String.init) ?? "\(self)" }

  var tenths: String { "\((self * 10).rounded() / 10)" }
}
