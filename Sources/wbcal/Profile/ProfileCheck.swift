import ArgumentParser
import Calibration
import Colorimetry
import DeviceProfiles
import GrayCard
import WhiteBalance

struct ProfileCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say how good a profile is on readings of a chart that it was not made from.",
    discussion: """
      For each chart: how far the light that the profile finds is off, and how far the colours are. Where either is \
      beyond its limit the profile is refused, and status is 2; --limit sets the limits. Raw frames are read with the \
      profile's black level where --black is not given.

      Example:
        wbcal profile check camera.icc --chart cloudy.ti3 \\
          --light daylight:7000 --report cloudy.html
      """)

  @Argument(help: ArgumentHelp("An ICC profile.", valueName: "file"))
  var profile: String

  @Option(
    help: ArgumentHelp(
      "Readings of a chart: CGATS with RGB_R, RGB_G and RGB_B, such as Argyll's .ti3; or a raw frame, with --corners.",
      valueName: "file"))
  var chart: [String] = []

  @OptionGroup(title: "Chart") var options: ChartOptions
  @OptionGroup(title: "Limits") var limits: ChartLimitOptions

  @Option(help: ArgumentHelp("Where a page about the same goes, an HTML file.", valueName: "file"))
  var report: String?

  @Flag(help: "Print one JSON object for each chart.")
  var json = false

  func validate() throws {
    guard !chart.isEmpty else { throw ValidationError("nothing to check with; give --chart and --light") }
    guard report != profile else { throw ValidationError("--report would replace the profile \(profile)") }
    _ = try limits.limits()
    try options.check(charts: chart)
  }

  func run() throws {
    let (file, profile) = (profile, try ProfileFile.load(profile))
    let limits = try limits.limits()
    var found: [(report: CheckReport, check: ChartCheck)] = []
    for chart in try options.charts(of: chart, levels: profile.levels) {
      let check: ChartCheck
      do throws(CalibrationError) {
        check = try ChartCheck(
          readings: chart.readings, reference: chart.reference, light: chart.light,
          characterization: profile.characterization, uncertainty: profile.uncertainty, limits: limits
        ) { profile.characterization.colors?.matrix(atTemperature: $0) }
      } catch {
        throw Failure(.badData, "\(chart.file) under \(chart.light.name): \(error)")
      }
      found.append((CheckReport(chart, check, profile: profile), check))
    }
    if let report {
      try ReportPage(found.map(\.report), checks: found.map(\.check), profile: profile, file: file).write(to: report)
    }
    for (report, _) in found { if json { try Output.line(report) } else { try Output.line(report.text) } }
    let refused = found.map(\.report).filter { $0.verdict == .refused }
    guard refused.isEmpty else {
      throw Failure(
        .refused,
        refused.map { report in
          (["\(file) on \(report.chart) under \(report.light): refused"] + report.refusals.map { "  \($0)" })
            .joined(separator: "\n")
        }.joined(separator: "\n"))
    }
  }
}

/// The result of `wbcal profile check` on a chart, as it is printed.
struct CheckReport: Encodable {
  struct Patch: Encodable {
    var name: String
    var difference: Double
  }
  struct Residual: Encodable { var mired, duv: Double }

  var chart, light, reference: String
  /// The temperature and Duv of the light as it was given.
  var temperature, duv: Double
  /// The light that the profile takes the chart's white for.
  var found: Report.XY
  var foundTemperature, foundDuv: Double?
  var residual: Residual?
  /// Mean CIEDE2000; absent where the profile says nothing of colours but of lights.
  var difference: Double?
  var patches: [Patch]
  var excluded: [CalibrationReport.Excluded]
  var verdict: Verdict
  /// Why it is refused; empty where it is not.
  var reasons: [Report.Reason]
  var warnings: [Note]
  /// The reasons for a person.
  let refusals: [String]

  private enum CodingKeys: CodingKey {
    case chart, light, reference, temperature, duv, found, foundTemperature, foundDuv, residual, difference, patches
    case excluded, verdict, reasons, warnings
  }

  init(_ chart: ChartOptions.Chart, _ check: ChartCheck, profile: DeviceProfile) {
    self.chart = chart.file
    light = chart.light.name
    reference = chart.reference.name
    temperature = check.light.temperatureAndTint.temperature
    duv = check.light.temperatureAndTint.duv
    found = Report.XY(x: check.estimate.chromaticity.x, y: check.estimate.chromaticity.y)
    foundTemperature = check.estimate.temperatureAndTint?.temperature
    foundDuv = check.estimate.temperatureAndTint?.duv
    residual = check.residual.map { Residual(mired: $0.mired, duv: $0.duv) }
    difference = check.meanDifference
    patches = check.patches.map { Patch(name: $0.name, difference: $0.difference) }
    excluded = check.excluded.map(CalibrationReport.Excluded.init)
    verdict = Verdict(check.refusals)
    reasons = check.refusals.map(Report.Reason.init)
    refusals = check.refusals.map(\.description)
    warnings = chart.warnings + check.warnings.map(\.finding)
    if let note = Note(balanceOf: profile) { warnings.append(note) }
    if let note = Note(check.estimate) { warnings.append(note) }
  }

  var text: String {
    var lines = ["chart         \(chart), under \(light)", "reference     \(reference)"]
    lines.append("light         \(fixed(temperature, 0)) K   Duv \(fixed(duv, 5))")
    if let foundTemperature, let foundDuv, let residual {
      lines.append("found         \(fixed(foundTemperature, 0)) K   Duv \(fixed(foundDuv, 5))")
      lines.append("off by        \(fixed(residual.mired, 2)) mired, Duv \(fixed(residual.duv, 5))")
    } else {
      lines.append("found         x, y \(fixed(found.x, 5)), \(fixed(found.y, 5)), which has no temperature")
    }
    if let difference {
      let worst = patches.sorted { $0.difference > $1.difference }.prefix(3)
      lines.append("CIEDE2000     \(fixed(difference, 2)) (mean)")
      lines.append("worst         " + worst.map { "\($0.name) \(fixed($0.difference, 1))" }.joined(separator: "   "))
    } else {
      lines.append("CIEDE2000     not known: a profile of this kind is read for lights alone")
    }
    lines.append("verdict       \(verdict.rawValue)")
    lines += excluded.map { "left out      \($0.message)" }
    lines += warnings.map { "warning       \($0.message)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
