public import Colorimetry

/// The light that a chart was read under.
public struct CalibrationLight: Hashable, Sendable {
  /// As the user calls it: "A", "4000 K".
  public let name: String
  public let chromaticity: Chromaticity
  public let temperatureAndTint: TemperatureAndTint
  /// Absent where only the chromaticity was measured.
  public let spectrum: SpectralDistribution?

  /// - Throws: ``CalibrationError/light(name:_:)`` for a chromaticity that no light with a temperature has.
  public init(name: String, chromaticity: Chromaticity) throws(CalibrationError) {
    try self.init(name: name, chromaticity: chromaticity, spectrum: nil)
  }

  /// - Throws: ``CalibrationError/light(name:_:)``.
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
    // The lowest is found as less by rounding.
    found.temperature = max(found.temperature, PlanckianLocus.lowestTemperature)
    temperatureAndTint = found
  }

  /// The light's XYZ, Y = 1.
  var white: TristimulusValues { TristimulusValues(chromaticity) }
}
