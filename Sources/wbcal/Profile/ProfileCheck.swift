import ArgumentParser
import Calibration
import Colorimetry
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard
import Reports
import WhiteBalance

struct ProfileCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say how good a profile is on charts or gray cards that it was not made from.",
    discussion: """
      For each chart and each card: how far the light that the profile finds is off, in mired, in Duv, and in the \
      standard errors that the profile states; of a chart also how far the colours are. Where one is beyond its limit \
      the profile is refused, and status is 2; --limit sets the limits. A card that cannot be trusted is refused too: \
      with --card, --limit and --warn also take the codes of 'wbcal measure'. \
      Raw frames are read with the profile's black level where --black is not given.

      Examples:
        wbcal profile check camera.icc --chart cloudy.ti3 \\
          --light daylight:7000 --report cloudy.html
        wbcal profile check camera.icc --card card.raw --light D65 \\
          --format RG10 --width 640 --height 480 --black 64
      """)

  @Argument(help: ArgumentHelp("An ICC profile.", valueName: "file"))
  var profile: String

  @Option(
    help: ArgumentHelp(
      "Readings of a chart: CGATS with RGB_R, RGB_G and RGB_B, such as Argyll's .ti3; or a raw frame, with --corners.",
      valueName: "file"))
  var chart: [String] = []

  @Option(
    help: ArgumentHelp(
      "In place of charts: a raw frame with a gray card, or a camera such as /dev/video0 or simulated:.",
      valueName: "source"))
  var card: [String] = []

  @Option(
    help: ArgumentHelp(
      "The kind of light for which errors are stated and the tint is corrected, or any. The default is the kind that "
        + "--light tells by a name or a spectrum.",
      valueName: "kind"))
  var lightKind: LightKind?
  @OptionGroup(title: "Chart") var options: ChartOptions
  @OptionGroup(title: "Raw frames") var frames: FrameFileOptions
  @OptionGroup(title: "Levels") var levels: LevelOptions
  @OptionGroup(title: "Card") var area: RegionOptions
  @OptionGroup(title: "Limits") var limits: CheckLimitOptions

  @Option(help: ArgumentHelp("Where a page about the same goes, an HTML file.", valueName: "file"))
  var report: String?

  @Flag(help: "Print one JSON object for each chart or card.")
  var json = false

  func validate() throws {
    guard chart.isEmpty != card.isEmpty else {
      throw ValidationError("give --chart or --card to check with, not both, and a --light for each")
    }
    if card.isEmpty {
      _ = try limits.limits()
      try limits.checkCodes()
      try options.check(charts: chart)
      guard area.isEmpty else {
        throw ValidationError("--region, --metering and --point say where a gray card is; they need --card")
      }
    } else {
      _ = try limits.limitsOfCards()
      try options.checkOfCards()
    }
  }

  func run() throws {
    if card.isEmpty {
      try options.checkComplete(charts: chart, frames, levels)
    } else {
      try ChartOptions.checkComplete(cards: card, lights: options.light, frames)
    }
    if let report { try OutputFile.check(report, for: .page, beside: [profile] + chart + card) }
    let device = try ProfileFile.load(profile)
    if card.isEmpty { try checkCharts(device) } else { try checkCards(device) }
  }

  private func checkCharts(_ profile: DeviceProfile) throws {
    let limits = try limits.limits()
    var found: [(report: CheckReport, check: ChartCheck)] = []
    for chart in try options.charts(of: chart, frames, levels, profile: profile) {
      let check = try chart.judged { () throws(CalibrationError) in
        try ChartCheck(
          readings: chart.readings, reference: chart.reference, light: chart.light, profile: profile,
          kind: kind(of: chart.light, profile), limits: limits)
      }
      found.append((CheckReport(chart, check, profile: profile), check))
    }
    let unwritten = try OutputFile.unwritten(
      ReportPage(found.map(\.report), checks: found.map(\.check), profile: profile, file: self.profile), to: report)
    for (report, _) in found { try Output.report(report, text: report.text, json: json) }
    try end(found.map { ($0.report.chart, $0.report.light, $0.report.refusals) }, unwritten)
  }

  private func checkCards(_ profile: DeviceProfile) throws {
    let limits = try limits.limitsOfCards()
    var found: [CardCheckReport] = []
    var verdicts: [CardMeasurement.Verdict] = []
    for (file, name) in zip(card, options.light) {
      let given = try ChartOptions.calibrationLight(name)
      var settings = MeasurementSettings()
      (settings.profile, settings.area, settings.lightKind) = (profile, area.area, kind(of: given.light, profile))
      (settings.frames, settings.levels, settings.limits) = (frames.selection, levels.settings, limits.cards)
      let measurement = try frames.measurement(
        of: frames.open(file, profile: profile), levels: levels, settings)
      verdicts.append(measurement.verdict)
      var check: CardCheck?
      if let measured = measurement.card {
        do throws(CalibrationError) {
          check = try CardCheck(
            of: measured.neutral, light: given.light, characterization: profile.characterization,
            uncertainty: profile.uncertainty, kind: settings.lightKind, limits: limits.checks)
        } catch { throw Failure(.badData, "\(file) under \(given.light.name): \(error)") }
      }
      found.append(CardCheckReport(file, given, measurement, check))
    }
    let unwritten = try OutputFile.unwritten(
      ReportPage(found, profile: profile, file: self.profile), to: report)
    for report in found { try Output.report(report, text: report.text, json: json) }
    try end(
      zip(found, verdicts).map { report, verdict in
        guard case .refused(let refusals) = verdict else { return (report.card, report.light, report.refusals) }
        return (report.card, report.light, refusals.map { LevelOptions.text(of: $0, hasProfileOption: false) })
      }, unwritten)
  }

  /// Returns the kind of a light: the one that was given, or else the one that the light tells, where the profile
  /// states errors for it.
  private func kind(of light: CalibrationLight, _ profile: DeviceProfile) -> LightKind {
    lightKind ?? profile.uncertainty?.lights?.known(light.kind) ?? .any
  }

  /// Says where the page is, and ends the command with a failure where a check refuses the profile or the page is
  /// unwritten. In JSON, each line is of a chart or a card.
  private func end(
    _ checks: [(file: String, light: String, refusals: [String])], _ unwritten: Failure?
  ) throws {
    if let report, unwritten == nil, !json { try Output.line(labelled([("report", report)])) }
    let refused = checks.filter { !$0.refusals.isEmpty }
    guard refused.isEmpty else {
      throw Failure(refused: refused.map { ("\(profile) on \($0.file) under \($0.light)", $0.refusals) })
        .followed(by: unwritten)
    }
    if let unwritten { throw unwritten }
  }
}
