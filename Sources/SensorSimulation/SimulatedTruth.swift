public import Colorimetry
public import WhiteBalance

/// What a perfect measurement of a simulated shot would find: of its first light, and of the card under it.
public struct SimulatedTruth: Hashable, Sendable {
  /// Of the light; not finite where it has no power from 360 to 830 nm.
  public let chromaticity: Chromaticity
  /// Of the light, where it has them.
  public let temperatureAndTint: TemperatureAndTint?
  /// What makes the sensor's response to the light neutral, where every channel responds.
  public let gains: WhiteBalanceGains?
  /// The card's signals without noise where no light is lost, as shares of the range from black to white; above 1 where
  /// they are clipped. In proportion to 1 / gains where the card reflects all wavelengths alike.
  public let neutral: LinearRGB
}
