import RawFrames

/// Light that falls off towards the corners, by the cosine's fourth power; where the channels lose different shares, also
/// in colour.
public struct Vignetting: Hashable, Sendable {
  /// The share of its light that a channel loses in the corner of the frame.
  public let red, green, blue: Double

  public static let none = Vignetting(unchecked: 0)

  /// - Throws: ``SimulationError/vignetting(_:)`` unless each loss is 0 or more and below 1.
  public init(red: Double, green: Double, blue: Double) throws(SimulationError) {
    for loss in [red, green, blue] where !(0..<1).contains(loss) { throw .vignetting(loss) }
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The same loss in each channel.
  public init(_ loss: Double) throws(SimulationError) {
    try self.init(red: loss, green: loss, blue: loss)
  }

  private init(unchecked loss: Double) {
    (red, green, blue) = (loss, loss, loss)
  }

  /// The squared tangent of the angle to the corner at which cos⁴ leaves what the channel's loss leaves. At a share r of
  /// the way to the corner, 1 / (1 + r² tangent²)² of the light is left.
  func squaredTangent(_ channel: BayerChannel) -> Double {
    let loss =
      switch channel {
      case .red: red
      case .greenOnRedRow, .greenOnBlueRow: green
      case .blue: blue
      }
    return 1 / (1 - loss).squareRoot() - 1
  }
}
