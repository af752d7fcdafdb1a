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
      "A raw frame with a gray card, or a camera such as /dev/video0. Repeats, each with its --light.",
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
  let source: SourceFrame
  let reading: GrayCardReading
  let warnings: [Note]
}

extension Calibrate {
  func runFromCards() throws {
    let base = try cards.profile.map(ProfileFile.load)
    let read = try cards.card.indices.map { try card($0, base: base) }
    var report = try CardReport(read, base: cards.profile, output: output)
    let refused = read.compactMap { card -> String? in
      guard case .refused(let refusals) = card.reading.verdict else { return nil }
      return (["\(card.file), region \(card.reading.region): refused"] + refusals.map { "  \($0)" }).joined(
        separator: "\n")
    }
    guard refused.isEmpty else {
      if json { try Output.line(report) }
      throw Failure(.refused, refused.joined(separator: "\n"))
    }
    let readings = read.compactMap { card -> CardReading? in
      guard case .ok(let neutral) = card.reading.verdict else { return nil }
      return CardReading(
        name: card.file, light: card.light, neutral: neutral.value, covariance: neutral.covariance)
    }
    let names = read.map(\.light.name).joined(separator: ", ")
    var profile: DeviceProfile
    do throws(CalibrationError) {
      if let base {
        let refinement = try UnitRefinement(of: base.characterization, uncertainty: base.uncertainty, cards: readings)
        profile = base
        profile.characterization = try scaled(base.characterization, by: refinement.factors)
        profile.uncertainty = refinement.uncertainty
        profile.provenance += "; wbcal calibrate: fitted to a unit by gray cards under \(names)"
        report.set(refinement)
      } else {
        let calibration = try GainCurveCalibration(cards: readings)
        profile = DeviceProfile(
          identity: identity, characterization: .gainCurve(calibration.characterization),
          uncertainty: calibration.uncertainty, provenance: "wbcal calibrate: a gain curve by gray cards under \(names)"
        )
        report.set(calibration)
      }
    } catch {
      throw Failure(.badData, error.description)
    }
    profile.identity.manufacturer = manufacturer ?? profile.identity.manufacturer
    profile.identity.model = model ?? profile.identity.model
    profile.identity.unit = unit ?? profile.identity.unit
    profile.levels = profile.levels ?? read.first { $0.source.blackOrigin != .assumed }?.source.levels
    try write(profile)
    if json { try Output.line(report) } else { try Output.line(report.text) }
  }

  private func card(_ index: Int, base: DeviceProfile?) throws -> CardOfFile {
    let file = cards.card[index]
    let (light, warning) = try ChartOptions.calibrationLight(options.light[index])
    let source = try options.frames.source(file, profile: base?.levels)
    let limits = try self.limits.limits()
    let area = try cards.area.area(of: source.frame, profile: base, limits: limits)
    let estimator = GrayCardEstimator(limits: limits)
    do throws(GrayCardError) {
      let reading = try estimator.reading(of: source.frame, in: area.region, weighting: area.weighting)
      var warnings = [warning, source.blackOrigin.warning].compactMap(\.self)
      if let absence = area.absence { warnings.append(Note(absence)) }
      return CardOfFile(
        file: file, light: light, source: source, reading: reading,
        warnings: warnings + reading.warnings.map(Note.init))
    } catch {
      throw Failure(.badData, "\(file): \(error)")
    }
  }

  private func scaled(
    _ characterization: ProfileCharacterization, by factors: LinearRGB
  ) throws(CalibrationError) -> ProfileCharacterization {
    do throws(WhiteBalanceError) {
      switch characterization {
      case .matrices(let matrices): return .matrices(try matrices.scaled(by: factors))
      case .whiteMap(let map): return .whiteMap(try map.scaled(by: factors))
      case .gainCurve(let curve): return .gainCurve(try curve.scaled(by: factors))
      case .lookUpTable: throw .invalidCharacterization(.noMatrix)
      }
    } catch {
      throw .characterization(error)
    }
  }
}
