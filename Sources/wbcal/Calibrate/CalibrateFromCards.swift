import ArgumentParser
import Calibration
import Colorimetry
import DeviceProfiles
import GrayCard
import RawFrames
import WhiteBalance

/// Gray cards in raw frames, each under a light, and the profile that they refine.
struct CardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A raw frame with a gray card, or a camera such as /dev/video0 or simulated:. Repeats, each with its --light.",
      valueName: "file"))
  var card: [String] = []

  @Option(
    help: ArgumentHelp(
      "The profile to fit to this unit; without it, the cards make a gain curve.", valueName: "file"))
  var profile: String?

  @OptionGroup var area: RegionOptions

  func validate() throws {
    guard profile == nil || !card.isEmpty else {
      throw ValidationError("--profile needs --card: gray cards fit it to this unit")
    }
  }
}

/// A card as it was read.
struct CardOfFile {
  let file: String
  let light: CalibrationLight
  let measurement: CardMeasurement
  let warnings: [Note]
}

extension Calibrate {
  func runFromCards() throws {
    let base = try cards.profile.map(ProfileFile.load)
    let read = try cards.card.indices.map { try card($0, base: base) }
    var report = CardReport(read, base: cards.profile, output: output)
    let refused = read.compactMap { card -> String? in
      guard case .refused(let refusals) = card.measurement.verdict else { return nil }
      return (["\(card.file), region \(card.measurement.reading.region): refused"] + refusals.map { "  \($0)" }).joined(
        separator: "\n")
    }
    guard refused.isEmpty else {
      if json { try Output.line(report) }
      throw Failure(.refused, refused.joined(separator: "\n"))
    }
    let readings = read.compactMap { card -> CardReading? in
      guard case .ok(let measured) = card.measurement.verdict else { return nil }
      return CardReading(
        name: card.file, light: card.light, neutral: measured.neutral.value, covariance: measured.neutral.covariance)
    }
    let names = read.map(\.light.name).joined(separator: ", ")
    var profile: DeviceProfile
    do throws(CalibrationError) {
      if let base {
        let refinement = try UnitRefinement(of: base.characterization, uncertainty: base.uncertainty, cards: readings)
        profile = base
        profile.characterization = try scaled(base.characterization, by: refinement.factors)
        profile.uncertainty = refinement.uncertainty
        profile.provenance += "; \(Release.maker), calibrate: fitted to a unit by gray cards under \(names)"
        report.set(refinement)
      } else {
        let calibration = try GainCurveCalibration(cards: readings)
        profile = DeviceProfile(
          identity: identity, characterization: .gainCurve(calibration.characterization),
          uncertainty: calibration.uncertainty,
          provenance: "\(Release.maker), calibrate: a gain curve by gray cards under \(names)")
        report.set(calibration)
      }
    } catch {
      throw Failure(.badData, error.description)
    }
    profile.identity.manufacturer = manufacturer ?? profile.identity.manufacturer
    profile.identity.model = model ?? profile.identity.model
    profile.identity.unit = unit ?? profile.identity.unit
    profile.levels = profile.levels ?? read.map(\.measurement.source).first { $0.blackOrigin != .assumed }?.levels
    try write(profile)
    if json { try Output.line(report) } else { try Output.line(report.text) }
  }

  private func card(_ index: Int, base: DeviceProfile?) throws -> CardOfFile {
    let file = cards.card[index]
    let (light, warning) = try ChartOptions.calibrationLight(options.light[index])
    let source = try options.frames.frame(of: options.frames.open(file), profile: base?.levels)
    let limits = try self.limits.limits()
    do throws(GrayCardError) {
      let measurement = try CardMeasurement(of: source, on: base, in: cards.area.area, limits: limits)
      // The refinement says itself what it takes for the base's uncertainty.
      let ownsUncertainty = CardMeasurement.WarningCode.noProfileUncertainty.rawValue
      return CardOfFile(
        file: file, light: light, measurement: measurement,
        warnings: [warning].compactMap(\.self) + measurement.warnings.filter { $0.code != ownsUncertainty })
    } catch {
      throw Failure(error, file)
    }
  }

  private func scaled(
    _ characterization: ProfileCharacterization, by factors: LinearRGB
  ) throws(CalibrationError) -> ProfileCharacterization {
    do throws(WhiteBalanceError) { return try characterization.scaled(by: factors) } catch {
      throw .characterization(error)
    }
  }
}
