public import Colorimetry

/// The lights from which a white map is learnt.
public struct LightPopulation: Hashable, Sendable {
  /// A light with its spectrum.
  public struct Light: Hashable, Sendable {
    /// The name of the light, for messages.
    public let name: String
    /// The relative power of the light.
    public let spectrum: SpectralDistribution
    /// The chromaticity of the light.
    public let chromaticity: Chromaticity
    /// The correlated colour temperature, in kelvin, and tint of the light.
    public let temperatureAndTint: TemperatureAndTint
    /// Whether the light is a black body or a CIE daylight, whose temperature determines its spectrum.
    public let isReference: Bool

    /// Creates a light from its spectrum.
    ///
    /// - Parameters:
    ///   - name: The name of the light, for messages.
    ///   - spectrum: The relative power of the light.
    ///   - isReference: Whether the light is a black body or a CIE daylight.
    /// - Throws: ``/Colorimetry/ColorimetryError`` where the light has no temperature.
    public init(name: String, spectrum: SpectralDistribution, isReference: Bool = false) throws(ColorimetryError) {
      self.name = name
      self.spectrum = spectrum
      chromaticity = Chromaticity(spectrum)
      temperatureAndTint = try TemperatureAndTint(chromaticity)
      self.isReference = isReference
    }
  }

  /// The lights. Similar ones are next to each other.
  public let lights: [Light]

  /// Creates a population. Lights of one kind, such as several lamps of one maker, must be next to each other, so that
  /// cross-validation can separate them from the others.
  public init(_ lights: [Light]) { self.lights = lights }

  /// Returns black bodies of 1650 to 20 000 K, CIE daylights of 4000 to 25 000 K, and the CIE's 27 fluorescent lamps
  /// and nine LEDs.
  ///
  /// - Throws: ``/Colorimetry/ColorimetryError`` where a light has no temperature.
  public static func standard() throws(ColorimetryError) -> LightPopulation {
    try LightPopulation(references() + cieLamps())
  }

  /// Returns the reference lights and `lamps`.
  ///
  /// - Throws: ``/Colorimetry/ColorimetryError`` where a light has no temperature.
  package static func with(lamps: [Light]) throws(ColorimetryError) -> LightPopulation {
    try LightPopulation(references() + lamps)
  }

  /// Returns black bodies of 1650 to 20 000 K and CIE daylights of 4000 to 25 000 K.
  ///
  /// - Throws: ``/Colorimetry/ColorimetryError`` where a light has no temperature.
  public static func references() throws(ColorimetryError) -> [Light] {
    var lights: [Light] = []
    for mired in stride(from: 50.0, through: 606, by: miredStep) {
      let spectrum = try SpectralDistribution.planck(temperature: 1e6 / mired)
      lights.append(
        try Light(name: "black body of \((1e6 / mired).rounded()) K", spectrum: spectrum, isReference: true))
    }
    for mired in stride(from: 40.0, through: 250, by: miredStep) {
      let spectrum = try SpectralDistribution.daylight(temperature: 1e6 / mired)
      lights.append(try Light(name: "daylight of \((1e6 / mired).rounded()) K", spectrum: spectrum, isReference: true))
    }
    return lights
  }

  /// The step between reference lights, in mired. It gives five to ten lights for each knot of a map.
  private static let miredStep = 5.0

  /// Returns the CIE's 27 fluorescent lamps and nine LEDs.
  ///
  /// - Throws: ``/Colorimetry/ColorimetryError`` where a light has no temperature.
  package static func cieLamps() throws(ColorimetryError) -> [Light] {
    var lamps: [Light] = []
    for illuminant in CIEIlluminant.allCases where ![.a, .d50, .d65].contains(illuminant) {
      lamps.append(try Light(name: "CIE \(illuminant.rawValue)", spectrum: illuminant.distribution))
    }
    return lamps
  }
}
