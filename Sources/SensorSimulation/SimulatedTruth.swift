public import Colorimetry
public import WhiteBalance

/// The result of a perfect measurement of a simulated shot: of its first light, and of the card under it.
public struct SimulatedTruth: Hashable, Sendable {
  /// The chromaticity of the light. It is not finite where the light has no power from 360 to 830 nm.
  public let chromaticity: Chromaticity
  /// The temperature, in kelvin, and tint of the light, or `nil` where it has none.
  public let temperatureAndTint: TemperatureAndTint?
  /// The gains that make the sensor's response to the light neutral, or `nil` where a channel does not respond.
  public let gains: WhiteBalanceGains?
  /// The card's signals without noise, where no light is lost, as shares of the largest range from black to
  /// white.
  ///
  /// They are above 1 where they are clipped. They are proportional to 1 / gains where the card reflects all
  /// wavelengths equally.
  public let neutral: LinearRGB
}
