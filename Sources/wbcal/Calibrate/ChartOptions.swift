import ArgumentParser
import Calibration
import Colorimetry
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard
import Reports
import WhiteBalance

/// The options for charts, each under a light.
struct ChartOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The light of each chart or card, in turn: \(lightForms).", valueName: "light"))
  var light: [String] = []

  @Option(
    help: ArgumentHelp(
      "The chart's colours: CGATS with reflectances by wavelength, XYZ or Lab; one for all charts, or one for each. Default: "
        + "those in the readings' file, else the ColorChecker of 24 patches.",
      valueName: "file"))
  var reference: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The charts are raw frames: the corners of the patches' outer edges, in samples: top left, top right, bottom right, "
        + "bottom left. One for all charts, or one for each.",
      valueName: "x,y,x,y,x,y,x,y"),
    transform: CornersArgument.read)
  var corners: [CornersArgument] = []

  /// Throws for references and corners that do not fit the charts.
  func check(charts: [String]) throws {
    let count = charts.count
    guard corners.count <= 1 || corners.count == count else {
      throw ValidationError(
        "\(corners.count) --corners for \(counted(count, "chart")); give one for all, or one for each")
    }
    guard reference.count <= 1 || reference.count == count else {
      throw ValidationError(
        "\(reference.count) --reference for \(counted(count, "chart")); give none, one for all, or one for each")
    }
  }

  /// Throws unless there is a light for each chart, and raw frames are described whole.
  ///
  /// This is not part of `validate()`, because ArgumentParser reports a mistyped option only after the validation.
  /// Until then the option's value counts as a chart, and the option itself seems to be missing.
  func checkComplete(charts: [String], _ frames: FrameFileOptions, _ levels: LevelOptions) throws {
    try Self.check(charts, "chart", lights: light.count)
    if !corners.isEmpty {
      if let table = charts.first(where: { $0 != "-" && !NamedCamera.isCamera($0) && (try? Self.table($0)) != nil }) {
        throw ValidationError(
          "\(table): this is a file of readings, and --corners says that every chart is a raw frame; calibrate from one or the other"
        )
      }
      try frames.checkComplete(for: charts)
    } else if let option = frames.firstGiven ?? levels.firstGiven {
      throw ValidationError("\(option) needs --corners: without, a chart is a file of readings")
    }
  }

  /// Throws where an option that applies to charts alone is given with cards.
  func checkOfCards() throws {
    for (option, values) in [("--reference", reference), ("--corners", corners.map { "\($0)" })]
    where !values.isEmpty {
      throw ValidationError("\(option) applies to charts alone; leave it out with --card")
    }
  }

  /// Throws unless there is a light for each card, and raw frames are described whole.
  static func checkComplete(cards: [String], lights: [String], _ frames: FrameFileOptions) throws {
    try check(cards, "card", lights: lights.count)
    try frames.checkComplete(for: cards)
  }

  /// Throws unless there are as many lights as charts or cards, and standard input is one of them at most.
  private static func check(_ files: [String], _ noun: String, lights: Int) throws {
    try FrameFileOptions.checkStandardInput(files)
    guard files.count == lights else {
      throw ValidationError(
        "\(counted(files.count, noun)) and \(lights) --light; each \(noun) needs the light it was read under")
    }
  }

  /// - Parameter profile: The profile of the device that took raw frames.
  func charts(
    of files: [String], _ frames: FrameFileOptions, _ levels: LevelOptions, profile: DeviceProfile?
  ) throws -> [ReadChart] {
    try files.indices.map { index in
      let file = files[index]
      let given = try Self.calibrationLight(light[index])
      let referenceFile = reference.isEmpty ? nil : reference[reference.count == 1 ? 0 : index]
      do {
        let own = try referenceFile.map { try Self.table($0, mayBeFrame: false).reference() }
        let used: ChartReference
        let readings: [ChartReading]
        var (device, chart, uncorrected): (DeviceIdentity?, FramedChart?, Note?)
        if corners.isEmpty {
          let table = try Self.table(file)
          used = try own ?? (table.hasColor ? table.reference() : .colorChecker24)
          readings = try table.readings()
        } else {
          used = own ?? .colorChecker24
          let input = try frames.open(file, profile: profile)
          let framed = try self.chart(
            in: input, corners: corners[corners.count == 1 ? 0 : index], reference: used,
            frames, levels, profile: profile)
          (readings, device, chart) = (framed.readings, input.device, framed)
          uncorrected = Note(corrections: input.facts.corrections)
        }
        return ReadChart(
          file: file, device: device, readings: readings, reference: used, light: given.light, meter: given.meter,
          warnings: given.warnings + (chart?.warnings ?? []) + [uncorrected].compactMap(\.self), chart: chart)
      } catch let error as ChartTableError {
        throw Failure(.badData, error.description)
      }
    }
  }

  /// Reads a table.
  ///
  /// - Parameter mayBeFrame: Whether a raw frame could have been meant, for the message about a file that is no text.
  private static func table(_ file: String, mayBeFrame: Bool = true) throws -> ChartTable {
    let bytes = try InputFile.bytes(file, limit: largest)
    let tables: CGATSFile
    do throws(CGATSError) { tables = try CGATSFile(fileBytes: bytes) } catch {
      let other = mayBeFrame && error.fault == .notText ? ", or --corners, --format and the size of a raw frame" : ""
      throw Failure(.badData, "\(file): \(error)\(other)")
    }
    do throws(ChartTableError) { return try ChartTable(tables, name: file) } catch {
      throw Failure(.badData, error.description)
    }
  }

  /// The largest file of readings, in bytes: 16 MiB. 10 000 patches with spectra have about 4 MiB.
  private static let largest = 16 << 20

  static let lightForms = LightArgument.forms + "; or its x,y"

  static func calibrationLight(_ text: String) throws -> GivenLight {
    if let place = NumbersArgument(argument: text)?.numbers, place.count == 2 {
      do throws(CalibrationError) {
        let chromaticity = Chromaticity(x: place[0], y: place[1])
        let light = try CalibrationLight(name: text, chromaticity: chromaticity)
        return GivenLight(light: light, warnings: [unlikely(light)].compactMap(\.self), meter: nil)
      } catch { throw Failure(.usage, "--light: \(error)") }
    }
    let argument = try LightArgument(text, option: "--light", forms: lightForms)
    do throws(CalibrationError) {
      return GivenLight(
        light: try CalibrationLight(name: argument.name, spectrum: argument.spectrum), warnings: argument.warnings,
        meter: argument.meter)
    } catch { throw Failure(.badData, "--light: \(error)") }
  }

  /// Returns a warning about a light that is farther from the locus than nearly all are. Its numbers may be mistyped.
  private static func unlikely(_ light: CalibrationLight) -> Note? {
    let duv = light.temperatureAndTint.duv
    guard abs(duv) > usualDuv else { return nil }
    return Note(
      .unlikelyLight, value: duv, limit: usualDuv,
      "--light \(light.name) has a Duv of \(fixed(duv, 4)), and few lights are beyond \(usualDuv); x must come before y"
    )
  }

  /// The largest usual distance from the Planckian locus, in Duv. 53 of 55 measured lamps
  /// (`Data/colour-science/measured_lamps_5nm.csv`) and all of the CIE's illuminants are nearer.
  private static let usualDuv = 0.012
}

extension ReadChart {
  /// Fits or checks the chart. Where the fit fails and the black level is not known, the black level is the reason.
  func judged<Result>(_ judge: () throws(CalibrationError) -> Result) throws -> Result {
    do throws(CalibrationError) { return try judge() } catch {
      let name = "\(file) under \(light.name)"
      guard let blackRefusal else { throw Failure(.badData, "\(name): \(error)") }
      throw Failure(refused: [(name, ["\(blackRefusal)", "\(error)"])])
    }
  }
}
