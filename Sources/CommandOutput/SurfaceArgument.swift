package import Colorimetry
package import Reports
import SpectralData

/// A surface that an argument names.
package struct SurfaceArgument {
  package let reflectance: SpectralDistribution
  /// The warnings about its file.
  package let warnings: [Note]

  /// The ends of a flat surface's spectrum, in nanometers. The CIE's illuminants begin at 300 nm. Silicon hardly
  /// responds beyond 1100 nm, because its band gap of 1.12 eV is the energy of a photon of 1107 nm.
  private static let ends = [300.0, 1100]

  /// Reads a surface from an argument.
  ///
  /// - Parameters:
  ///   - text: The text of the argument.
  ///   - option: The name of the option, for errors.
  /// - Throws: ``Failure`` where the text names no surface, or its file cannot be read.
  package init(_ text: String, option: String) throws {
    let forms =
      "it must be a reflectance in per cent, 0 to 100, such as 18, or a file of wavelengths and shares, such as 0.18"
    guard let percent = Double(text) else {
      do {
        let file = try SpectralFile(text, of: .reflectance)
        (reflectance, warnings) = (file.spectrum, file.warnings)
        return
      } catch let failure as Failure where failure.status == .noInput {
        guard SpectralFile.isPath(text) else { throw Failure(.usage, "\(option) \(text) is not valid; \(forms)") }
        throw Failure(.noInput, "\(option) \(failure.message); \(forms)")
      }
    }
    guard (0...100).contains(percent),
      let flat = try? SpectralDistribution(
        wavelengths: Self.ends, values: [percent / 100, percent / 100])
    else {
      throw Failure(.usage, "\(option) \(text) is not valid; \(forms)")
    }
    // A value such as 0.18 may be a share that was meant as 18 per cent.
    guard percent == 0 || percent >= 1 else {
      throw Failure(
        .usage,
        "\(option) \(text) is not valid; it must be 0, or 1 to 100 per cent: a share of 0.18 is 18. A reflectance below 1 per "
          + "cent can be given in a file of wavelengths and reflectance")
    }
    (reflectance, warnings) = (flat, [])
  }
}
