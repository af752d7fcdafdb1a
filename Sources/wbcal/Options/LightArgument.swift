import Colorimetry
import Reports
import SpectralData

/// A light as the command line names it, with its spectrum.
struct LightArgument {
  let name: String
  let spectrum: SpectralDistribution
  let warnings: [Note]
  /// What the light's file states of itself.
  let meter: MeterReport?

  /// The forms that can be given, for help and errors; where a chromaticity is enough, also x,y.
  static let forms =
    "A, D50, D55, D65, D75, E, FL1 to FL12, FL3.1 to FL3.15, LED-B1 and others of CIE 15; "
    + "kelvin for a black body; daylight:KELVIN; or a file of wavelengths and power or of a light meter, FILE or FILE:COLUMN"

  /// - Parameters:
  ///   - option: that the text was given to, for errors.
  ///   - forms: what the option takes.
  init(_ text: String, option: String, forms: String = Self.forms) throws {
    name = text
    if let illuminant = Self.illuminant(text) {
      (spectrum, warnings, meter) = (illuminant, [], nil)
    } else if let kelvin = Self.kelvin(text[...]) {
      spectrum = try Self.usage(option) { () throws(ColorimetryError) in try .planck(temperature: kelvin) }
      (warnings, meter) = ([], nil)
    } else if text.lowercased().hasPrefix("daylight:") {
      guard let kelvin = Self.kelvin(text.dropFirst("daylight:".count)) else {
        throw Failure(.usage, "\(option) \(text): after 'daylight:' must be a temperature in kelvin, such as 5200")
      }
      spectrum = try Self.usage(option) { () throws(ColorimetryError) in try .daylight(temperature: kelvin) }
      (warnings, meter) = ([], nil)
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
        warnings = [file.warning, meter?.warning(about: file.spectrum, file: text)].compactMap(\.self)
      } catch let failure as Failure where failure.status == .noInput {
        guard SpectralFile.isPath(text) else {
          throw Failure(.usage, "\(option) \(text) is no light; it must be \(forms)")
        }
        throw Failure(.noInput, "\(option) \(failure.message); what is no file must be \(forms)")
      }
    }
  }

  /// Those of the CIE, in upper or lower case; FL11 also as F11.
  private static func illuminant(_ text: String) -> SpectralDistribution? {
    let name = text.uppercased()
    if let illuminant = CIEIlluminant(rawValue: name) { return illuminant.distribution }
    if name.hasPrefix("F"), let illuminant = CIEIlluminant(rawValue: "FL" + name.dropFirst()) {
      return illuminant.distribution
    }
    // "LED-RGB1" and "LED-BH1" are all upper case.
    switch name {
    case "D55": return try? .daylight(temperature: 5500 * renamedDaylight)
    case "D75": return try? .daylight(temperature: 7500 * renamedDaylight)
    case "E": return try? SpectralDistribution(wavelengths: [300, 830], values: [1, 1])
    default: return nil
    }
  }

  /// The daylights D55 and D75 are named by the temperature scale of 1931. Source: CIE 15:2018, section 4.1.2.
  private static let renamedDaylight = 1.4388 / 1.4380

  /// "5200" and "5200K".
  private static func kelvin(_ text: Substring) -> Double? {
    Double(text.last == "K" || text.last == "k" ? text.dropLast() : text)
  }

  private static func isChromaticity(_ text: String) -> Bool {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    return numbers.count == 2 && !numbers.contains(nil)
  }

  private static func usage(
    _ option: String, _ light: () throws(ColorimetryError) -> SpectralDistribution
  ) throws -> SpectralDistribution {
    do throws(ColorimetryError) { return try light() } catch { throw Failure(.usage, "\(option): \(error)") }
  }
}
