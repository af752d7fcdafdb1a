/// The quantity of a spectral file, which limits its values.
public enum SpectralQuantity: String, Hashable, Sendable {
  /// The power of a light, in any unit.
  case power
  /// The share of the light that a surface reflects: 0.18, not 18.
  case reflectance
  /// The response of a sensor's channel, in any unit.
  case sensitivity

  /// The range of possible values.
  package var range: ClosedRange<Double> {
    switch self {
    case .power, .sensitivity: 0...Double.greatestFiniteMagnitude
    case .reflectance: 0...Self.largestReflectance
    }
  }

  /// The largest reflectance. Fluorescent surfaces emit more than they receive at some wavelengths, up to 1.44 in
  /// rawtoaces-data's 190 surfaces. A larger value is assumed to be in percent.
  private static let largestReflectance = 2.0
}
