package import Calibration
package import DeviceProfiles
import Diagrams
import GrayCard
import WhiteBalance

extension ReportPage {
  /// Creates the page about a profile made from charts.
  package init(_ report: CalibrationReport, fits: [ChartFit], profile: DeviceProfile) {
    title = "Calibration of \(profile.identity)"
    subtitle = "\(Self.made(report.output)) from \(counted(fits.count, "chart"))."
    summary = report.lights.map { light in
      let difference = light.difference
      return "\(light.chart) under \(light.light): the \(light.patches.count) patches of \(light.reference) differ by "
        + "\(decimal(difference.before, 2)) with white balance alone, by \(decimal(difference.after, 2)) with the matrix, "
        + "and by \(Self.difference(difference.leaveOneOut)) where the matrix was made without them (mean CIEDE2000). "
        + "The last is the one to trust. \(Self.verdict(difference.leaveOneOut))"
    }
    stated = report.output == nil ? Self.noProfile : Self.stated(profile.uncertainty)
    refusals = report.refusals + report.lights.flatMap { light in light.refusals.map { "Under \(light.light): \($0)" } }
    warnings =
      report.warnings.map(\.message)
      + report.lights.flatMap { light in light.warnings.map { "Under \(light.light): \($0.message)" } }
    warnings += fits.flatMap { fit in
      fit.excluded.map { "Under \(fit.light.name), left out: \($0)" }
    }
    let residuals = fits.map { WhiteResidual($0.light, try? profile.characterization.light(forNeutral: $0.neutral)) }
    sections = [
      WhiteResidual.section(residuals),
      Self.section("Gains over temperature", [GainDiagram(profile: profile).figure]),
    ]
    sections += zip(report.lights, fits).map { light, fit in
      let figures = Self.table(
        ["", "under \(light.light)"],
        [
          ["gains, red green blue", Self.gains(light.gains)],
          ["CIEDE2000, white balance alone", decimal(light.difference.before, 2)],
          ["CIEDE2000, matrix", decimal(light.difference.after, 2)],
          ["largest of a patch", decimal(light.difference.largest, 2)],
          ["CIEDE2000, leave one out", Self.difference(light.difference.leaveOneOut)],
          ["condition number, the largest growth of noise", fixed(light.conditionNumber, 1)],
        ])
      return Self.section("Patches under \(light.light)", [figures] + PatchReport(fit).markup)
    }
  }

  /// Creates the page about a profile that is checked with charts from which it was not made.
  package init(_ reports: [CheckReport], checks: [ChartCheck], profile: DeviceProfile, file: String) {
    title = "Check of \(profile.identity)"
    subtitle = "Profile \(file), on \(counted(checks.count, "chart"))."
    summary = reports.map { report in
      var text = "\(report.chart) under \(report.light): "
      if let residual = report.residual {
        text += Self.off(residual, report.stated)
      } else {
        text += "the light that is found has no temperature"
      }
      if let difference = report.difference {
        text += "; colours differ by \(decimal(difference, 2)) (mean CIEDE2000). \(Self.verdict(difference))"
      } else {
        text += "; this profile is a look-up table, which is used for lights and not for colours."
      }
      return text
    }
    stated = Self.stated(profile.uncertainty)
    refusals = reports.flatMap { report in report.refusals.map { "Under \(report.light): \($0)" } }
    warnings = reports.flatMap { report in
      report.warnings.map { "Under \(report.light): \($0.message)" }
        + report.excluded.map { "Under \(report.light), left out: \($0.message)" }
    }
    let residuals = checks.map { WhiteResidual($0.light, $0.estimate) }
    sections = [
      WhiteResidual.section(residuals),
      Self.section("Gains over temperature", [GainDiagram(profile: profile).figure]),
    ]
    for (report, check) in zip(reports, checks) where !check.patches.isEmpty || !check.excluded.isEmpty {
      sections.append(Self.section("Patches under \(report.light)", PatchReport(check).markup))
    }
  }

