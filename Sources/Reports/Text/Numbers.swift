package import Colorimetry
import Foundation
package import GrayCard

// These functions format numbers as text for people. The output of --json has all digits.

/// Returns a number with this many decimals, or words for a value without digits. A rounded zero has no minus sign. A
/// number so large that it has no decimals has an exponent.
package func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "unknown" : "infinite" }
  return withoutMinusZero(String(format: value.magnitude < 0x1p53 ? "%.\(decimals)f" : "%g", value))
}

/// Returns a number with this many decimals and its sign. Zero has no sign.
func fixedWithSign(_ value: Double, _ decimals: Int) -> String {
  withPlus(fixed(value, decimals))
}

/// Returns a value and its standard error, both to the second digit of the error, or five digits of a value without an
/// error.
package func measured(_ value: Double, _ error: Double?) -> String {
  guard let error, error > 0, error.isFinite else { return significant(value) }
  return "\(fixed(value, decimals(of: error))) ± \(fixed(error, decimals(of: error)))"
}

/// Returns the number of decimals of a number above 0 that is rounded to this many significant digits.
private func decimals(of value: Double, digits: Int = 2) -> Int {
  // 0.0996 is 0.10 to two digits, so the logarithm is that of the rounded number.
  let rounded = Double(String(format: "%.\(digits - 1)e", value)) ?? value
  return max(0, digits - 1 - Int(log10(rounded).rounded(.down)))
}

/// Returns a value with its sign and its standard error, as `measured(_:_:)` does. Zero has no sign.
package func measuredWithSign(_ value: Double, _ error: Double?) -> String { withPlus(measured(value, error)) }

/// Returns a number with at most this many significant digits, without trailing zeros. Only numbers far from 1 have an
/// exponent.
package func significant(_ value: Double, _ digits: Int = 5) -> String {
  guard value.isFinite else { return fixed(value, 0) }
  guard (1e-9..<0x1p53).contains(value.magnitude) else {
    return withoutMinusZero(String(format: "%.\(digits)g", value))
  }
  let decimals = decimals(of: value.magnitude, digits: digits)
  // The digits before the point are rounded too.
  let text = fixed(Double(String(format: "%.\(digits - 1)e", value)) ?? value, decimals)
  guard decimals > 0 else { return text }
  let end = text.lastIndex { $0 != "0" } ?? text.startIndex
  return String(text[end] == "." ? text[..<end] : text[...end])
}

/// Returns the numbers of the three channels, such as gains, as text.
package func channels(_ values: Report.RGB) -> String {
  "red \(fixed(values.red, 4))   green \(fixed(values.green, 4))   blue \(fixed(values.blue, 4))"
}

/// Returns one level where all channels share it, otherwise all four, to the second digit of the largest error.
package func level(_ levels: [Double], errors: [Double]? = nil) -> String {
  let error = errors?.max().flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  let texts = levels.map { level in error.map { fixed(level, decimals(of: $0)) } ?? significant(level, levelDigits) }
  return (Set(texts).count == 1 ? Array(texts.prefix(1)) : texts).joined(separator: " ")
    + (error.map { " ± \(fixed($0, decimals(of: $0)))" } ?? "")
}

/// The number of digits of a level without an error. More are due to rounding.
private let levelDigits = 9

/// Returns the lines of a light's temperature and tint.
package func lines(of light: TemperatureAndTint) -> [LabelledLine] {
  [
    ("temperature", light.temperature.isFinite ? "\(fixed(light.temperature, 1)) K" : "infinite"),
    ("tint", "\(fixedWithSign(light.tint, 2))   (Duv \(fixedWithSign(light.duv, 5)))"),
  ]
}

/// Returns a count with its noun, such as "1 line" or "2 lines".
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension Report.XY {
  /// The chromaticity as text.
  package var text: String { "\(fixed(x, 5)), \(fixed(y, 5))" }
}

/// Returns the temperature, in kelvin, and the Duv of a light as text.
func placeText(_ temperature: Double, _ duv: Double) -> String { "\(fixed(temperature, 0)) K   Duv \(fixed(duv, 5))" }

/// A line of a text: a label, and a value that may go on in further lines.
package typealias LabelledLine = (label: String, value: String)

/// Returns lines that each have a label and its value, with the values in one column.
package func labelled(_ lines: [LabelledLine]) -> String {
  lines.map { label, value in
    label.padding(toLength: labelWidth, withPad: " ", startingAt: 0)
      + value.replacing("\n", with: "\n" + String(repeating: " ", count: labelWidth))
  }.joined(separator: "\n")
}

/// The width of the labels, in columns: that of the longest, "balanced for", and two blanks.
private let labelWidth = 14

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
  var inSeconds: Double { Double(components.seconds) + (Double(components.attoseconds) / 1e9).rounded() / 1e9 }
}
