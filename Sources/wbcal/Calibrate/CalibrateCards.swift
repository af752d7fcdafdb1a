import ArgumentParser
import Calibration
import Colorimetry
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard
import RawFrames
import Reports
import WhiteBalance

struct CalibrateCards: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cards",
    abstract: "Fit a profile to one camera by gray cards, or make a gain curve of them.",
    discussion: """
      Gray cards, each a raw frame under a --light, fit the --profile of a camera to this unit: they measure how \
      strongly its red and blue respond beside the profile's. Without a --profile they make a gain curve. It has the \
      gains at the temperature of each light, and a typical camera's gains between and beyond them. A card that cannot \
      be trusted is refused, and status is 2.

      Examples:
        wbcal calibrate cards lamp.raw --light A shade.raw --light D75 \\
          --format RG10 --width 1920 --height 1080 --black 64 \\
          --profile model.icc --output unit.icc
      """)

  @Argument(
    help: ArgumentHelp(
      "Raw frames with a gray card, or a camera such as /dev/video0 or simulated:, each with its --light.",
      valueName: "source"))
  var cards: [String]

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The light of each card, in turn: \(ChartOptions.lightForms).", valueName: "light"))
  var light: [String] = []

  @Option(
    help: ArgumentHelp(
      "The profile to fit to this unit; without it, the cards make a gain curve.", valueName: "file"))
  var profile: String?

  @OptionGroup(title: "Region") var area: RegionOptions
  @OptionGroup(title: "Raw frames") var frames: FrameFileOptions
  @OptionGroup(title: "Levels") var levels: LevelOptions
  @OptionGroup(title: "Limits") var limits: CardLimitOptions
  @OptionGroup(title: "Profile") var made: MadeProfileOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    _ = try limits.limits()
  }

  func run() throws {
    try ChartOptions.checkComplete(cards: cards, lights: light, frames)
    try made.checkPlaces(inputs: cards + [profile].compactMap(\.self))
    let base = try self.profile.map(ProfileFile.load)
    let read = try cards.indices.map { try card($0, base: base) }
    var result = CardReport(read, base: self.profile, output: made.output, page: made.report)
    try checkVerdicts(of: read, result)
    var profile = try self.profile(base, of: read, &result)
    made.name(&profile.identity)
    profile.levels = profile.levels ?? read.lazy.compactMap(\.measurement.source.toldLevels).first
    try made.write(profile, page: ReportPage(result, cards: read, refusals: [], profile: profile))
    try Output.report(result, text: result.text, json: json)
  }

  /// Ends the command where a card is refused, after writing the page and the JSON object with the reasons.
  private func checkVerdicts(of read: [ReadCard], _ result: CardReport) throws {
    let refused = read.compactMap { card -> (String, [String])? in
      guard case .refused(let refusals) = card.measurement.verdict else { return nil }
      return ("\(card.file), region \(card.measurement.reading.region)", refusals.map { LevelOptions.text(of: $0) })
    }
    guard !refused.isEmpty else { return }
    let texts = refused.map { Failure(refused: [$0]).message }
    // Cards that are read from the same kind of place often have the same warnings.
    var notes: [String] = []
    for card in read where card.measurement.card == nil {
      for warning in card.warnings.map(\.message) where !notes.contains(warning) { notes.append(warning) }
    }
    var result = result
    try made.refuse(
      &result, \.report, page: ReportPage(result, cards: read, refusals: texts, profile: nil), json: json,
      because: Failure(refused: refused, notes: notes))
  }

  /// Returns the base profile fitted to this unit, or without a base a profile from the cards alone.
  private func profile(
    _ base: DeviceProfile?, of read: [ReadCard], _ result: inout CardReport
  ) throws -> DeviceProfile {
    let cards = read.compactMap { card in
      card.measurement.card.map { CardReading(name: card.file, light: card.light, neutral: $0.neutral) }
    }
    let identity = try made.identity(of: read.map { ($0.file, $0.device) })
    do throws(CalibrationError) {
      guard let base else {
        let calibration = try GainCurveCalibration(cards: cards)
        result.set(calibration)
        return DeviceProfile(
          calibration, by: cards, identity: identity, program: Calibrate.program)
      }
      let refinement = try UnitRefinement(of: base.characterization, uncertainty: base.uncertainty, cards: cards)
      result.set(refinement)
      var fitted = try base.fitted(by: refinement, cards: cards, program: Calibrate.program)
      // The profile now describes the cards' unit, unless the cards come from a camera of another model.
      if identity.isOfModel(of: base.identity) { fitted.identity.unit = identity.unit ?? fitted.identity.unit }
      return fitted
    } catch {
      // The profile is at fault, and not a card.
      if case .characterization = error, let profile { throw Failure(.badData, "\(profile): \(error)") }
      guard let code = error.ofCards else { throw Failure(.badData, error.description) }
      result.refuse(code, error.description)
      try made.refuse(
        &result, \.report, page: ReportPage(result, cards: read, refusals: [error.description], profile: nil),
        json: json, because: Failure(.refused, error.description))
    }
  }

  private func card(_ index: Int, base: DeviceProfile?) throws -> ReadCard {
    let given = try ChartOptions.calibrationLight(light[index])
    var settings = MeasurementSettings()
    // Without a base, the cards make a profile in place of the file's own.
    (settings.profile, settings.usesOwnColors, settings.area) = (base, false, area.area)
    (settings.frames, settings.levels, settings.limits) = (frames.selection, levels.settings, try limits.limits())
    let input = try frames.open(cards[index], profile: base)
    let measurement = try frames.measurement(of: input, levels: levels, settings)
    // The refinement reports which uncertainty it takes for the base, so this warning is left out.
    let ownsUncertainty = CardMeasurement.WarningCode.noProfileUncertainty.rawValue
    // The base is not this unit's yet, so the given light decides whether it is far from those of the base, and not the
    // one found.
    let far = CardWarning.Code.farFromCalibration
    let ofLight = base.flatMap { Note(given.light.temperatureAndTint, beyond: $0, limits: settings.limits) }
    return ReadCard(
      file: cards[index], device: input.device, light: given.light, meter: given.meter, measurement: measurement,
      warnings: given.warnings + [ofLight].compactMap(\.self)
        + measurement.warnings.filter { ![ownsUncertainty, far.rawValue].contains($0.code) })
  }
}