  /// Creates the page about a profile that is checked with gray cards from which it was not made.
  package init(_ reports: [CardCheckReport], profile: DeviceProfile, file: String) {
    title = "Check of \(profile.identity)"
    subtitle = "Profile \(file), on \(counted(reports.count, "gray card"))."
    summary = reports.map { report in
      let what = "\(report.card) under \(report.light): "
      guard report.found != nil else { return what + "the card cannot be trusted." }
      guard let residual = report.residual else { return what + "the light that is found has no temperature." }
      return what + Self.off(residual, report.stated) + "."
    }
    stated = Self.stated(profile.uncertainty)
    refusals = reports.flatMap { report in
      report.refusals.map { "\(report.card) under \(report.light): \($0)" }
    }
    warnings = reports.flatMap { report in
      report.warnings.map { "\(report.card) under \(report.light): \($0.message)" }
    }
    let places = reports.filter { $0.found != nil }.map(\.place)
    sections = places.isEmpty ? [] : [WhiteResidual.section(places)]
    sections += [
      Self.section(
        "Cards",
        [
          Self.table(
            [
              "card", "light", "red gain", "blue gain", "stated, mired", "stated, Duv", "stated of",
              "off, stated errors", "verdict",
            ],
            reports.map { report in
              let stated = report.stated
              return [report.card, report.light] + Self.gainCells(report.gains, report.standardError)
                + [
                  stated.map { decimal($0.mired, 1) } ?? "–", stated.map { decimal($0.duv, 4) } ?? "–",
                  stated.flatMap(Self.population) ?? "–", stated.map { decimal($0.off, 1) } ?? "–",
                  report.verdict.rawValue,
                ]
            })
        ]), Self.section("Gains over temperature", [GainDiagram(profile: profile).figure]),
    ]
  }

  /// Creates the page about a profile made from gray cards, or about the reason why it was not made.
  ///
  /// - Parameter profile: The profile; `nil` where a card was refused, or the cards together.
  package init(_ report: CardReport, cards: [ReadCard], refusals: [String], profile: DeviceProfile?) {
    title = "Calibration of \(profile.map { "\($0.identity)" } ?? "a camera")"
    subtitle = "\(Self.made(report.output)) from \(counted(cards.count, "gray card"))."
    summary = []
    if let unit = report.unit {
      summary.append(
        "This unit's red is \(decimal(unit.red, 4)) ± \(decimal(unit.redError, 4)) times, and its blue "
          + "\(decimal(unit.blue, 4)) ± \(decimal(unit.blueError, 4)) times that of the profile it was fitted from.")
    }
    if let temperatures = report.temperatures {
      summary.append(
        temperatures[0] == temperatures[1]
          ? "The gain curve has one point, at \(decimal(temperatures[0], 0)) K; elsewhere it is a typical camera's."
          : "The gain curve reaches from \(decimal(temperatures[0], 0)) to \(decimal(temperatures[1], 0)) K; beyond that it is "
            + "a typical camera's.")
    }
    stated = profile.map { Self.stated($0.uncertainty) } ?? Self.noProfile
    self.refusals = refusals
    warnings =
      report.warnings.map(\.message)
      + report.cards.flatMap { card in card.warnings.map { "\(card.card) under \(card.light): \($0.message)" } }
    let places = cards.compactMap { card -> WhiteResidual? in
      guard let measured = card.measurement.card, let profile else { return nil }
      let light = try? MeasuredLight(
        forNeutral: measured.neutral, on: profile.characterization, uncertainty: profile.uncertainty,
        of: card.light.kind)
      return WhiteResidual(card.light, light?.estimate)
    }
    sections = places.isEmpty ? [] : [WhiteResidual.section(places)]
    let isCorrected = report.cards.contains { $0.residual?.duvCorrection != nil }
    sections.append(
      Self.section(
        "Cards",
        [
          Self.table(
            ["card", "light", "region", "red gain", "blue gain", "verdict"] + (isCorrected ? ["Duv corrected by"] : []),
            report.cards.map { card in
              [card.card, card.light, card.region] + Self.gainCells(card.gains, card.standardError)
                + [card.verdict.rawValue]
                + (isCorrected ? [card.residual?.duvCorrection.map { signed($0, 4) } ?? "–"] : [])
            })
        ]))
    if let profile { sections.append(Self.section("Gains over temperature", [GainDiagram(profile: profile).figure])) }
  }

  /// Returns the cells of the red and blue gains with their standard errors.
  private static func gainCells(_ gains: Report.RGB?, _ error: Report.RGB?) -> [String] {
    guard let gains, let error else { return ["–", "–"] }
    return [
      "\(decimal(gains.red, 4)) ± \(decimal(error.red, 4))", "\(decimal(gains.blue, 4)) ± \(decimal(error.blue, 4))",
    ]
  }

