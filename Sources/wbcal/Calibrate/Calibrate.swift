import ArgumentParser
import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import RawFrames
import WhiteBalance

struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a camera's profile from a colour chart, from gray cards, or from spectral sensitivities.",
    discussion: """
      Each --chart needs the --light that it was read under, as a spectrum if there is one. Two lights far from each \
      other, such as A and D65, make a profile that holds between them.

      Patches that are clipped, too dark, flared, or far from what the others say are left out, and named. The matrix of \
      each light keeps its white exactly. Charts that do not fit their light, their reference or one another are refused \
      with the reason, and status is 2; --limit sets the limits.

      Gray cards, each a raw frame under a --light, fit the --profile of a camera to this unit: what its red and blue \
      give beside it. Without a --profile they make a gain curve: the gains at each light's temperature, and between \
      and beside them what a typical camera would have. A card that cannot be trusted is refused, and status is 2.

      From spectral sensitivities a matrix and a white map are learnt: a map that takes LEDs and fluorescent lamps where \
      they belong. How well it finds lights that it has not seen is printed, and is the profile's uncertainty.

      Examples:
        wbcal calibrate --sensitivities camera.json --output camera.icc
        wbcal calibrate --chart tungsten.ti3 --light A \\
          --chart daylight.ti3 --light D65 --output camera.icc
        wbcal calibrate --chart led.ti3 --light lamp.csv --reference chart.cie \\
          --output camera.icc --report led.html
        wbcal calibrate --card tungsten.raw --light A \\
          --card shade.raw --light daylight:7500 \\
          --format RG10 --width 1920 --height 1080 --black 64 \\
          --profile model.icc --output unit.icc
      """)

  @OptionGroup(title: "Chart") var options: ChartOptions
  @OptionGroup(title: "Gray cards") var cards: CardOptions
  @OptionGroup(title: "Spectral sensitivities") var source: SensitivityOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions<ChartOrCardLimitHelp>

  @Option(help: ArgumentHelp("Where the profile goes, an ICC file.", valueName: "file"))
  var output: String

  @Option(help: "The camera's maker.")
  var manufacturer: String?

  @Option(help: "The camera's model; without it the profile's, or 'camera'.")
  var model: String?

  @Option(help: "The serial number of this camera, where the profile is of one unit.")
  var unit: String?

  @Option(
    help: ArgumentHelp("Where a page about how good the profile is goes, an HTML file.", valueName: "file"))
  var report: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    let ways = [
      ("--chart", !options.chart.isEmpty), ("--card", !cards.card.isEmpty),
      ("--sensitivities", source.sensitivities != nil),
    ].filter(\.1).map(\.0)
    guard let way = ways.first else {
      throw ValidationError("nothing to calibrate from; give --chart or --card and --light, or --sensitivities")
    }
    guard ways.count == 1 else {
      throw ValidationError("\(ways.joined(separator: " and ")) are ways to one profile; give one of them")
    }
    switch way {
    case "--chart": _ = try limits.calibrationLimits()
    case "--card": _ = try limits.limits()
    default:
      guard limits.refusals.isEmpty, limits.warnings.isEmpty else {
        throw ValidationError("--limit and --warn are of charts and gray cards; sensitivities are not measured by them")
      }
    }
    if way != "--sensitivities" { try options.check(cards: cards.card) }
    guard model?.isEmpty != true else { throw ValidationError("--model must not be empty") }
    if way == "--card", report != nil {
      throw ValidationError("--report is for charts and sensitivities; gray cards have no page")
    }
    guard report != output else { throw ValidationError("--report and --output are one file: \(output)") }
  }

  func run() throws {
    if let sensitivities = source.sensitivities {
      try runFromSensitivities(sensitivities)
    } else if cards.card.isEmpty {
      try runFromCharts()
    } else {
      try runFromCards()
    }
  }

  private func runFromCharts() throws {
    let (charts, limits) = (try options.charts(), try limits.calibrationLimits())
    var fits: [ChartFit] = []
    for chart in charts {
      do throws(CalibrationError) {
        fits.append(
          try ChartFit(readings: chart.readings, reference: chart.reference, light: chart.light, limits: limits))
      } catch {
        throw Failure(.badData, "\(chart.file) under \(chart.light.name): \(error)")
      }
    }
    let calibration: ChartCalibration
    do throws(CalibrationError) { calibration = try ChartCalibration(fits, limits: limits) } catch {
      throw Failure(.badData, "the lights do not go together: \(error)")
    }
    let profile = DeviceProfile(
      identity: identity, characterization: .matrices(calibration.characterization), levels: Self.levels(charts),
      uncertainty: calibration.uncertainty,
      provenance: "\(Release.maker), calibrate: "
        + zip(charts, fits).map { chart, fit in
          "\(chart.reference.name) under \(fit.light.name), \(fit.patches.count) patches, mean CIEDE2000 "
            + fixed(fit.meanAfter, 2)
        }.joined(separator: "; "))
    let made = try CalibrationReport(
      charts: charts, fits: fits, calibration, levels: profile.levels, output: output, page: report)
    if made.verdict == .ok { try write(profile) }
    if let report { try ReportPage(made, fits: fits, profile: profile).write(to: report) }
    if json { try Output.line(made) } else if made.verdict == .ok { try Output.line(made.text) }
    if made.verdict == .refused { throw Failure(.refused, made.refusalText) }
  }

  /// Those that the frames were read with, where somebody told black.
  private static func levels(_ charts: [ChartOptions.Chart]) -> SampleLevels? {
    charts.compactMap(\.source).first { $0.blackOrigin != .assumed }?.levels
  }

  var identity: DeviceIdentity {
    DeviceIdentity(manufacturer: manufacturer, model: model ?? "camera", unit: unit)
  }

  func write(_ profile: DeviceProfile) throws {
    let bytes: [UInt8]
    do throws(ProfileError) { bytes = try profile.iccBytes() } catch { throw Failure(.badData, "\(output): \(error)") }
    try OutputFile.write(bytes, to: output)
  }
}
