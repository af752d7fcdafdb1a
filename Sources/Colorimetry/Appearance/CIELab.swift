internal import RealModule

/// A colour in CIE 1976 L*a*b*: lightness and two opponent coordinates, relative to a white.
///
/// Source: CIE 15:2018, section 8.2.1, with its constants as exact fractions.
public struct CIELab: Codable, Hashable, Sendable {
  /// The lightness L*, from 0 for black to 100 for the white.
  public var lightness: Double
  /// The coordinate a*, positive towards red and negative towards green.
  public var a: Double
  /// The coordinate b*, positive towards yellow and negative towards blue.
  public var b: Double

  /// Creates a colour from its coordinates.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Creates the colour of tristimulus values relative to a white.
  ///
  /// - Parameters:
  ///   - values: The tristimulus values of the colour.
  ///   - white: The tristimulus values of the white, on the same scale, each above 0.
  public init(_ values: TristimulusValues, white: TristimulusValues) {
    let (fx, fy, fz) = (compress(values.x / white.x), compress(values.y / white.y), compress(values.z / white.z))
    self.init(lightness: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz))
  }

  /// The chroma C*ab: the distance from the neutral axis.
  package var chroma: Double { (a * a + b * b).squareRoot() }
}

extension TristimulusValues {
  /// Creates the tristimulus values of a colour, on the scale of the white's.
  public init(_ color: CIELab, white: TristimulusValues) {
    let fy = (color.lightness + 16) / 116
    self.init(
      x: white.x * expand(fy + color.a / 500), y: white.y * expand(fy), z: white.z * expand(fy - color.b / 200))
  }
}

/// The ratio at which a line replaces the cube root near black, (6/29)³.
private let knee = 216.0 / 24389

/// 116 times the slope of that line, (29/3)³.
private let slope = 24389.0 / 27

private func compress(_ ratio: Double) -> Double {
  ratio > knee ? Double.root(ratio, 3) : (slope * ratio + 16) / 116
}

private func expand(_ value: Double) -> Double {
  value > 6.0 / 29 ? value * value * value : (116 * value - 16) / slope
}

extension CIELab: CustomStringConvertible {
  /// The coordinates as text, such as `L* 50.0, a* 0.0, b* 0.0`.
  public var description: String { "L* \(lightness), a* \(a), b* \(b)" }
}
