package import Colorimetry
package import GrayCard
internal import RawFrames
package import Reports
package import WhiteBalance

/// The result of one conversion: all forms of a light, and the gains for it where a device is known.
package struct Conversion {
  package var chromaticity: Chromaticity?
  package var temperatureAndTint: TemperatureAndTint?
  /// The temperature, for a method that finds only the temperature.
  var temperatureAlone: Double?
  package var gains: WhiteBalanceGains?
  package var settable: Report.Settable?
  /// Facts that a person should know before using the result.
  package var warnings: [Note] = []
  /// The reason why the result is missing or incomplete.
  package var error: String?
  /// Whether the policy has refused the gains.
  package var isRefused = false

  package mutating func set(_ found: PublishedMethod.Temperature?) {
    temperatureAndTint = found?.temperatureAndTint
    temperatureAlone = found?.temperatureAndTint == nil ? found?.temperature : nil
  }

  package mutating func fail(_ error: WhiteBalanceError) {
    guard self.error == nil else { return }
    self.error = error.description
    isRefused = error.isRefusal
  }

  package var report: Report {
    var report = Report()
    if let chromaticity { report.set(chromaticity) }
    if let temperatureAndTint { report.set(temperatureAndTint) } else { report.temperature = temperatureAlone }
    report.gains = gains.map(Report.RGB.init)
    report.settable = settable
    report.warnings = warnings.isEmpty ? nil : warnings
    report.error = error
    return report
  }

  /// The conversion as text for a person.
  package var text: String {
    var lines: [LabelledLine] = []
    if let chromaticity {
      let uniform = UniformChromaticity(chromaticity)
      lines.append(("x, y", Report.XY(chromaticity).text))
      lines.append(("u, v", "\(fixed(uniform.u, 5)), \(fixed(uniform.v, 5))"))
    }
    if let light = temperatureAndTint {
      lines += Reports.lines(of: light)
    } else if let temperatureAlone {
      lines.append(("temperature", "\(fixed(temperatureAlone, 1)) K"))
    }
    if let gains { lines.append(("gains", channels(Report.RGB(gains)))) }
    if let settable, settable.clamped { lines += settable.lines }
    if let error { lines.append(("error", error)) }
    return labelled(lines)
  }

  /// Appends the conversion as names and numbers on one line, for scripts. The numbers read back as the same doubles.
  package func write(to writer: inout LineWriter) {
    if let chromaticity { writer.append(chromaticity, UniformChromaticity(chromaticity)) }
    if let temperatureAndTint {
      writer.append(temperatureAndTint)
    } else if let temperatureAlone {
      writer.append(LineWriter.temperature, temperatureAlone)
    }
    if let gains { writer.append(gains) }
    if let settable, settable.clamped { writer.append(settable) }
    if let error { writer.append("\(chromaticity == nil ? "" : "  ")error: \(error.printable())".utf8) }
    writer.endLine()
  }
}
