/// A share for a person: to a tenth of a percent at the least, two digits after the first that is not zero.
func percent(_ share: Double) -> String {
  let value = share * 100
  guard value.isFinite else { return "\(value) %" }
  var scale = 10.0
  while abs(value) * scale < 10, scale < 1e6, value != 0 { scale *= 10 }
  return "\((value * scale).rounded() / scale) %"
}
