package import Calibration
import Colorimetry
package import DeviceProfiles
import GrayCard
package import WhiteBalance

/// The result of `wbcal profile check` on a chart, as it is printed.
package struct CheckReport: Encodable {
  struct Patch: Encodable {
    var name: String
    var difference: Double
  }
  struct Residual: Encodable {
    var mired, duv: Double
    /// What was added to the Duv that was found; absent where nothing was added, or where ``stated`` has it.
    var duvCorrection: Double?

    /// The distances as text.
    var text: String {
      "\(fixed(mired, 2)) mired, Duv \(fixed(duv, 5))" + (correctionText(duvCorrection).map { ", \($0)" } ?? "")
    }
  }

  package var chart, light, reference: String
  /// The temperature and Duv of the given light.
  var temperature, duv: Double
  /// The facts that the light's file states about itself.
  var meter: MeterReport?
  /// The light that the profile finds for the chart's white.
  var found: Report.XY
  var foundTemperature, foundDuv: Double?
  var residual: Residual?
  /// The errors that the profile states for this light; absent where it states none, or no temperature was found.
  var stated: StatedReport?
  /// The mean CIEDE2000; absent for a profile that describes lights and no colours.
  var difference: Double?
  var patches: [Patch]
  var excluded: [CalibrationReport.Excluded]
  package var verdict: VerdictWord
  /// The reasons for refusing the chart; empty where it is not refused.
  var reasons: [Report.Reason]
  var warnings: [Note]
  /// The reasons as text.
  package let refusals: [String]

  private enum CodingKeys: CodingKey {
    case chart, light, reference, temperature, duv, meter, found, foundTemperature, foundDuv, residual, stated,
      difference, patches
    case excluded, verdict, reasons, warnings
  }

  package init(_ chart: ReadChart, _ check: ChartCheck, profile: DeviceProfile) {
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
    verdict = chart.blackRefusal == nil ? VerdictWord(check.refusals) : .refused
    reasons = [chart.blackRefusal].compactMap { $0.map(Report.Reason.init) } + check.refusals.map(Report.Reason.init)
    refusals = [chart.blackRefusal?.description].compactMap(\.self) + check.refusals.map(\.description)
    warnings = chart.warnings + check.warnings.map(\.finding)
    if let note = Note(balanceOf: profile) { warnings.append(note) }
    if let note = Note(check.estimate) { warnings.append(note) }
  }

  package var text: String {
    var lines: [LabelledLine] = [
      ("chart", "\(chart), under \(light)"), ("reference", reference), ("light", placeText(temperature, duv)),
    ]
    lines += [meter?.line].compactMap(\.self)
    if let foundTemperature, let foundDuv, let residual {
      lines.append(("found", placeText(foundTemperature, foundDuv)))
      lines.append(("off by", residual.text + (stated.map { ", \($0.distance)" } ?? "")))
    } else {
      lines.append(("found", "x, y \(found.text), which has no temperature"))
    }
    let nothing = residual == nil ? "not comparable: the light that was found has no temperature" : "nothing"
    lines.append(("stated", stated?.text ?? nothing))
    if let difference {
      let worst = patches.sorted { $0.difference > $1.difference }.prefix(3)
      lines.append(("CIEDE2000", "\(fixed(difference, 2)) (mean)"))
      lines.append(("worst", worst.map { "\($0.name) \(fixed($0.difference, 1))" }.joined(separator: "   ")))
    } else {
      lines.append(("CIEDE2000", "not known: a profile of this kind is read for lights alone"))
    }
    lines.append(("verdict", verdict.rawValue))
    lines += excluded.map { ("left out", $0.message) }
    lines += warnings.map { ("warning", $0.message) }
    return labelled(lines) + "\n"
  }
}
