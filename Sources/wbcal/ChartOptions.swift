import ArgumentParser
import Calibration
import Colorimetry

/// Readings of charts, each under a light.
struct ChartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Readings of a chart: CGATS with RGB_R, RGB_G and RGB_B, such as Argyll's .ti3; or a raw frame, with --corners.",
      valueName: "file"))
  var chart: [String] = []

  @Option(
    help: ArgumentHelp("The light of each chart, in turn: \(LightArgument.forms); or x,y.", valueName: "light"))
  var light: [String] = []

  @Option(
    help: ArgumentHelp(
      "The chart's colours: CGATS with reflectances by wavelength, XYZ or Lab; one for all charts, or one for each. None: "
        + "those in the readings' file, else the ColorChecker of 24 patches.",
      valueName: "file"))
  var reference: [String] = []

  @OptionGroup(title: "Raw frames") var frames: ChartFrameOptions

  func validate() throws {
    guard frames.corners.count <= 1 || frames.corners.count == chart.count else {
      throw ValidationError(
        "\(frames.corners.count) --corners for \(chart.count) --chart; give one for all, or one for each")
    }
    guard chart.count == light.count else {
      throw ValidationError(
        "\(chart.count) --chart and \(light.count) --light; each chart needs the light it was read under")
    }
    guard reference.count <= 1 || reference.count == chart.count else {
      throw ValidationError(
        "\(reference.count) --reference for \(chart.count) --chart; give none, one for all, or one for each")
    }
  }

  /// What a chart's file, light and reference say.
  struct Chart {
    let file: String
    let readings: [ChartReading]
    let reference: ChartReference
    let light: CalibrationLight
    let warnings: [String]
  }

  func charts() throws -> [Chart] {
    try chart.indices.map { index in
      let file = chart[index]
      let (light, warning) = try Self.calibrationLight(light[index])
      let referenceFile = reference.isEmpty ? nil : reference[reference.count == 1 ? 0 : index]
      do {
        let given = try referenceFile.map { try Self.table($0).reference() }
        let used: ChartReference
        let readings: [ChartReading]
        if frames.corners.isEmpty {
          let table = try Self.table(file)
          used = try given ?? (table.hasColor ? table.reference() : .colorChecker24)
          readings = try table.readings()
        } else {
          used = given ?? .colorChecker24
          readings = try frames.readings(
            file, corners: frames.corners[frames.corners.count == 1 ? 0 : index], reference: used)
        }
        return Chart(
          file: file, readings: readings, reference: used, light: light, warnings: [warning].compactMap(\.self))
      } catch let error as ChartTableError {
        throw Failure(.badData, error.description)
      }
    }
  }

  private static func table(_ file: String) throws -> ChartTable {
    let bytes = try InputFile.bytes(file, limit: largest)
    let tables: CGATSFile
    do throws(CGATSError) { tables = try CGATSFile(fileBytes: bytes) } catch {
      throw Failure(.badData, "\(file): \(error)")
    }
    do throws(ChartTableError) { return try ChartTable(tables, name: file) } catch {
      throw Failure(.badData, error.description)
    }
  }

  /// 16 MiB: 10 000 patches with spectra are about 4.
  private static let largest = 16 << 20

  private static func calibrationLight(_ text: String) throws -> (CalibrationLight, warning: String?) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    if numbers.count == 2, let x = numbers[0], let y = numbers[1] {
      do throws(CalibrationError) {
        return (try CalibrationLight(name: text, chromaticity: Chromaticity(x: x, y: y)), nil)
      } catch { throw Failure(.usage, "--light: \(error)") }
    }
    let argument = try LightArgument(text, option: "--light")
    do throws(CalibrationError) {
      return (try CalibrationLight(name: argument.name, spectrum: argument.spectrum), argument.warning)
    } catch { throw Failure(.badData, "--light: \(error)") }
  }
}
