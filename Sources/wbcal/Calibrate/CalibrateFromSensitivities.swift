import ArgumentParser
import Calibration
import Colorimetry
import DeviceProfiles
import SpectralData
import WhiteBalance

/// A camera known by its spectral sensitivities, and the lamps to learn its white map from.
struct SensitivityOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The camera's sensitivities: text with columns wavelength, red, green, blue, or rawtoaces JSON.",
      valueName: "file"))
  var sensitivities: String?

  @Option(
    help: ArgumentHelp(
      "Spectra of lamps, a column each, near copies side by side; without it, the CIE's fluorescent lamps and LEDs.",
      valueName: "file"))
  var lamps: String?

  func validate() throws {
    guard lamps == nil || sensitivities != nil else {
      throw ValidationError("--lamps needs --sensitivities: a white map is learnt from both")
    }
  }
}

extension Calibrate {
  func runFromSensitivities(_ path: String) throws {
    let (sensitivities, coverage) = try SpectralFile.sensitivities(path)
    var warnings = [coverage].compactMap { $0 }
    let lamps = try source.lamps.map(Self.lamps)
    warnings += lamps?.warnings ?? []
    let population = try lamps.map { try LightPopulation.with(lamps: $0.lights) } ?? .standard()
    let calibration: WhiteMapCalibration
    let checks: [WhiteMapCalibration.Check]
    let uncertainty: CharacterizationUncertainty
    do throws(SensitivityError) {
      calibration = try WhiteMapCalibration(sensitivities, lights: population)
      checks = try calibration.checks()
      uncertainty = try calibration.uncertainty(sensitivities, checks)
    } catch { throw Failure(.badData, "\(path): \(error)") }
    let matrix = calibration.checks(by: calibration.characterization.matrices)
    let made = WhiteMapReport(
      sensitivities: path, lamps: source.lamps, calibration, checks: checks, matrix: matrix, warnings: warnings,
      uncertainty: uncertainty, output: output, page: report)
    let profile = DeviceProfile(
      identity: identity, characterization: .whiteMap(calibration.characterization),
      uncertainty: uncertainty,
      provenance: "\(Release.maker), calibrate: a white map from spectral sensitivities and "
        + "\(made.lampErrors.count) lamps of " + (source.lamps == nil ? "CIE 15:2018" : "the user's"))
    try write(profile)
    if let report {
      try ReportPage(made, checks: checks, matrix: matrix, profile: profile).write(to: report)
    }
    if json { try Output.line(made) } else { try Output.line(made.text) }
  }

  private static func lamps(_ path: String) throws -> (lights: [LightPopulation.Light], warnings: [Note]) {
    let bytes = try InputFile.bytes(path)
    let table: SpectralTable
    do throws(SpectralDataError) { table = try SpectralTable(bytes, of: .power) } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
    var lights: [LightPopulation.Light] = []
    var refused: [Note] = []
    for (index, column) in table.columns.enumerated() {
      let name = column.name ?? "lamp \(index + 1)"
      do throws(ColorimetryError) {
        lights.append(try LightPopulation.Light(name: name, spectrum: column.distribution))
      } catch { refused.append(Note(.lampLeftOut, "\(path): \(name) is left out: \(error)")) }
    }
    guard !lights.isEmpty else {
      throw Failure(.badData, (refused.map(\.message) + ["\(path): no lamp is left"]).joined(separator: "\n  "))
    }
    return (lights, refused)
  }
}
