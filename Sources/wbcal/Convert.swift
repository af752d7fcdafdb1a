import ArgumentParser
import Colorimetry
import DeviceProfiles
import SystemPackage
import WhiteBalance

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert chromaticity, temperature and tint, and gains into one another.",
    discussion: """
      VALUES are, by --from:
        xy           x y              CIE 1931
        uv           u v              CIE 1960
        temperature  kelvin tint      tint is 3000 x Duv, positive: greener
        gains        red green blue   of the device that --profile names

      '-' reads one conversion a line from standard input, goes on after a bad one, and then ends with status 65. \
      Gains are printed where a profile is given.

      Examples:
        wbcal convert --from xy 0.3127 0.3290
        wbcal convert --from temperature --profile camera.icc 5000 -10
        printf '%s\\n' '0.31 0.33' '0.45 0.41' | wbcal convert --from xy --json -
      """)

  enum Form: String, CaseIterable, ExpressibleByArgument {
    case xy, uv, temperature, gains
  }

  @Option(help: ArgumentHelp("What the values are.", valueName: "form"))
  var from: Form

  @OptionGroup var device: DeviceOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The numbers, or '-' for standard input.", valueName: "values"))
  var values: [String] = []

  func validate() throws {
    guard values != ["-"] else { return }
    guard values.count == from.names.count else {
      throw ValidationError(
        "--from \(from.rawValue) takes \(from.names.count) numbers, \(from.names.joined(separator: " ")), or '-'; "
          + (values.isEmpty ? "there is none" : "there are \(values.count): \(values.joined(separator: " "))"))
    }
  }

  func run() throws {
    let converter = try Converter(form: from, device: device)
    if values == ["-"] { return try convertLines(converter) }
    let report = converter.report(values)
    if json || report.error == nil { write(report) }
    if let error = report.error { throw Failure(.badData, error) }
  }

  private func convertLines(_ converter: Converter) throws {
    var reader = LineReader(.standardInput)
    var count = 0
    var failures = 0
    while let line = try reader.next() {
      count += 1
      let report: Report
      switch line {
      case .text(let text):
        report = converter.report(text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init))
      case .tooLong:
        report = Report(error: "the line is longer than \(LineReader.longest) bytes")
      }
      if report.error != nil { failures += 1 }
      write(report)
    }
    guard failures == 0 else { throw Failure(.badData, "\(failures) of \(count) lines have an error") }
  }

  private func write(_ report: Report) {
    if json { Output.line(report) } else { Output.line(report.plain) }
  }
}

extension Report {
  /// The conversion as names and numbers on one line.
  fileprivate var plain: String {
    var fields: [String] = []
    if let chromaticity { fields += ["x \(chromaticity.x)", "y \(chromaticity.y)"] }
    if let uv { fields += ["u \(uv.u)", "v \(uv.v)"] }
    if let temperature { fields.append("temperature \(temperature)") }
    if let duv { fields.append("duv \(duv)") }
    if let tint { fields.append("tint \(tint)") }
    if let gains { fields += ["red \(gains.red)", "green \(gains.green)", "blue \(gains.blue)"] }
    if let settable, settable.clamped {
      let gains = settable.gains
      fields += ["settable-red \(gains.red)", "settable-green \(gains.green)", "settable-blue \(gains.blue)"]
    }
    if let warning { fields.append("warning: \(warning)") }
    if let error { fields.append("error: \(error)") }
    return fields.joined(separator: "  ")
  }
}
