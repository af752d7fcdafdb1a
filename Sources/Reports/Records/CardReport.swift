package import Calibration
import Colorimetry
import GrayCard
import RawFrames
import WhiteBalance

/// The result of `wbcal calibrate cards`, as it is printed.
package struct CardReport: Encodable {
  struct Card: Encodable {
    var card, light, region: String
    var verdict: VerdictWord
    var chromaticity: Report.XY
    var temperature, duv: Double
    /// The facts that the light's file states about itself.
    var meter: MeterReport?
    var neutral, gains: Report.RGB?
    /// The standard error of the gains.
    var standardError: Report.RGB?
    var reasons: [Report.Reason]?
    /// The light that the refined profile finds, minus the given one; absent for a gain curve, which has none.
    var residual: CheckReport.Residual?
    var warnings: [Note]
  }
  struct Unit: Encodable {
    var red, blue: Double
    var redError, blueError: Double
    var chiSquare: Double
    var degreesOfFreedom: Int
  }

  /// The path of the new profile; absent where a card is refused, and so none is written.
  var output: String?
  /// The path of the HTML page; absent where none was requested.
  package var report: String?
  var verdict: VerdictWord
  /// The reason why the cards together are refused; absent where a card by itself is, and where none is.
  var reasons: [Note]?
  /// The path of the base profile.
  var profile: String?
  var cards: [Card]
  /// The response of this unit relative to the camera of the base profile; absent for a gain curve.
  var unit: Unit?
  /// The uncertainty of the new profile.
  var uncertainty: UncertaintyReport?
  /// The lowest and the highest temperature of a gain curve, in kelvin. Beyond them it is extrapolated.
  var temperatures: [Double]?
  var warnings: [Note] = []

  package init(_ read: [ReadCard], base: String?, output: String, page: String?) {
    profile = base
    report = page
    cards = read.map { card in
      let light = card.light
      var report = Card(
        card: card.file, light: light.name, region: card.measurement.reading.region.description, verdict: .refused,
        chromaticity: Report.XY(light.chromaticity), temperature: light.temperatureAndTint.temperature,
        duv: light.temperatureAndTint.duv, meter: card.meter, warnings: card.warnings)
      switch card.measurement.verdict {
      case .ok(let measured):
        report.verdict = .ok
        report.neutral = Report.RGB(measured.neutral.value)
        report.gains = Report.RGB(measured.gains.value)
        report.standardError = Report.RGB(measured.gains.standardError)
      case .refused(let refusals):
        report.reasons = refusals.map(Report.Reason.init)
      }
      return report
    }
    verdict = cards.contains { $0.verdict == .refused } ? .refused : .ok
    self.output = verdict == .ok ? output : nil
  }

  /// Refuses the cards together.
  package mutating func refuse(_ code: CalibrationError.CardsCode, _ message: String) {
    (verdict, output) = (.refused, nil)
    reasons = [Note(code: code.rawValue, message: message)]
  }

  package mutating func set(_ refinement: UnitRefinement) {
    let (factors, error) = (refinement.factors, refinement.standardError)
    unit = Unit(
      red: factors.red, blue: factors.blue, redError: factors.red * error.red, blueError: factors.blue * error.blue,
      chiSquare: refinement.chiSquare, degreesOfFreedom: refinement.degreesOfFreedom)
    for residual in refinement.residuals {
      for index in cards.indices where residual.cards.contains(cards[index].card) {
        guard Report.XY(residual.light.chromaticity) == cards[index].chromaticity else { continue }
        cards[index].residual = CheckReport.Residual(
          mired: residual.mired, duv: residual.duv,
          duvCorrection: residual.duvCorrection == 0 ? nil : residual.duvCorrection)
      }
    }
    uncertainty = UncertaintyReport(refinement.uncertainty)
    warnings = refinement.warnings.map(\.finding)
  }

  package mutating func set(_ calibration: GainCurveCalibration) {
    uncertainty = UncertaintyReport(calibration.uncertainty)
    temperatures = calibration.characterization.calibratedTemperatures.map { [$0.lowerBound, $0.upperBound] }
    warnings = calibration.warnings.map(\.finding)
  }

  /// Returns the temperatures between which a curve has points, or the one that it has.
  private static func reach(_ temperatures: [Double]) -> String {
    let (low, high) = (fixed(temperatures[0], 0), fixed(temperatures[1], 0))
    return low == high ? "at \(low) K" : "\(low) to \(high) K"
  }

  package var text: String {
    var lines: [LabelledLine] = []
    if let unit {
      lines.append(
        (
          "this unit",
          "red \(fixed(unit.red, 4)) ± \(fixed(unit.redError, 4))   blue \(fixed(unit.blue, 4)) ± "
            + "\(fixed(unit.blueError, 4))   times the profile's"
        ))
      if unit.degreesOfFreedom > 0 {
        lines.append(("chi-square", "\(fixed(unit.chiSquare, 1)) of \(unit.degreesOfFreedom) degrees of freedom"))
      }
    }
    if let temperatures {
      lines.append(("gain curve", Self.reach(temperatures)))
    }
    if let uncertainty { lines.append(("uncertainty", uncertainty.text)) }
    lines += warnings.map { ("warning", $0.message) }
    if let output { lines.append(("profile", output)) }
    if let report { lines.append(("report", report)) }
    return cards.map { $0.text + "\n\n" }.joined() + labelled(lines)
  }
}

extension CardReport.Card {
  /// The record as text.
  fileprivate var text: String {
    var lines: [LabelledLine] = [
      ("card", "\(card), under \(light), region \(region)"),
      ("light", "x, y \(chromaticity.text)   \(placeText(temperature, duv))"),
    ]
    lines += [meter?.line].compactMap(\.self)
    if let gains { lines.append(("gains", channels(gains))) }
    if let residual { lines.append(("off by", residual.text)) }
    lines += warnings.map { ("warning", $0.message) }
    return labelled(lines)
  }
}
