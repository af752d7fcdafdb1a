/// A light in the two numbers of darktable's white balance module.
///
/// The base light of `temperature` is a black body below 4000 K and a CIE daylight from 4000 K. The light has the Z / X
/// of the base light, and the Y / X of the base light divided by `tint`. So the numbers are not a correlated colour
/// temperature and a distance from the locus. Definition and ranges are darktable's; spectra, observer and sums are
/// this library's.
///
/// darktable's own figures differ. It sums from 380 to 780 nm at 5 nm with c2 = 1.4387770e-2 m K, which moves its base
/// light by up to 0.25 K below 4000 K and by 5.3 K at 25 000 K, and its tint by 6e-5. It ends its search at a width of
/// 1 K, so its temperature may be 0.5 K off and its tint 2e-4. It clamps both numbers where this library throws.
///
/// Source: darktable, `src/iop/temperature.c`, read for its definitions at commit 012b6562.
public struct DarktableTemperatureAndTint: Hashable, Sendable {
  /// The temperature of the base light, in kelvin, for c2 = 1.4388e-2 m K.
  public var temperature: Double

  /// The tint: 1 for the base light, below 1 for a greener light, and above 1 for one with more magenta.
  public var tint: Double

  /// darktable's range of temperature, in kelvin.
  public static let temperatures = 1901.0...25_000.0

  /// darktable's range of tint.
  package static let tints = 0.135...2.326

  /// Creates a light from darktable's numbers. Converting it checks their ranges.
  ///
  /// - Parameters:
  ///   - temperature: The temperature of the base light, in kelvin.
  ///   - tint: The tint, 1 for the base light.
  public init(temperature: Double, tint: Double) {
    self.temperature = temperature
    self.tint = tint
  }

  /// Creates the temperature and tint of a light.
  ///
  /// A light with the Z / X of a daylight from 4000 to 4103 K also has that of a black body from 3900 to 4000 K. This
  /// is the one of the two pairs whose tint is nearer to 1 by ratio, so that every base light has a tint of 1. If both
  /// are as near, it is the pair of daylight. darktable takes the one on which its bisection happens to end.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``; ``ColorimetryError/lightOutsideMethod(_:)`` where no base light has
  ///   the light's Z / X; ``ColorimetryError/tintOutsideMethod(_:_:)`` where the tint is outside `tints`.
  public init(_ light: Chromaticity) throws(ColorimetryError) {
    let place = try Self.base.place(of: light)
    self.init(temperature: place.temperature, tint: place.tint)
  }

  fileprivate static let base = BaseLight(
    blackBodies: temperatures.lowerBound...4000.0.nextDown, daylights: 4000...temperatures.upperBound,
    tints: tints, space: .identity)
}

extension Chromaticity {
  /// Creates the chromaticity of darktable's temperature and tint.
  ///
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)`` or ``ColorimetryError/tintOutsideMethod(_:_:)``.
  public init(_ light: DarktableTemperatureAndTint) throws(ColorimetryError) {
    self = try DarktableTemperatureAndTint.base.light(temperature: light.temperature, tint: light.tint)
  }
}

extension DarktableTemperatureAndTint: CustomStringConvertible {
  /// The two numbers as text.
  public var description: String { "\(temperature) K, tint \(tint) of darktable" }
}
