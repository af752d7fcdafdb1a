import ArgumentParser
import Calibration
import Colorimetry
import DeviceProfiles
import FrameSources
import GrayCard
import WhiteBalance

struct ProfileCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say how good a profile is on charts or gray cards that it was not made from.",
    discussion: """
      For each chart and each card: how far the light that the profile finds is off, in mired, in Duv, and in the \
      standard errors that the profile states; of a chart also how far the colours are. Where one is beyond its limit \
      the profile is refused, and status is 2; --limit sets the limits. A card that cannot be trusted is refused too. \
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
      "The kind of the lights, where it is known: the stated errors are those of lights of this kind.",
      valueName: "kind"))
  var lightKind: LightKind = .any

  @OptionGroup(title: "Chart") var options: ChartOptions
  @OptionGroup(title: "Card") var area: RegionOptions
  @OptionGroup(title: "Limits") var limits: ChartLimitOptions

  @Option(help: ArgumentHelp("Where a page about the same goes, an HTML file.", valueName: "file"))
  var report: String?

  @Flag(help: "Print one JSON object for each chart or card.")
  var json = false

  func validate() throws {
    guard chart.isEmpty != card.isEmpty else {
      throw ValidationError("give --chart or --card to check with, not both, and a --light for each")
    }
    guard report != profile else { throw ValidationError("--report would replace the profile \(profile)") }
    _ = try limits.limits()
    if card.isEmpty {
      try options.check(charts: chart)
      guard area.isEmpty else { throw ValidationError("--region and --metering are of a --card") }
    } else {
      try options.check(cards: card)
    }
  }

  func run() throws {
    let device = try ProfileFile.load(profile)
    if card.isEmpty { try checkCharts(device) } else { try checkCards(device) }
  }

  private func checkCharts(_ profile: DeviceProfile) throws {
    let limits = try limits.limits()
    var found: [(report: CheckReport, check: ChartCheck)] = []
    for chart in try options.charts(of: chart, levels: profile.levels) {
      let check: ChartCheck
      do throws(CalibrationError) {
        check = try ChartCheck(
          readings: chart.readings, reference: chart.reference, light: chart.light,
          characterization: profile.characterization, uncertainty: profile.uncertainty, kind: lightKind, limits: limits
        ) { profile.characterization.colors?.matrix(atTemperature: $0) }
      } catch {
        throw Failure(.badData, "\(chart.file) under \(chart.light.name): \(error)")
      }
      found.append((CheckReport(chart, check, profile: profile), check))
    }
    if let report {
      try ReportPage(found.map(\.report), checks: found.map(\.check), profile: profile, file: self.profile)
        .write(to: report)
    }
    for (report, _) in found { if json { try Output.line(report) } else { try Output.line(report.text) } }
    try end(found.map { ($0.report.chart, $0.report.light, $0.report.refusals) })
  }

  private func checkCards(_ profile: DeviceProfile) throws {
    let limits = try limits.limits()
    var found: [CardCheckReport] = []
    for (file, name) in zip(card, options.light) {
      let given = try ChartOptions.calibrationLight(name)
      var settings = MeasurementSettings()
      (settings.profile, settings.area, settings.lightKind) = (profile, area.area, lightKind)
      (settings.frames, settings.levels) = (options.frames.selection, options.frames.levels.settings)
      let measurement = try options.frames.measurement(of: options.frames.open(file), settings)
      var check: CardCheck?
      if case .ok(let measured) = measurement.verdict {
        do throws(CalibrationError) {
          check = try CardCheck(
            of: measured.neutral, light: given.light, characterization: profile.characterization,
            uncertainty: profile.uncertainty, kind: lightKind, limits: limits)
        } catch { throw Failure(.badData, "\(file) under \(given.light.name): \(error)") }
      }
      found.append(CardCheckReport(file, given, measurement, check))
    }
    if let report { try ReportPage(found, profile: profile, file: self.profile).write(to: report) }
    for report in found { if json { try Output.line(report) } else { try Output.line(report.text) } }
    try end(found.map { ($0.card, $0.light, $0.refusals) })
  }

  /// Fails where a check refuses the profile.
  private func end(_ checks: [(file: String, light: String, refusals: [String])]) throws {
    let refused = checks.filter { !$0.refusals.isEmpty }
    guard refused.isEmpty else {
      throw Failure(
        .refused,
        refused.map { check in
          (["\(profile) on \(check.file) under \(check.light): refused"] + check.refusals.map { "  \($0)" })
            .joined(separator: "\n")
        }.joined(separator: "\n"))
    }
  }
}

/// The standard errors that a profile states for a light, as they are printed.
struct StatedReport: Encodable {
  var mired, duv: Double
  /// The lights that they hold of, a `LightKind`; absent where the profile does not say.
  var kind: String?
  /// The larger of the two errors of the light that was found, in stated standard errors.
  var off: Double

  init?(_ stated: StatedLightErrors?, _ residual: (mired: Double, duv: Double)?) {
    guard let stated, let residual else { return nil }
    (mired, duv, kind) = (stated.mired, stated.duv, stated.kind?.rawValue)
    off = max(abs(residual.mired) / stated.mired, abs(residual.duv) / stated.duv)
    plural = stated.kind?.plural
  }

  private let plural: String?
  private enum CodingKeys: CodingKey { case mired, duv, kind, off }

  /// For a person.
  var text: String {
    "\(fixed(mired, 1)) mired, Duv \(fixed(duv, 4)), one standard error" + (plural.map { " of \($0)" } ?? "")
  }
  /// How far off the light is, for a person.
  var distance: String { "\(fixed(off, 1)) stated standard errors" }
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
  /// What the light's file states of itself.
  var meter: MeterReport?
  /// The light that the profile takes the chart's white for.
  var found: Report.XY
  var foundTemperature, foundDuv: Double?
  var residual: Residual?
  /// What the profile states for this light; absent where it states nothing.
  var stated: StatedReport?
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
    case chart, light, reference, temperature, duv, meter, found, foundTemperature, foundDuv, residual, stated,
      difference, patches
    case excluded, verdict, reasons, warnings
  }

  init(_ chart: ChartOptions.Chart, _ check: ChartCheck, profile: DeviceProfile) {
    self.chart = chart.file
    light = chart.light.name
    reference = chart.reference.name
    temperature = check.light.temperatureAndTint.temperature
    duv = check.light.temperatureAndTint.duv
    meter = chart.meter
    found = Report.XY(x: check.estimate.chromaticity.x, y: check.estimate.chromaticity.y)
    foundTemperature = check.estimate.temperatureAndTint?.temperature
    foundDuv = check.estimate.temperatureAndTint?.duv
    residual = check.residual.map { Residual(mired: $0.mired, duv: $0.duv) }
    stated = StatedReport(check.stated, check.residual)
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
    lines += [meter?.line].compactMap(\.self)
    if let foundTemperature, let foundDuv, let residual {
      lines.append("found         \(fixed(foundTemperature, 0)) K   Duv \(fixed(foundDuv, 5))")
      lines.append(
        "off by        \(fixed(residual.mired, 2)) mired, Duv \(fixed(residual.duv, 5))"
          + (stated.map { ", \($0.distance)" } ?? ""))
    } else {
      lines.append("found         x, y \(fixed(found.x, 5)), \(fixed(found.y, 5)), which has no temperature")
    }
    lines.append("stated        " + (stated?.text ?? "nothing"))
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
