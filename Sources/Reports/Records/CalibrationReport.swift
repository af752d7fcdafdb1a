package import Calibration
import Colorimetry
import GrayCard
package import RawFrames
package import WhiteBalance

/// The result of `wbcal calibrate chart`, as it is printed.
package struct CalibrationReport: Encodable {
  struct Differences: Encodable {
    /// The mean CIEDE2000 of the fitted patches: with white balance only, with the matrix, and with the matrix of all
    /// other patches.
    var before, after, leaveOneOut: Double
    var largest: Double
  }
  struct Patch: Encodable {
    var name: String
    var before, after: Double
    /// The CIEDE2000 with the matrix of all other patches; absent where these do not determine a matrix.
    var leaveOneOut: Double?
  }
  struct Excluded: Encodable {
    var name, reason: String
    /// The CIEDE2000 from the prediction of the other patches, where it is the reason for the rejection.
    var difference: Double?
    var message: String
  }
  struct Light: Encodable {
    var chart, light, reference: String
    var chromaticity: Report.XY
    var temperature, duv: Double
    /// The facts that the light's file states about itself.
    var meter: MeterReport?
    var neutral, gains: Report.RGB
    /// The matrix from CIE XYZ to the device, row by row.
    var matrix: [Double]
    var difference: Differences
    var conditionNumber: Double
    var orientation: String
    var patches: [Patch]
    var excluded: [Excluded]
    var verdict: VerdictWord
    /// The reasons for refusing the chart; empty where it is not refused.
    var reasons: [Report.Reason]
    var warnings: [Note]
    /// The reasons as text.
    let refusals: [String]

    private enum CodingKeys: CodingKey {
      case chart, light, reference, chromaticity, temperature, duv, meter, neutral, gains, matrix, difference
      case conditionNumber, orientation, patches, excluded, verdict, reasons, warnings
    }
  }

  /// The path of the profile; absent where the calibration is refused, and so none is written.
  var output: String?
  /// The path of the HTML page; absent where none was requested.
  package var report: String?
  var lights: [Light]
  package var verdict: VerdictWord
  /// The reasons for refusing the lights together. Each light's own reasons are in ``lights``.
  var reasons: [Report.Reason]
  /// The uncertainty of the profile. Its levels are the profile's too, because readings have none.
  var uncertainty: UncertaintyReport
  var black, white: ShownProfile.Levels?
  var warnings: [Note]
  /// The reasons as text.
  let refusals: [String]

  private enum CodingKeys: CodingKey {
    case output, report, lights, verdict, reasons, uncertainty, black, white, warnings
  }

  package init(
    charts: [ReadChart], fits: [ChartFit], _ calibration: ChartCalibration, levels: SampleLevels?,
    output: String, page: String?
  ) throws {
    report = page
    warnings = calibration.warnings.map(\.finding)
    reasons = calibration.refusalsTogether.map(Report.Reason.init)
    refusals = calibration.refusalsTogether.map(\.description)
    uncertainty = UncertaintyReport(calibration.uncertainty)
    black = levels.map { ShownProfile.Levels($0.black) }
    white = levels.map { ShownProfile.Levels($0.white) }
    lights = try zip(charts, fits).map(Light.init)
    verdict = lights.contains { $0.verdict == .refused } ? .refused : VerdictWord(calibration.refusalsTogether)
    self.output = verdict == .ok ? output : nil
  }

  /// The text for standard error: every reason, and the notes.
  package var refusalText: String {
    var lines: [String] = []
    for light in lights where light.verdict == .refused {
      lines.append("\(light.chart) under \(light.light): refused")
      lines += light.refusals.map { "  \($0)" }
      lines += light.warnings.map { "  note: \($0.message)" } + light.excluded.map { "  left out: \($0.message)" }
    }
    if !refusals.isEmpty { lines += ["the lights together: refused"] + refusals.map { "  \($0)" } }
    return lines.joined(separator: "\n")
  }

  package var text: String {
    var lines: [LabelledLine] = [("uncertainty", uncertainty.text)]
    if let black, let white { lines.append(("levels", "black \(black.text), white \(white.text)")) }
    lines += warnings.map { ("warning", $0.message) }
    if let output { lines.append(("profile", output)) }
    if let report { lines.append(("report", report)) }
    return lights.map { $0.text + "\n\n" }.joined() + labelled(lines)
  }
}

