package import Calibration
package import Colorimetry
import GrayCard
package import SpectralData

/// The facts that the file of a `--light` states about its light, in addition to the spectrum.
package struct MeterReport: Encodable {
  /// The temperature and Duv; absent where the file does not state them.
  var temperature, duv: Double?

  package init?(_ stated: StatedLight?) {
    guard let stated else { return nil }
    (temperature, duv) = (stated.temperature, stated.duv)
  }

  /// The facts as a line of a text.
  var line: LabelledLine {
    let parts = [temperature.map { "\(fixed($0, 0)) K" }, duv.map { "Duv \(fixed($0, 5))" }].compactMap(\.self)
    return ("meter", "\(parts.joined(separator: "   "))   (as the file states)")
  }

  /// Returns a warning where the spectrum contradicts the file.
  package func warning(about light: SpectralDistribution, file: String) -> Note? {
    guard let own = try? TemperatureAndTint(Chromaticity(light)) else { return nil }
    let mired = temperature.map { 1e6 / $0 - own.mired } ?? 0
    let tint = duv.map { $0 - own.duv } ?? 0
    let (isOffInMired, isOffInDuv) = (abs(mired) > Self.mired, abs(tint) > Self.duv)
    guard isOffInMired || isOffInDuv else { return nil }
    return Note(
      .meterDiffers, value: isOffInMired ? abs(mired) : abs(tint), limit: isOffInMired ? Self.mired : Self.duv,
      "\(file): the file states "
        + [temperature.map { "\(fixed($0, 0)) K" }, duv.map { "Duv \(fixed($0, 4))" }].compactMap(\.self)
        .joined(separator: ", ")
        + ", and its spectrum is \(fixed(own.temperature, 0)) K, Duv \(fixed(own.duv, 4)); the spectrum is used")
  }

  /// The tolerance in mired. Meters round temperatures and have errors of their own: 5 mired are 125 K at 5000 K.
  private static let mired = 5.0
  /// The tolerance in Duv: four times what meters' files and their spectra differ by.
  private static let duv = 0.002
}

/// A given light, in the form that a calibration or a check takes.
package struct GivenLight {
  package let light: CalibrationLight
  package let warnings: [Note]
  /// The facts that the light's file states about itself.
  package let meter: MeterReport?

  package init(light: CalibrationLight, warnings: [Note], meter: MeterReport?) {
    (self.light, self.warnings, self.meter) = (light, warnings, meter)
  }
}
