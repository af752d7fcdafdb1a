internal import ArgumentParser
package import Colorimetry
import CommandOutput
import Conversions
import DeviceProfiles
import Reports
import SystemPackage
import WhiteBalance

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert chromaticity, temperature and tint, and gains into one another.",
    discussion: """
      VALUES are, by --from:
        xy           x y              CIE 1931
        uv           u v              CIE 1960
        temperature  kelvin [tint]    tint is 3000 x Duv, positive: greener; else 0
        gains        red green blue   of the device that --profile names

      Blanks or commas separate the numbers, and a decimal point is a point: 6500,5 is 6500 K and a tint of 5.

      '-' reads one conversion a line from standard input and answers in a line, with all digits; it goes on after a bad \
      one, and then ends with status 65. Gains are printed where a profile is given.

      Examples:
        wbcal convert --from xy 0.3127 0.3290
        wbcal convert --from xy --method mccamy1992 0.3127 0.3290
        wbcal convert --from temperature --profile camera.icc 5000 -10
        printf '%s\\n' '0.31 0.33' '0.45 0.41' | wbcal convert --from xy --json -
      """)

  @Option(help: ArgumentHelp("What the values are.", valueName: "form"))
  var from: ConversionForm

  @Option(
    help: ArgumentHelp(
      "The published way between chromaticity and temperature. Default: by the definition, to the last digits.",
      valueName: "name"))
  var method: PublishedMethod?

  @OptionGroup var device: DeviceOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The numbers, or '-' for standard input.", valueName: "values"))
  var values: [String] = []

  mutating func validate() throws {
    // `--` marks the end of the options and is not a value.
    if let end = values.firstIndex(of: "--") { values.remove(at: end) }
    if device.profile == nil {
      if let option = device.policyOfLight {
        throw ValidationError("\(option) needs --profile: a light is known only on a calibrated device")
      }
      let given = device.policy != nil ? "--policy" : device.maxGain != nil ? "--max-gain" : nil
      if let given { throw ValidationError("\(given) needs --profile: a light has gains only on a calibrated device") }
    }
    if let method { try from.check(method) }
    guard values != ["-"] else { return }
    // A misspelt option is among the values too, because a number may begin with a dash.
    if let option = values.first(where: {
      $0.hasPrefix("--") || $0.hasPrefix("-") && $0.dropFirst().first?.isLetter == true
    }),
      Double(option) == nil
    {
      throw ValidationError("Unknown option '\(option)'")
    }
    // Numbers may be separated by commas or blanks.
    let fields = values.flatMap { $0.split { $0 == "," || $0.isWhitespace } }
    guard from.counts.contains(fields.count) else {
      throw ValidationError(
        "--from \(from.rawValue) takes \(from.countText) numbers, \(from.names.joined(separator: " ")), or '-'; "
          + (fields.isEmpty ? "there is none" : "there are \(fields.count): \(values.joined(separator: " "))"))
    }
  }

  func run() throws {
    let profile = try device.loadProfile()
    guard from != .gains || profile != nil else {
      throw Failure(.usage, "--from gains needs --profile: gains mean a light only on a calibrated device")
    }
    let converter = Converter(
      form: from, method: method ?? .nearestPlanckian, profile: profile, range: try device.range, policy: device.policy)
    if values == ["-"] { return try convertLines(converter) }
    let conversion = converter.convert(Array(values.joined(separator: " ").utf8)[...])
    if json {
      try Output.line(conversion.report)
    } else if conversion.chromaticity != nil {
      // What is known is printed even if the rest is not.
      try Output.line(conversion.text)
      for warning in conversion.warnings { Output.error("wbcal: warning: \(warning.message)") }
    }
    if let error = conversion.error { throw Failure(conversion.isRefused ? .refused : .badData, error) }
  }

  private func convertLines(_ converter: Converter) throws {
    var count = 0
    var failureCount = 0
    // Lines that are available are converted at once, so that a program that waits for the answer to a line gets it.
    try LineReader(.standardInput).forEachBlock { block in
      for lines in converter.convertTogether(block, json: json) {
        try Output.write(lines.text)
        let warnings = lines.warnings.map { "wbcal: line \(count + $0.line): warning: \($0.message)" }
        if !warnings.isEmpty { Output.error(warnings.joined(separator: "\n")) }
        count += lines.count
        failureCount += lines.failureCount
      }
    }
    guard failureCount == 0 else {
      let have = failureCount == 1 ? "has" : "have"
      throw Failure(.badData, "\(failureCount) of \(counted(count, "line")) \(have) an error")
    }
  }
}

extension PublishedMethod: ExpressibleByArgument {}

extension ConversionForm: ExpressibleByArgument {
  /// Throws for a method that does not convert these values.
  func check(_ method: PublishedMethod) throws {
    let isTemperature = self == .temperature
    let goes = isTemperature ? method.findsChromaticity : method.findsTemperature
    guard goes else {
      let others = PublishedMethod.allCases.filter { isTemperature ? $0.findsChromaticity : $0.findsTemperature }
      throw ValidationError(
        "--method \(method.rawValue) does not go from \(rawValue); these do: "
          + others.map(\.rawValue).joined(separator: ", "))
    }
  }
}
