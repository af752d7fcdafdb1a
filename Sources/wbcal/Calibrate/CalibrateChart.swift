import ArgumentParser
import Calibration
import Colorimetry
import CommandOutput
import DeviceProfiles
import RawFrames
import Reports
import WhiteBalance

struct CalibrateChart: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Make a camera's profile from colour charts.",
    discussion: """
      Each chart needs the --light that it was read under, as a spectrum if there is one. Two lights far from each \
      other, such as A and D65, make a profile that holds between them.

      Patches that are clipped, too dark, flared, or far from what the others say are left out, and named. The matrix of \
      each light keeps its white exactly. Charts that do not fit their light, their reference or one another are refused \
      with the reason, and status is 2; --limit sets the limits.

      Examples:
        wbcal calibrate chart tungsten.ti3 --light A daylight.ti3 --light D65 \\
          --output camera.icc
        wbcal calibrate chart led.ti3 --light lamp.csv --reference chart.cie \\
          --output camera.icc --report led.html
      """)

  @Argument(
    help: ArgumentHelp(
      "Readings of charts, each with its --light: CGATS with RGB_R, RGB_G and RGB_B, such as Argyll's .ti3; or raw frames, "
        + "with --corners.",
      valueName: "file"))
  var charts: [String]

  @OptionGroup(title: "Chart") var options: ChartOptions
  @OptionGroup(title: "Raw frames") var frames: FrameFileOptions
  @OptionGroup(title: "Levels") var levels: LevelOptions
  @OptionGroup(title: "Limits") var limits: CalibrationLimitOptions
  @OptionGroup(title: "Profile") var made: MadeProfileOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    _ = try limits.limits()
    try limits.checkCodes()
    try options.check(charts: charts)
  }

  func run() throws {
    try options.checkComplete(charts: charts, frames, levels)
    try made.checkPlaces(inputs: charts)
    let (read, limits) = (try options.charts(of: charts, frames, levels, profile: nil), try limits.limits())
    let fits = try read.map { chart in
      try chart.judged { () throws(CalibrationError) in
        try ChartFit(readings: chart.readings, reference: chart.reference, light: chart.light, limits: limits)
      }
    }
    let identity = try made.identity(of: zip(charts, read).map { ($0, $1.device) })
    let calibration: ChartCalibration
    do throws(CalibrationError) { calibration = try ChartCalibration(fits, limits: limits) } catch {
      let names = zip(charts, options.light).map { "\($0) under \($1)" }
      // A chart that is refused is the likely reason.
      let refused = zip(names, fits).filter { !$1.refusals.isEmpty }.map { ($0, $1.refusals.map(\.description)) }
      guard refused.isEmpty else { throw Failure(refused: refused) }
      let isRepeated = Set(fits.map(\.light.temperatureAndTint.temperature)).count < fits.count
      throw Failure(
        .badData,
        "\(names.joined(separator: ", ")): the lights do not go together: "
          + (isRepeated ? "two charts are under one light; give one chart for each light" : "\(error)"))
    }
    let profile = DeviceProfile(
      evenIfRefused: calibration, by: zip(read, fits).map { ($0.reference.name, $1) },
      identity: identity, levels: Self.levels(read), program: Calibrate.program)
    var result = try CalibrationReport(
      charts: read, fits: fits, calibration, levels: profile.levels, output: made.output, page: made.report)
    if result.verdict == .ok {
      try made.write(profile, page: ReportPage(result, fits: fits, profile: profile))
      return try Output.report(result, text: result.text, json: json)
    }
    try made.refuse(
      &result, \.report, page: ReportPage(result, fits: fits, profile: profile), json: json,
      because: Failure(.refused, result.refusalText))
  }

  /// Returns the levels of the first chart whose frame's black level is neither assumed nor estimated; `nil` without
  /// one.
  private static func levels(_ charts: [ReadChart]) -> SampleLevels? {
    charts.lazy.compactMap { $0.source?.toldLevels }.first
  }
}
