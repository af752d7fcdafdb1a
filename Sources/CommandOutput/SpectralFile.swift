package import Colorimetry
package import Reports
package import SpectralData
package import WhiteBalance

/// A spectrum in a file that is named on the command line.
package struct SpectralFile {
  package let spectrum: SpectralDistribution
  /// The facts that the file states about the light.
  package let stated: StatedLight?
  /// The warnings where the file lacks visible wavelengths, or its steps are long.
  package let warnings: [Note]

  /// Reads a spectrum.
  ///
  /// - Parameters:
  ///   - path: The path of a file with one spectrum. For a file with several, a colon and the number or name of one
  ///     follow.
  ///   - quantity: The quantity of the spectrum.
  /// - Throws: ``Failure`` where the file cannot be read or has no such spectrum, or where a light's spectrum ends
  ///   while there is much of the light left.
  package init(_ path: String, of quantity: SpectralQuantity) throws {
    let (file, column) = Self.parts(path)
    let bytes = try InputFile.bytes(file, limit: Self.largest)
    do throws(SpectralDataError) {
      let table = try SpectralTable(bytes, of: quantity)
      let found = try table.column(column)
      (spectrum, stated) = (found.distribution, found.stated)
      warnings = Self.warnings(about: table, of: quantity, file)
    } catch {
      let severalSpectra = if case .severalSpectra = error.fault { ", as in \(file):1" } else { "" }
      throw Failure(.badData, "\(file): \(error)\(severalSpectra)")
    }
    if quantity == .power, let fault = Self.faultOfEnds(of: spectrum) { throw Failure(.badData, "\(file): \(fault)") }
  }

  /// Returns the message about a light's spectrum that does not reach over ``neededNanometers`` and has much of its
  /// power at that end; `nil` for another.
  ///
  /// With its end at 650 nm D65 would be 6857 K (`wbcal simulate --light FILE`).
  package static func faultOfEnds(of spectrum: SpectralDistribution) -> String? {
    let (wavelengths, values) = (spectrum.wavelengths, spectrum.values)
    let (first, last) = (wavelengths[0], wavelengths[wavelengths.count - 1])
    let largest = zip(wavelengths, values).filter { SpectralTable.visible.contains($0.0) }.map(\.1).max() ?? 0
    for (place, value, isInside) in [
      ("begins at \(fixed(first, 1))", values[0], first > neededNanometers.lowerBound),
      ("ends at \(fixed(last, 1))", values[values.count - 1], last < neededNanometers.upperBound),
    ] where isInside && value > endShare * largest {
      return
        "the light's spectrum \(place) nm, where it has \(fixed(100 * value / largest, 0)) % of its largest power; measure at "
        + "least \(nanometers(neededNanometers)), better \(nanometers(SpectralTable.visible))"
    }
    return nil
  }

  private static func nanometers(_ range: ClosedRange<Double>) -> String {
    "\(fixed(range.lowerBound, 0)) to \(fixed(range.upperBound, 0)) nm"
  }

  /// The wavelengths that a light's spectrum must reach over. With these alone D65 is off by 30 K, and A by 17 K
  /// (`wbcal simulate --light FILE`).
  private static let neededNanometers = 410.0...690.0
  /// The share of its largest power that a spectrum may have at an end inside of ``neededNanometers``. A single LED has
  /// no more at the ends of its band.
  private static let endShare = 0.01

  /// Returns the sensitivities in a file.
  package static func sensitivities(_ path: String) throws -> (SpectralSensitivities, warnings: [Note]) {
    let camera = try camera(path)
    return (camera.sensitivities, camera.warnings)
  }

  /// Returns the sensitivities in a file, with the camera's name where the file has it.
  package static func camera(_ path: String) throws -> (
    sensitivities: SpectralSensitivities, warnings: [Note], table: SpectralTable
  ) {
    let bytes = try InputFile.bytes(path, limit: largest)
    do throws(SpectralDataError) {
      let table = try SpectralTable(bytes, of: .sensitivity)
      return (try SpectralSensitivities(table), warnings(about: table, of: .sensitivity, path), table)
    } catch { throw Failure(.badData, "\(path): \(error)") }
  }

  /// Returns whether a text that does not name an existing file was probably meant to name one. A point between digits
  /// belongs to a number, as in `FL3.16`.
  static func isPath(_ text: String) -> Bool {
    guard !text.contains("/"), let point = text.lastIndex(of: ".") else { return text.contains("/") }
    let (before, after) = (text[..<point].last, text[text.index(after: point)...])
    return !(before?.isNumber == true && !after.isEmpty && after.allSatisfy(\.isNumber))
  }

  /// Splits a text into a file and a column, at the first colon that follows the name of an existing file.
  ///
  /// A column's name may have colons too, such as a time. A text that is itself the name of a file is not split.
  private static func parts(_ path: String) -> (file: String, column: String?) {
    func isFile(_ name: some StringProtocol) -> Bool { (try? InputFile.find(String(name))) != nil }
    let colons = path.indices.filter { path[$0] == ":" }
    guard let colon = colons.first(where: { isFile(path[..<$0]) }) ?? colons.last, !isFile(path) else {
      return (path, nil)
    }
    return (String(path[..<colon]), String(path[path.index(after: colon)...]))
  }

  /// Returns the warnings where a table lacks visible wavelengths, or its steps are long.
  package static func warnings(about table: SpectralTable, of quantity: SpectralQuantity, _ file: String) -> [Note] {
    var warnings: [Note] = []
    let (visible, wavelengths) = (SpectralTable.visible, table.wavelengths)
    if !table.coversVisible {
      warnings.append(
        Note(
          .shortSpectrum,
          "\(file) has wavelengths from \(wavelengths[0]) to \(wavelengths[wavelengths.count - 1]) nm; it is taken to be 0 in "
            + "the rest of \(visible.lowerBound) to \(visible.upperBound) nm"))
    }
    // Surfaces have no narrow bands.
    if quantity != .reflectance, table.longestStep > longestStep * (1 + rounding) {
      warnings.append(
        Note(
          .coarseSpectrum, value: table.longestStep, limit: longestStep,
          "\(file) has steps of \(fixed(table.longestStep, 1)) nm (limit \(longestStep)); what is between two wavelengths is taken to "
            + "be a straight line"))
    }
    return warnings
  }

  /// The longest step without a warning, in nanometres. With 20 nm, CIE's LED-B3 is 0.003 off in Duv, with 50 nm 0.016.
  private static let longestStep = 10.0
  /// The share of a step by which differences of wavelengths may be rounded.
  private static let rounding = 1e-9

  /// The largest file, in bytes: 64 MiB. A thousand spectra in steps of 0.1 nm have about 40 MiB.
  package static let largest = 64 << 20
}