  /// Returns a difference of colours as text. It is not known for a patch without which there is no fit.
  private static func difference(_ value: Double) -> String { value.isFinite ? decimal(value, 2) : "an unknown amount" }

  /// Returns the clause about the distance between a light and the place where it was found.
  private static func off(_ residual: CheckReport.Residual, _ stated: StatedReport?) -> String {
    "the light is found off by \(signed(residual.mired, 2)) mired and Duv \(signed(residual.duv, 5))"
      + (stated.map { ", \($0.distance) (\(decimal($0.mired, 1)) mired, Duv \(decimal($0.duv, 4)))" } ?? "")
      + (correctionText(stated?.duvCorrection, signed).map { ", \($0)" } ?? "")
  }

  /// Returns the lights for which errors hold, and the correction for them.
  private static func population(_ stated: StatedReport) -> String? {
    stated.plural.map { plural in plural + (correctionText(stated.duvCorrection, signed).map { ", \($0)" } ?? "") }
  }

  /// Creates the page about a profile with a white map.
  package init(
    _ report: WhiteMapReport, checks: [WhiteMapCalibration.Check], matrix: [WhiteMapCalibration.Check],
    profile: DeviceProfile
  ) {
    title = "Calibration of \(profile.identity)"
    subtitle = "Profile \(report.output), made from the sensitivities of \(report.sensitivities)."
    let (lamps, references) = (report.lampErrors, report.referenceErrors)
    summary = [
      "Lamps that the map was not learnt from are found off by Duv \(decimal(lamps.duv.median, 4)) and "
        + "\(decimal(lamps.mired.median, 1)) mired; by the matrix alone, by \(decimal(lamps.duv.matrixMedian, 4)) and "
        + "\(decimal(lamps.mired.matrixMedian, 1)) (medians of \(lamps.count)).",
      "Black bodies and daylight are off by Duv \(decimal(references.duv.median, 6)) and "
        + "\(decimal(references.mired.median, 2)) mired; by the matrix alone, by "
        + "\(decimal(references.duv.matrixMedian, 6)) and \(decimal(references.mired.matrixMedian, 2)).",
      "Two lamps of three are within \(decimal(lamps.mired.standardError, 1)) mired and Duv "
        + "\(decimal(lamps.duv.standardError, 4)).",
    ]
    stated = Self.stated(profile.uncertainty)
    warnings = report.warnings.map(\.message)
    let byMatrix = Dictionary(matrix.map { ($0.light, WhiteResidual($0)) }) { first, _ in first }
    // The worst lamps come first, because they need attention.
    let lampChecks = checks.filter { !$0.light.isReference }
      .sorted { ($0.distance ?? .infinity) > ($1.distance ?? .infinity) }
    let residuals = lampChecks.map(WhiteResidual.init)
    let rows = zip(lampChecks, residuals).map { check, residual in
      [residual.name] + [check.distance.map { decimal($0, 4) } ?? "–"] + residual.residualCells
        + (byMatrix[check.light]?.residualCells ?? ["–", "–"])
        + residual.placeCells
    }
    sections = [
      Self.section(
        "Lamps",
        [
          WhiteResidual.figure(residuals, labelled: Self.namedLamps, illuminants: false),
          Self.table(
            [
              "lamp, worst first", "off by, u′v′", "off by, mired", "off by, Duv", "matrix alone, mired",
              "matrix alone, Duv", "kelvin",
              "Duv",
            ], rows),
        ]), Self.section("Gains over temperature", [GainDiagram(profile: profile).figure]),
    ]
  }

  /// The number of lamps whose names are drawn. All names together would hide the dots.
  private static let namedLamps = 6

  private static func made(_ output: String?) -> String {
    output.map { "Profile \($0), made" } ?? "No profile was made"
  }

  private static func gains(_ gains: Report.RGB) -> String {
    [gains.red, gains.green, gains.blue].map { decimal($0, 4) }.joined(separator: "  ")
  }

  /// Returns a verdict on a mean CIEDE2000. Docs/Calibration.md has its figures.
  private static func verdict(_ difference: Double) -> String {
    let others = "Simulated charts have 0.5 to 1.6, and real ones up to 2.5"
    return switch difference {
    case ...2.5: "\(others): this is as good as they are."
    case ...4: "\(others): this is fair, and could be better."
    default: "\(others): this is too much to rely on."
    }
  }
}
