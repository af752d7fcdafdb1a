import ArgumentParser
import Calibration
import Colorimetry
import CommandOutput
import DeviceProfiles
import Reports
import SpectralData
import WhiteBalance

struct CalibrateSensitivities: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivities",
    abstract: "Make a camera's profile from its spectral sensitivities.",
    discussion: """
      A matrix and a white map are learnt: a map that takes LEDs and fluorescent lamps where they belong. How well it \
      finds lights that it has not seen is printed, and is the profile's uncertainty.

      Examples:
        wbcal calibrate sensitivities camera.json --output camera.icc
      """)

  @Argument(
    help: ArgumentHelp(
      "The camera's sensitivities: text with columns wavelength, red, green, blue, or rawtoaces JSON.",
      valueName: "file"))
  var sensitivities: String

  @Option(
    help: ArgumentHelp(
      "Spectra of lamps, a column each, lamps that are alike side by side; without it, the CIE's fluorescent lamps and LEDs.",
      valueName: "file"))
  var lamps: String?

  @OptionGroup(title: "Profile") var made: MadeProfileOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    try made.checkPlaces(inputs: [sensitivities] + [lamps].compactMap(\.self))
    var (camera, warnings, table) = try SpectralFile.camera(sensitivities)
    let learnt = try lamps.map(Self.lamps)
    warnings += learnt?.warnings ?? []
    let population = try learnt.map { try LightPopulation.with(lamps: $0.lights) } ?? .standard()
    let calibration: WhiteMapCalibration
    let checks: [WhiteMapCalibration.Check]
    let uncertainty: CharacterizationUncertainty
    do throws(SensitivityError) {
      calibration = try WhiteMapCalibration(camera, lights: population)
      checks = try calibration.checks()
      uncertainty = try calibration.uncertainty(camera, checks)
    } catch { throw Failure(.badData, "\(sensitivities): \(error)") }
    let matrix = calibration.checks(by: calibration.characterization.matrices)
    let result = WhiteMapReport(
      sensitivities: sensitivities, lamps: lamps, calibration, checks: checks, matrix: matrix, warnings: warnings,
      uncertainty: uncertainty, output: made.output, page: made.report)
    let profile = DeviceProfile(
      calibration, by: checks, lamps: lamps == nil ? "CIE 15:2018" : "the user's", uncertainty: uncertainty,
      identity: made.identity(manufacturer: table.manufacturer, model: table.model), program: Calibrate.program)
    try made.write(profile, page: ReportPage(result, checks: checks, matrix: matrix, profile: profile))
    try Output.report(result, text: result.text, json: json)
  }

  private static func lamps(_ path: String) throws -> (lights: [LightPopulation.Light], warnings: [Note]) {
    let bytes = try InputFile.bytes(path, limit: SpectralFile.largest)
    guard ProfileFileKind(bytes)?.isSensitivities != true else {
      throw Failure(.badData, "\(path): these are spectral sensitivities of a camera; --lamps takes spectra of lights")
    }
    let table: SpectralTable
    do throws(SpectralDataError) { table = try SpectralTable(bytes, of: .power) } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
    var lights: [LightPopulation.Light] = []
    var refused: [Note] = []
    for (index, column) in table.columns.enumerated() {
      let name = column.name ?? "lamp \(index + 1)"
      if let fault = SpectralFile.faultOfEnds(of: column.distribution) {
        refused.append(Note(.lampLeftOut, "\(path): \(name) is left out: \(fault)"))
        continue
      }
      do throws(ColorimetryError) {
        lights.append(try LightPopulation.Light(name: name, spectrum: column.distribution))
      } catch { refused.append(Note(.lampLeftOut, "\(path): \(name) is left out: \(error)")) }
    }
    guard !lights.isEmpty else {
      throw Failure(.badData, (refused.map(\.message) + ["\(path): no lamp is left"]).joined(separator: "\n  "))
    }
    return (lights, SpectralFile.warnings(about: table, of: .power, path) + refused)
  }
}