extension CalibrationReport.Light {
  /// The record as text.
  fileprivate var text: String {
    var lines: [LabelledLine] = [
      ("chart", "\(chart), under \(light)"), ("reference", reference),
      ("light", "x, y \(chromaticity.text)   \(placeText(temperature, duv))"),
    ]
    lines += [meter?.line].compactMap(\.self)
    lines.append(("gains", channels(gains)))
    lines.append(
      (
        "CIEDE2000",
        "\(fixed(difference.before, 2)) with white balance alone, \(fixed(difference.after, 2)) with the matrix, "
          + "\(fixed(difference.leaveOneOut, 2)) with that of all other patches (means)"
      ))
    let worst = patches.sorted { $0.after > $1.after }.prefix(3)
    lines.append(("worst", worst.map { "\($0.name) \(fixed($0.after, 1))" }.joined(separator: "   ")))
    lines.append(("noise", "grows up to \(fixed(conditionNumber, 1)) times"))
    lines += excluded.map { ("left out", $0.message) }
    lines += warnings.map { ("warning", $0.message) }
    return labelled(lines)
  }

  /// Creates the record of one chart.
  ///
  /// - Throws: An error where the fitted neutral has no gains.
  fileprivate init(_ chart: ReadChart, _ fit: ChartFit) throws {
    let light = fit.light
    self.init(
      chart: chart.file, light: light.name, reference: chart.reference.name,
      chromaticity: Report.XY(x: light.chromaticity.x, y: light.chromaticity.y),
      temperature: light.temperatureAndTint.temperature, duv: light.temperatureAndTint.duv,
      meter: chart.meter, neutral: Report.RGB(fit.neutral),
      gains: Report.RGB(try WhiteBalanceGains(neutralizing: fit.neutral)),
      matrix: fit.matrix.entries, difference: CalibrationReport.Differences(fit),
      conditionNumber: fit.conditionNumber, orientation: fit.orientation.rawValue,
      patches: fit.patches.map(CalibrationReport.Patch.init),
      excluded: fit.excluded.map(CalibrationReport.Excluded.init),
      verdict: chart.blackRefusal == nil ? VerdictWord(fit.refusals) : .refused,
      reasons: [chart.blackRefusal].compactMap { $0.map(Report.Reason.init) } + fit.refusals.map(Report.Reason.init),
      warnings: chart.warnings + fit.warnings.map(\.finding), refusals: Self.refusals(chart, fit))
  }

  /// Returns the reasons as text: the frame's black level first, then those of the fit.
  ///
  /// The black level that the grays give is told only once.
  private static func refusals(_ chart: ReadChart, _ fit: ChartFit) -> [String] {
    let grays = fit.isOfThisChart ? fit.black : nil
    let isOffBlack = fit.refusals.contains { $0.code == .offBlack }
    let ofFit = fit.refusals.map { refusal in
      guard refusal.code == .offBlack, let advice = chart.blackAdvice(grays) else { return refusal.description }
      return "\(refusal.description); \(advice)"
    }
    return [chart.blackReason(grays: isOffBlack ? nil : grays)].compactMap(\.self) + ofFit
  }
}

extension ChartFit {
  /// Whether the patches are a chart of this reference.
  ///
  /// Other patches, for example of a chart with its corners in another order, say nothing about the black level.
  fileprivate var isOfThisChart: Bool {
    !refusals.contains { [.balanceAlone, .exchangedChannels, .illConditioned].contains($0.code) }
  }
}

extension CalibrationReport.Differences {
  fileprivate init(_ fit: ChartFit) {
    self.init(
      before: fit.meanBefore, after: fit.meanAfter, leaveOneOut: fit.meanCrossValidated, largest: fit.largestAfter)
  }
}

extension CalibrationReport.Patch {
  fileprivate init(_ patch: ChartFit.Patch) {
    self.init(
      name: patch.name, before: patch.before, after: patch.after,
      leaveOneOut: patch.crossValidated.isFinite ? patch.crossValidated : nil)
  }
}

extension CalibrationReport.Excluded {
  package init(_ excluded: ExcludedPatch) {
    name = excluded.patch
    message = excluded.description
    (reason, difference) = (excluded.reason.code, excluded.reason.difference)
  }
}
