package import Calibration
import Colorimetry
import GrayCard
package import RawFrames
import WhiteBalance

/// The result of `wbcal calibrate`, as it is printed.
package struct CalibrationReport: Encodable {
  struct Differences: Encodable {
    /// Mean CIEDE2000 of the fitted patches: with white balance alone, with the matrix, and with that of all others.
    var before, after, leaveOneOut: Double
    var largest: Double
  }
  struct Patch: Encodable {
    var name: String
    var before, after: Double
    /// Absent where the others alone make no matrix.
    var leaveOneOut: Double?
  }
  struct Excluded: Encodable {
    var name, reason: String
    /// CIEDE2000 from what the other patches say, where that is the reason.
    var difference: Double?
    var message: String
  }
  struct Light: Encodable {
    var chart, light, reference: String
    var chromaticity: Report.XY
    var temperature, duv: Double
    /// What the light's file states of itself.
    var meter: MeterReport?
    var neutral, gains: Report.RGB
    /// CIE XYZ to device, row by row.
    var matrix: [Double]
    var difference: Differences
    var conditionNumber: Double
    var orientation: String
    var patches: [Patch]
    var excluded: [Excluded]
    var verdict: Verdict
    /// Why it is refused; empty where it is not.
    var reasons: [Report.Reason]
    var warnings: [Note]
    /// The reasons for a person.
    let refusals: [String]

    private enum CodingKeys: CodingKey {
      case chart, light, reference, chromaticity, temperature, duv, meter, neutral, gains, matrix, difference
      case conditionNumber, orientation, patches, excluded, verdict, reasons, warnings
    }
  }

  var output: String
  /// The page of HTML, where one was asked for.
  var report: String?
  var lights: [Light]
  package var verdict: Verdict
  /// Why the lights together are refused; those of each are in ``lights``.
  var reasons: [Report.Reason]
  /// The uncertainty and the levels are the profile's. Readings tell no levels.
  var uncertainty: UncertaintyReport
  var black, white: ShownProfile.Levels?
  var warnings: [Note]
  /// The reasons for a person.
  let refusals: [String]

  private enum CodingKeys: CodingKey {
    case output, report, lights, verdict, reasons, uncertainty, black, white, warnings
  }

  package init(
    charts: [ReadChart], fits: [ChartFit], _ calibration: ChartCalibration, levels: SampleLevels?,
    output: String, page: String?
  ) throws {
    self.output = output
    report = page
    warnings = calibration.warnings.map(\.finding)
    reasons = calibration.refusals.map(Report.Reason.init)
    refusals = calibration.refusals.map(\.description)
    uncertainty = UncertaintyReport(calibration.uncertainty)
    black = levels.map { ShownProfile.Levels($0.black) }
    white = levels.map { ShownProfile.Levels($0.white) }
    lights = try zip(charts, fits).map { chart, fit in
      let light = fit.light
      // Patches that are no chart of this reference, such as those between corners in another order, tell no black level.
      let isNoChart = fit.refusals.contains {
        [.balanceAlone, .exchangedChannels, .illConditioned].contains($0.code)
      }
      let grays = isNoChart ? nil : fit.black
      return Light(
        chart: chart.file, light: light.name, reference: chart.reference.name,
        chromaticity: Report.XY(x: light.chromaticity.x, y: light.chromaticity.y),
        temperature: light.temperatureAndTint.temperature, duv: light.temperatureAndTint.duv,
        meter: chart.meter, neutral: Report.RGB(fit.neutral),
        gains: Report.RGB(try WhiteBalanceGains(neutralizing: fit.neutral)),
        matrix: fit.matrix.entries,
        difference: Differences(
          before: fit.meanBefore, after: fit.meanAfter, leaveOneOut: fit.meanLeftOut, largest: fit.largestAfter),
        conditionNumber: fit.conditionNumber, orientation: fit.orientation.rawValue,
        patches: fit.patches.map {
          Patch(name: $0.name, before: $0.before, after: $0.after, leaveOneOut: $0.leftOut.isFinite ? $0.leftOut : nil)
        },
        excluded: fit.excluded.map(Excluded.init),
        verdict: chart.blackRefusal == nil ? Verdict(fit.refusals) : .refused,
        reasons: [chart.blackRefusal].compactMap { $0.map(Report.Reason.init) } + fit.refusals.map(Report.Reason.init),
        warnings: chart.warnings + fit.warnings.map(\.finding),
        refusals: [chart.blackReason(grays: fit.refusals.contains { $0.code == .offBlack } ? nil : grays)]
          .compactMap(\.self)
          + fit.refusals.map { refusal in
            refusal.description + (refusal.code == .offBlack ? chart.blackAdvice(grays).map { "; \($0)" } ?? "" : "")
          })
    }
    verdict = lights.contains { $0.verdict == .refused } ? .refused : Verdict(calibration.refusals)
  }

  /// For standard error: every reason, and what else was seen.
  package var refusalText: String {
    var lines: [String] = []
    for light in lights where light.verdict == .refused {
      lines.append("\(light.chart) under \(light.light): refused")
      lines += light.refusals.map { "  \($0)" }
      lines += light.warnings.map { "  \($0.message)" } + light.excluded.map { "  left out: \($0.message)" }
    }
    if !refusals.isEmpty { lines += ["the lights together: refused"] + refusals.map { "  \($0)" } }
    return lines.joined(separator: "\n")
  }

  package var text: String {
    var lines: [String] = []
    for light in lights {
      lines.append("chart         \(light.chart), under \(light.light)")
      lines.append("reference     \(light.reference)")
      lines.append(
        "light         x, y \(fixed(light.chromaticity.x, 5)), \(fixed(light.chromaticity.y, 5))   "
          + "\(fixed(light.temperature, 0)) K   Duv \(fixed(light.duv, 5))")
      lines += [light.meter?.line].compactMap(\.self)
      lines.append(
        "gains         red \(fixed(light.gains.red, 4))   green \(fixed(light.gains.green, 4))   blue "
          + fixed(light.gains.blue, 4))
      lines.append(
        "CIEDE2000     \(fixed(light.difference.before, 2)) with white balance alone, \(fixed(light.difference.after, 2)) "
          + "with the matrix, \(fixed(light.difference.leaveOneOut, 2)) with that of all other patches (means)")
      let worst = light.patches.sorted { $0.after > $1.after }.prefix(3)
      lines.append("worst         " + worst.map { "\($0.name) \(fixed($0.after, 1))" }.joined(separator: "   "))
      lines.append("noise         grows up to \(fixed(light.conditionNumber, 1)) times")
      lines += light.excluded.map { "left out      \($0.message)" }
      lines += light.warnings.map { "warning       \($0.message)" }
      lines.append("")
    }
    lines.append("uncertainty   \(uncertainty.text)")
    if let black, let white { lines.append("levels        black \(black.text), white \(white.text)") }
    lines += warnings.map { "warning       \($0.message)" }
    lines.append("profile       \(output)")
    if let report { lines.append("report        \(report)") }
    return lines.joined(separator: "\n")
  }
}

extension CalibrationReport.Excluded {
  package init(_ excluded: ExcludedPatch) {
    name = excluded.patch
    message = excluded.description
    switch excluded.reason {
    case .clipped: (reason, difference) = ("clipped", nil)
    case .tooDark: (reason, difference) = ("tooDark", nil)
    case .noReference: (reason, difference) = ("noReference", nil)
    case .flared(let value): (reason, difference) = ("flared", value)
    case .offTheFit(let value): (reason, difference) = ("offTheFit", value)
    }
  }
}
