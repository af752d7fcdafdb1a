import RawFrames

/// Falloff of light towards the corners by the fourth power of the cosine. Where channels lose different shares, the
/// colour changes too.
public struct Vignetting: Hashable, Sendable {
  /// The share of its light that each channel loses in the corner of the frame.
  public let red, green, blue: Double

  /// No falloff.
  public static let none = Vignetting(unchecked: 0)

  /// Creates a falloff from the losses of the channels.
  ///
  /// - Throws: ``SimulationError/vignetting(_:)`` unless each loss is from 0 to below 1.
  public init(red: Double, green: Double, blue: Double) throws(SimulationError) {
    for loss in [red, green, blue] where !(0..<1).contains(loss) { throw .vignetting(loss) }
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Creates a falloff with the same loss in the corner for each channel.
  ///
  /// - Throws: ``SimulationError/vignetting(_:)`` unless the loss is from 0 to below 1.
  public init(cornerLoss loss: Double) throws(SimulationError) {
    try self.init(red: loss, green: loss, blue: loss)
  }

  private init(unchecked loss: Double) {
    (red, green, blue) = (loss, loss, loss)
  }

  /// Returns the squared tangent of the angle to the corner at which cos⁴ gives the channel's loss.
  ///
  /// At a share r of the distance to the corner, 1 / (1 + r² tangent²)² of the light is left.
  func squaredTangent(_ channel: BayerChannel) -> Double {
    let loss = [red, green, blue][channel.plane]
    return 1 / (1 - loss).squareRoot() - 1
  }
}
