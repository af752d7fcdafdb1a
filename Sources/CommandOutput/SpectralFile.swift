package import Colorimetry
package import Reports
package import SpectralData
package import WhiteBalance

/// Spectra and sensitivities in files that are named on the command line.
package struct SpectralFile {
  package let spectrum: SpectralDistribution
  /// The facts that the file itself states about the light.
  package let stated: StatedLight?
  /// A warning where the file does not reach over the visible wavelengths.
  package let warning: Note?

  /// Reads a spectrum.
  ///
  /// - Parameters:
  ///   - path: The path of a file with one spectrum, or of a file with several, a colon, and the number or name of one.
  ///   - quantity: The quantity that the spectrum is of.
  /// - Throws: ``Failure`` where the file cannot be read or has no such spectrum.
  package init(_ path: String, of quantity: SpectralQuantity) throws {
    let (file, column) = Self.parts(path)
    let bytes = try InputFile.bytes(file, limit: Self.largest)
    do throws(SpectralDataError) {
      let table = try SpectralTable(bytes, of: quantity)
      let found = try table.column(column)
      (spectrum, stated) = (found.distribution, found.stated)
      warning = Self.warning(table.coversVisible, table.wavelengths, file)
    } catch {
      let severalSpectra = if case .severalSpectra = error.fault { ", as in \(file):1" } else { "" }
      throw Failure(.badData, "\(file): \(error)\(severalSpectra)")
    }
  }

  /// The sensitivities of a file.
  package static func sensitivities(_ path: String) throws -> (SpectralSensitivities, warning: Note?) {
    let camera = try camera(path)
    return (camera.sensitivities, camera.warning)
  }

  /// The sensitivities of a file, with the camera's name where the file has it.
  package static func camera(_ path: String) throws -> (
    sensitivities: SpectralSensitivities, warning: Note?, table: SpectralTable
  ) {
    let bytes = try InputFile.bytes(path, limit: largest)
    do throws(SpectralDataError) {
      let table = try SpectralTable(bytes, of: .sensitivity)
      return (try SpectralSensitivities(table), warning(table.coversVisible, table.wavelengths, path), table)
    } catch { throw Failure(.badData, "\(path): \(error)") }
  }

  /// Whether a text that names no file was meant to name one.
  package static func isPath(_ text: String) -> Bool { text.contains { "/.".contains($0) } }

  /// A file whose own name has a colon is taken as it is.
  private static func parts(_ path: String) -> (file: String, column: String?) {
    guard let colon = path.lastIndex(of: ":"), (try? InputFile.find(path)) == nil else { return (path, nil) }
    return (String(path[..<colon]), String(path[path.index(after: colon)...]))
  }

  private static func warning(_ coversVisible: Bool, _ wavelengths: [Double], _ file: String) -> Note? {
    guard !coversVisible, let first = wavelengths.first, let last = wavelengths.last else { return nil }
    let visible = SpectralTable.visible
    return Note(
      .shortSpectrum,
      "\(file) has wavelengths from \(first) to \(last) nm; it is taken to be 0 in the rest of "
        + "\(visible.lowerBound) to \(visible.upperBound) nm")
  }

  /// 64 MiB: a thousand spectra at 0.1 nm are about 40.
  private static let largest = 64 << 20
}
