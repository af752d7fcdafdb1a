import ArgumentParser
import Calibration
import Colorimetry
import DeviceProfiles
import GrayCard
import Reports
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
      try OutputFile.write(
        ReportPage(found.map(\.report), checks: found.map(\.check), profile: profile, file: file), to: report)
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
