/// The numbers that a conversion begins with.
package enum ConversionForm: String, CaseIterable, Sendable {
  case xy, uv, temperature, gains

  /// The numbers that a conversion may have. A temperature without a tint is that of a black body.
  package var counts: ClosedRange<Int> {
    switch self {
    case .gains: 3...3
    case .temperature: 1...2
    case .xy, .uv: 2...2
    }
  }

  /// The counts, for messages.
  package var countText: String {
    counts.count == 1 ? "\(counts.upperBound)" : "\(counts.lowerBound) or \(counts.upperBound)"
  }

  /// Their names, in order.
  package var names: [String] {
    switch self {
    case .xy: ["x", "y"]
    case .uv: ["u", "v"]
    case .temperature: ["kelvin", "tint"]
    case .gains: ["red", "green", "blue"]
    }
  }
}
