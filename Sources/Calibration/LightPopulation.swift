public import Colorimetry

/// The lights that a white map is learnt from.
public struct LightPopulation: Hashable, Sendable {
  public struct Light: Hashable, Sendable {
    public let name: String
    public let spectrum: SpectralDistribution
    public let chromaticity: Chromaticity
    public let temperatureAndTint: TemperatureAndTint
    /// Whether it is a black body or the CIE's daylight: light whose spectrum its temperature tells.
    public let isReference: Bool

    /// - Throws: ``ColorimetryError`` for light without a temperature.
    public init(name: String, spectrum: SpectralDistribution, isReference: Bool = false) throws(ColorimetryError) {
      self.name = name
      self.spectrum = spectrum
      chromaticity = Chromaticity(spectrum)
      temperatureAndTint = try TemperatureAndTint(chromaticity)
      self.isReference = isReference
    }
  }

  public let lights: [Light]

  /// Lights of which each kind stands together: near copies, such as several lamps of one maker, follow each other.
  public init(_ lights: [Light]) { self.lights = lights }

  /// Black bodies of 1650 to 20 000 K and the CIE's daylight of 4000 to 25 000 K, and the CIE's 27 fluorescent lamps and
  /// nine LEDs.
  public static func standard() throws(ColorimetryError) -> LightPopulation {
    try LightPopulation(references() + cieLamps())
  }

  /// The reference lights, and `lamps`.
  public static func with(lamps: [Light]) throws(ColorimetryError) -> LightPopulation {
    try LightPopulation(references() + lamps)
  }

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

  /// Five to ten lights for each knot of a map.
  private static let miredStep = 5.0

  public static func cieLamps() throws(ColorimetryError) -> [Light] {
    var lamps: [Light] = []
    for illuminant in CIEIlluminant.allCases where ![.a, .d50, .d65].contains(illuminant) {
      lamps.append(try Light(name: "CIE \(illuminant.rawValue)", spectrum: illuminant.distribution))
    }
    return lamps
  }
}
