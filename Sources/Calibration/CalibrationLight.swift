public import Colorimetry
package import WhiteBalance

/// The light under which a chart or a card was read.
public struct CalibrationLight: Hashable, Sendable {
  /// The user's name for the light, such as "A" or "4000 K".
  public let name: String
  /// The chromaticity of the light.
  public let chromaticity: Chromaticity
  /// The correlated colour temperature, in kelvin, and tint of the light.
  public let temperatureAndTint: TemperatureAndTint
  /// The spectrum of the light, or `nil` where only the chromaticity was measured.
  public let spectrum: SpectralDistribution?

  /// Creates a light from its chromaticity.
  ///
  /// - Throws: ``CalibrationError/light(name:_:)`` where no light with a temperature has this chromaticity.
  public init(name: String, chromaticity: Chromaticity) throws(CalibrationError) {
    try self.init(name: name, chromaticity: chromaticity, spectrum: nil)
  }

  /// Creates a light from its spectrum.
  ///
  /// - Throws: ``CalibrationError/light(name:_:)`` where the light has no temperature.
  public init(name: String, spectrum: SpectralDistribution) throws(CalibrationError) {
    try self.init(name: name, chromaticity: Chromaticity(spectrum), spectrum: spectrum)
  }

  private init(
    name: String, chromaticity: Chromaticity, spectrum: SpectralDistribution?
  ) throws(CalibrationError) {
    self.name = name
    self.chromaticity = chromaticity
    self.spectrum = spectrum
    var found: TemperatureAndTint
    do throws(ColorimetryError) { found = try TemperatureAndTint(chromaticity) } catch {
      throw .light(name: name, error)
    }
    // Rounding may put a light at the lowest temperature slightly below it.
    found.temperature = max(found.temperature, PlanckianLocus.lowestTemperature)
    temperatureAndTint = found
  }

  /// Returns the error of a light that was found for this one, in mired and Duv, or `nil` where it has no temperature.
  func residual(of estimate: LightEstimate) -> (mired: Double, duv: Double)? {
    guard let found = estimate.temperatureAndTint else { return nil }
    return (found.mired - temperatureAndTint.mired, found.duv - temperatureAndTint.duv)
  }

  /// The kind of the light: that of the lamp with the most similar spectrum, or any where only the chromaticity is known.
  package var kind: LightKind { LightErrorsOfCharts.kind(of: self) }

  /// Returns the light of the same temperature whose Duv is larger by `duv`; `nil` where there is none.
  func moved(byDuv duv: Double) -> CalibrationLight? {
    guard duv != 0 else { return self }
    var light = temperatureAndTint
    light.duv += duv
    return (try? Chromaticity(light)).flatMap { try? CalibrationLight(name: name, chromaticity: $0) }
  }

  /// The light's XYZ with Y = 1.
  var white: TristimulusValues { TristimulusValues(chromaticity) }
}
