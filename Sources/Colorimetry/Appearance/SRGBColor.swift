internal import RealModule

/// A colour in sRGB, gamma-encoded. Displays can show channels from 0 to 1.
///
/// Source: IEC 61966-2-1:1999.
package struct SRGBColor: Codable, Hashable, Sendable {
  /// The encoded channels.
  package var red, green, blue: Double

  /// Creates a colour from its encoded channels.
  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates the colour of tristimulus values under D65.
  ///
  /// - Parameter values: The tristimulus values under D65, relative to a white of Y = 1.
  package init(_ values: TristimulusValues) {
    let linear = Self.fromXYZ * values.vector
    self.init(red: Self.encoded(linear.x), green: Self.encoded(linear.y), blue: Self.encoded(linear.z))
  }

  /// Creates the colour as it looks to an eye that is adapted to the white of `color`.
  package init(_ color: CIELab) {
    self.init(TristimulusValues(color, white: TristimulusValues(.d65)))
  }

  /// The colour as `#rrggbb`. Channels outside the display's range are clamped.
  package var hexadecimal: String {
    let digits = [red, green, blue].map { channel in
      let byte = Int((255 * min(max(channel, 0), 1)).rounded())
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "#" + digits.joined()
  }

  private static let fromXYZ = Matrix3x3(
    rows: [3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570])

  /// Returns a linear channel gamma-encoded.
  package static func encoded(_ linear: Double) -> Double {
    linear <= 0.0031308 ? 12.92 * linear : 1.055 * Double.pow(linear, 1 / 2.4) - 0.055
  }
}
