/// What the values of a spectral file are: it bounds them.
public enum SpectralQuantity: String, Hashable, Sendable {
  /// The power of a light, in any scale.
  case power
  /// The share of the light that a surface reflects: 0.18, not 18.
  case reflectance
  /// The response of a sensor's channel, in any scale.
  case sensitivity

  /// The values that are possible.
  public var range: ClosedRange<Double> {
    switch self {
    case .power, .sensitivity: 0...Double.greatestFiniteMagnitude
    case .reflectance: 0...Self.largestReflectance
    }
  }

  /// Fluorescent surfaces give more than they get at some wavelengths: up to 1.44 in rawtoaces-data's 190 surfaces.
  /// More than this is taken for per cent.
  private static let largestReflectance = 2.0
}
