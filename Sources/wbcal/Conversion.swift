import Colorimetry
import WhiteBalance

/// What one conversion found: all forms of a light, and the gains for it where a device is known.
struct Conversion {
  var chromaticity: Chromaticity?
  var temperatureAndTint: TemperatureAndTint?
  var gains: WhiteBalanceGains?
  var settable: Report.Settable?
  /// What a person should know before using the result.
  var warnings: [Note] = []
  /// Why there is no result, or not all of it.
  var error: String?

  var report: Report {
    var report = Report()
    if let chromaticity { report.set(chromaticity) }
    if let temperatureAndTint { report.set(temperatureAndTint) }
    report.gains = gains.map(Report.RGB.init)
    report.settable = settable
    report.warnings = warnings.isEmpty ? nil : warnings
    report.error = error
    return report
  }

  /// Appends the conversion as names and numbers on one line. The numbers have the digits that bring back the same
  /// doubles.
  func write(to text: inout [UInt8]) {
    var isFirst = true
    func append(_ name: StaticString, _ number: Double) {
      if !isFirst { text += [UInt8(ascii: " "), UInt8(ascii: " ")] }
      isFirst = false
      name.withUTF8Buffer { text.append(contentsOf: $0) }
      text.append(UInt8(ascii: " "))
      // A whole buffer at a time: a view of UTF-8 is appended byte by byte.
      var digits = number.description
      digits.withUTF8 { text.append(contentsOf: $0) }
    }
    if let chromaticity {
      let uniform = UniformChromaticity(chromaticity)
      append("x", chromaticity.x)
      append("y", chromaticity.y)
      append("u", uniform.u)
      append("v", uniform.v)
    }
    if let temperatureAndTint {
      append("temperature", temperatureAndTint.temperature)
      append("duv", temperatureAndTint.duv)
      append("tint", temperatureAndTint.tint)
    }
    if let gains {
      append("red", gains.red)
      append("green", gains.green)
      append("blue", gains.blue)
    }
    if let settable, settable.clamped {
      append("settable-red", settable.gains.red)
      append("settable-green", settable.gains.green)
      append("settable-blue", settable.gains.blue)
      if let shift = settable.temperatureShift { append("temperature-shift", shift) }
      if let shift = settable.tintShift { append("tint-shift", shift) }
    }
    if let error { text.append(contentsOf: "\(isFirst ? "" : "  ")error: \(error)".utf8) }
    text.append(UInt8(ascii: "\n"))
  }
}
