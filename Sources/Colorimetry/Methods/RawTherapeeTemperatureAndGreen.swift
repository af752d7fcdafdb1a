/// A light in the two numbers of RawTherapee's white balance, for its 2° observer and a blue/red equalizer of 1.
///
/// The base light of `temperature` is a black body up to 4000 K and a CIE daylight above. In linear sRGB, the light has
/// the B / R of the base light, and the G / R of the base light divided by `green`. Only the definition is
/// RawTherapee's; spectra, observer and sums are this library's.
///
/// RawTherapee's own figures differ. It sums at 5 nm with c2 = 1.438786e-2 m K, which moves its base light by less than
/// 0.1 K up to 4000 K. Its table of S2 lacks the value at 600 nm and is shifted by 5 nm from there, which moves its
/// daylights by 13 K and its green by 0.002 at 6500 K, and by 730 K and 0.006 at 25 000 K. It ends its search at a
/// width of 1 K. Above 25 000 K, where the CIE defines no daylight, it has its own base light up to 60 000 K, which
/// this type does not support.
///
/// These are not the numbers to type into RawTherapee for a camera: its table sees lights by another observer. The
/// module `ProfileExchange` has those, `RawTherapeeBalance`.
///
/// Source: RawTherapee, `rtengine/colortemp.cc`, read for its definitions at commit ca31379b, and `colortemp.h`. Its
/// first versions used a cubic for the base light below 4000 K, and so had other numbers there.
public struct RawTherapeeTemperatureAndGreen: Hashable, Sendable {
  /// The temperature of the base light, in kelvin, for c2 = 1.4388e-2 m K.
  public var temperature: Double

  /// The green: 1 for the base light, below 1 for a greener light, and above 1 for one with more magenta.
  public var green: Double

  /// The range of temperature, in kelvin, up to the end of the CIE's daylights.
  public static let temperatures = 1500.0...25_000.0

  /// RawTherapee's range of green.
  public static let greens = 0.02...100.0

  /// Creates a light from RawTherapee's numbers. Converting it checks their ranges.
  ///
  /// - Parameters:
  ///   - temperature: The temperature of the base light, in kelvin.
  ///   - green: The green, 1 for the base light.
  public init(temperature: Double, green: Double) {
    self.temperature = temperature
    self.green = green
  }

  /// Creates the temperature and green of a light.
  ///
  /// A light with the B / R of a daylight from 4000 to 4082 K also has that of a black body from 3918 to 4000 K. This
  /// is the one of the two pairs whose green is nearer to 1 by ratio, so that every base light has a green of 1. If
  /// both are as near, it is the pair of daylight. RawTherapee takes the one on which its bisection happens to end.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``; ``ColorimetryError/lightOutsideMethod(_:)`` where no base light has
  ///   the light's B / R, or where its R is not above 0; ``ColorimetryError/tintOutsideMethod(_:_:)`` where the green
  ///   is outside ``greens``.
  public init(_ light: Chromaticity) throws(ColorimetryError) {
    let place = try Self.base.place(of: light)
    self.init(temperature: place.temperature, green: place.tint)
  }

  fileprivate static let base = BaseLight(
    blackBodies: temperatures.lowerBound...4000, daylights: 4000.0.nextUp...temperatures.upperBound,
    tints: greens, space: linearSRGB)

  /// The matrix from X, Y, Z to linear sRGB.
  ///
  /// Source: IEC 61966-2-1 for the primaries. The white is ASTM E308's D65, which reproduces RawTherapee's matrix to
  /// its seven decimals.
  private static let linearSRGB: Matrix3x3 = {
    let primaries = Matrix3x3(columns: [0.64, 0.33, 0.03], [0.30, 0.60, 0.10], [0.15, 0.06, 0.79])
    return (primaries * Matrix3x3(diagonal: primaries.inverse * [0.95047, 1, 1.08883])).inverse
  }()
}

extension Chromaticity {
  /// Creates the chromaticity of RawTherapee's temperature and green.
  ///
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)`` or ``ColorimetryError/tintOutsideMethod(_:_:)``.
  public init(_ light: RawTherapeeTemperatureAndGreen) throws(ColorimetryError) {
    self = try RawTherapeeTemperatureAndGreen.base.light(temperature: light.temperature, tint: light.green)
  }
}

extension RawTherapeeTemperatureAndGreen: CustomStringConvertible {
  /// The two numbers as text.
  public var description: String { "\(temperature) K, green \(green) of RawTherapee" }
}
