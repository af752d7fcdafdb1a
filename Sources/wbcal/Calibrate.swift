import ArgumentParser
import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import WhiteBalance

struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a camera's profile from readings of a colour chart, or from spectral sensitivities.",
    discussion: """
      Each --chart needs the --light that it was read under, as a spectrum if there is one. Two lights far from each \
      other, such as A and D65, make a profile that holds between them.

      Patches that are clipped, too dark, flared, or far from what the others say are left out, and named. The matrix of \
      each light keeps its white exactly.

      From spectral sensitivities a matrix and a white map are learnt: a map that takes LEDs and fluorescent lamps where \
      they belong. How well it finds lights that it has not seen is printed, and is the profile's uncertainty.

      Examples:
        wbcal calibrate --sensitivities camera.json --lamps lamps.csv --output camera.icc
        wbcal calibrate --chart tungsten.ti3 --light A --chart daylight.ti3 --light D65 --output camera.icc
        wbcal calibrate --chart led.ti3 --light lamp.csv --reference chart.cie --output camera.icc
      """)

  @OptionGroup(title: "Chart") var options: ChartOptions
  @OptionGroup(title: "Spectral sensitivities") var source: SensitivityOptions

  @Option(help: ArgumentHelp("Where the profile goes, an ICC file.", valueName: "file"))
  var output: String

  @Option(help: "The camera's maker.")
  var manufacturer: String?

  @Option(help: "The camera's model.")
  var model = "camera"

  @Option(help: "The serial number of this camera, where the profile is of one unit.")
  var unit: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard !options.chart.isEmpty || source.sensitivities != nil else {
      throw ValidationError("nothing to calibrate from; give --chart and --light, or --sensitivities")
    }
    guard options.chart.isEmpty || source.sensitivities == nil else {
      throw ValidationError("--chart and --sensitivities are two ways to one profile; give one of them")
    }
    guard !model.isEmpty else { throw ValidationError("--model must not be empty") }
  }

  func run() throws {
    if let sensitivities = source.sensitivities { try runFromSensitivities(sensitivities) } else { try runFromCharts() }
  }

  private func runFromCharts() throws {
    let charts = try options.charts()
    var fits: [ChartFit] = []
    for chart in charts {
      do throws(CalibrationError) {
        fits.append(try ChartFit(readings: chart.readings, reference: chart.reference, light: chart.light))
      } catch {
        throw Failure(.badData, "\(chart.file) under \(chart.light.name): \(error)")
      }
    }
    let calibration: ChartCalibration
    do throws(CalibrationError) { calibration = try ChartCalibration(fits) } catch {
      throw Failure(.badData, "the lights do not go together: \(error)")
    }
    let profile = DeviceProfile(
      identity: identity, characterization: .matrices(calibration.characterization),
      provenance: "wbcal calibrate: "
        + zip(charts, fits).map { chart, fit in
          "\(chart.reference.name) under \(fit.light.name), \(fit.patches.count) patches, mean CIEDE2000 "
            + fixed(fit.meanAfter, 2)
        }.joined(separator: "; "))
    try write(profile)
    let report = try CalibrationReport(charts: charts, fits: fits, warnings: calibration.warnings, output: output)
    if json { try Output.line(report) } else { try Output.line(report.text) }
  }

  var identity: DeviceIdentity { DeviceIdentity(manufacturer: manufacturer, model: model, unit: unit) }

  func write(_ profile: DeviceProfile) throws {
    let bytes: [UInt8]
    do throws(ProfileError) { bytes = try profile.iccBytes() } catch { throw Failure(.badData, "\(output): \(error)") }
    try OutputFile.write(bytes, to: output)
  }
}

/// With so many decimals.
func fixed(_ value: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
