package import Calibration
import Colorimetry
package import GrayCard
import RawFrames
import WhiteBalance

/// The result of `wbcal profile check` on a gray card, as it is printed.
package struct CardCheckReport: Encodable {
  package var card, light, region: String
  /// The temperature and Duv of the given light.
  var temperature, duv: Double
  /// The facts that the light's file states about itself.
  var meter: MeterReport?
  /// The gains for the card and their standard errors; absent where the card is refused.
  var gains, standardError: Report.RGB?
  /// The light that the profile finds for the card; absent where the card is refused.
  var found: Report.XY?
  var foundTemperature, foundDuv: Double?
  var residual: CheckReport.Residual?
  /// The errors that the profile states for this light; absent where it states none.
  var stated: StatedReport?
  var verdict: VerdictWord
  /// The reasons for refusing the card; empty where it is not refused.
  var reasons: [Report.Reason]
  var warnings: [Note]
  /// The reasons as text.
  package let refusals: [String]
  /// The light and the place where it was found, for a drawing.
  let place: WhiteResidual

  private enum CodingKeys: CodingKey {
    case card, light, region, temperature, duv, meter, gains, standardError, found, foundTemperature, foundDuv
    case residual, stated, verdict, reasons, warnings
  }

  /// - Parameter check: `nil` where the card was refused.
  package init(_ file: String, _ given: GivenLight, _ measurement: CardMeasurement, _ check: CardCheck?) {
    let light = given.light
    card = file
    self.light = light.name
    region = measurement.reading.region.description
    temperature = light.temperatureAndTint.temperature
    duv = light.temperatureAndTint.duv
    place = WhiteResidual(light, check?.estimate)
    meter = given.meter
    warnings = given.warnings + measurement.warnings
    switch measurement.verdict {
    case .refused(let cardRefusals):
      reasons = cardRefusals.map(Report.Reason.init)
      refusals = cardRefusals.map(\.description)
    case .ok(let measured):
      gains = Report.RGB(measured.gains.value)
      standardError = Report.RGB(measured.gains.standardError)
      reasons = check?.refusals.map(Report.Reason.init) ?? []
      refusals = check?.refusals.map(\.description) ?? []
    }
    if let check {
      found = Report.XY(check.estimate.chromaticity)
      foundTemperature = check.estimate.temperatureAndTint?.temperature
      foundDuv = check.estimate.temperatureAndTint?.duv
      residual = check.residual.map { .init(mired: $0.mired, duv: $0.duv) }
      stated = StatedReport(check.stated, check.residual)
      warnings += check.warnings.map(\.finding)
    }
    verdict = refusals.isEmpty ? .ok : .refused
  }

  package var text: String {
    var lines: [LabelledLine] = [
      ("card", "\(card), under \(light), region \(region)"), ("light", placeText(temperature, duv)),
    ]
    lines += [meter?.line].compactMap(\.self)
    if let gains {
      lines.append(("gains", channels(gains)))
    }
    if let foundTemperature, let foundDuv, let residual {
      lines.append(("found", placeText(foundTemperature, foundDuv)))
      lines.append(("off by", residual.text + (stated.map { ", \($0.distance)" } ?? "")))
    } else if let found {
      lines.append(("found", "x, y \(found.text), which has no temperature"))
    }
    let nothing =
      found == nil
      ? "not comparable: no light was found"
      : residual == nil ? "not comparable: the light that was found has no temperature" : "nothing"
    lines.append(("stated", stated?.text ?? nothing))
    lines.append(("verdict", verdict.rawValue))
    lines += warnings.map { ("warning", $0.message) }
    return labelled(lines) + "\n"
  }
}
