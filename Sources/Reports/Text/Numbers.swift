import Foundation
package import GrayCard

// These functions format numbers as text for people. The output of --json has all digits.

/// Returns a number with this many decimals, or words for a value without digits. A rounded zero has no minus sign. A
/// number so large that it has no decimals has an exponent.
package func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "unknown" : "infinite" }
  return withoutMinusZero(String(format: value.magnitude < 0x1p53 ? "%.\(decimals)f" : "%g", value))
}

/// Returns a number of at least 0 to two digits, without an exponent where it is large.
func twoDigits(_ value: Double) -> String {
  let text = String(format: "%.2g", value)
  return value < 100 ? text : fixed(Double(text) ?? value, 0)
}

/// Returns a number with this many decimals and its sign. Zero has no sign.
package func fixedWithSign(_ value: Double, _ decimals: Int) -> String {
  withPlus(fixed(value, decimals))
}

/// Returns a value and its standard error, both to the second digit of the error, or five digits of a value without an
/// error.
package func measured(_ value: Double, _ error: Double?) -> String {
  guard let error, error > 0, error.isFinite else { return withoutMinusZero(String(format: "%.5g", value)) }
  let decimals = max(0, 1 - Int(log10(error).rounded(.down)))
  return "\(fixed(value, decimals)) ± \(fixed(error, decimals))"
}

/// Returns a value with its sign and its standard error, as `measured(_:_:)` does. Zero has no sign.
package func measuredWithSign(_ value: Double, _ error: Double?) -> String { withPlus(measured(value, error)) }

/// Returns a number with at most this many significant digits, without trailing zeros.
package func significant(_ value: Double, _ digits: Int = 5) -> String { String(format: "%.\(digits)g", value) }

/// Returns the numbers of the three channels, such as gains, as text.
package func channels(_ values: Report.RGB) -> String {
  "red \(fixed(values.red, 4))   green \(fixed(values.green, 4))   blue \(fixed(values.blue, 4))"
}

/// Returns one level where all channels share it, otherwise all four.
package func level(_ levels: [Double]) -> String {
  let texts = (Set(levels).count == 1 ? Array(levels.prefix(1)) : levels).map { String(format: "%g", $0) }
  return texts.joined(separator: " ")
}

/// Returns lines that each have a label and its value.
package func labelled(_ lines: [(label: String, value: String)]) -> String {
  lines.map { $0.label.padding(toLength: 13, withPad: " ", startingAt: 0) + $0.value }.joined(separator: "\n")
}

/// Returns the text with a plus sign, unless the number is negative or zero.
///
/// - Parameter text: A number, which may be followed by a blank and its error.
private func withPlus(_ text: String) -> String {
  text.hasPrefix("-") || !text.prefix { $0 != " " }.contains { "123456789".contains($0) } ? text : "+" + text
}

private func withoutMinusZero(_ text: String) -> String {
  text.hasPrefix("-") && text.dropFirst().allSatisfy { "0.".contains($0) } ? String(text.dropFirst()) : text
}

extension Duration {
  /// The number of seconds, rounded to a billionth, because smaller digits are due to rounding.
  package var inSeconds: Double { Double(components.seconds) + (Double(components.attoseconds) / 1e9).rounded() / 1e9 }
}
