package import Colorimetry
package import Reports
import SpectralData
import SystemPackage

/// A light that an argument names, with its spectrum.
package struct LightArgument {
  package let name: String
  package let spectrum: SpectralDistribution
  package let warnings: [Note]
  /// The facts that the light's file states about itself.
  package let meter: MeterReport?

  /// The forms of the argument, for help and errors. Where a chromaticity suffices, x,y is another form.
  package static let forms =
    "A, D50, D55, D65, D75, E, FL1 to FL12, FL3.1 to FL3.15, LED-B1 and others of CIE 15; "
    + "kelvin for a black body; daylight:KELVIN; or a file of wavelengths and power or of a light meter, FILE or FILE:COLUMN"

  /// Reads a light from an argument.
  ///
  /// - Parameters:
  ///   - text: The text of the argument.
  ///   - option: The name of the option, for errors.
  ///   - forms: The forms that the option takes, for errors.
  /// - Throws: ``Failure`` where the text names no light, or its file cannot be read.
  package init(_ text: String, option: String, forms: String = Self.forms) throws {
    name = text
    let named: SpectralDistribution?
    do throws(ColorimetryError) { named = try .light(named: text) } catch {
      throw Failure(.usage, "\(option) \(text): \(error)")
    }
    if let named {
      (spectrum, warnings, meter) = (named, [], nil)
    } else if text.lowercased().hasPrefix("daylight:") {
      throw Failure(.usage, "\(option) \(text): after 'daylight:' must be a temperature in kelvin, such as 5200")
    } else if Self.isChromaticity(text) {
      throw Failure(
        .usage,
        "\(option) \(text): many spectra have this chromaticity, and a camera sees each of them otherwise; give a spectrum's "
          + "file, or the temperature of a black body or daylight near it ('wbcal convert --from xy' tells it)")
    } else {
      do {
        let file = try SpectralFile(text, of: .power)
        spectrum = file.spectrum
        meter = MeterReport(file.stated)
        warnings = file.warnings + [meter?.warning(about: file.spectrum, file: text)].compactMap(\.self)
      } catch let failure as Failure where failure.status == .noInput {
        guard SpectralFile.isPath(text) || (try? Stat(FilePath(text))) != nil else {
          let near = Self.boothLamps[text.uppercased()].map { ". A light booth's \(text) is near \($0)" } ?? ""
          throw Failure(.usage, "\(option) \(text) is no light; it must be \(forms)\(near)")
        }
        throw Failure(.noInput, "\(option) \(failure.message); a light without a file must be \(forms)")
      }
    }
  }

  /// The lamps of light booths, and what each is near. Source: Docs/Calibration.md, the table of lights.
  private static let boothLamps = ["CWF": "FL2", "TL84": "FL11", "U30": "FL12", "HORIZON": "2300"]

  private static func isChromaticity(_ text: String) -> Bool {
    guard let numbers: [Double] = commaSeparated(text) else { return false }
    return numbers.count == 2 && numbers.allSatisfy(\.isFinite)
  }
}
