/// The form of the numbers that a conversion starts from.
package enum ConversionForm: String, CaseIterable, Sendable {
  case xy, uv, temperature, gains

  /// The legal counts of numbers. A temperature without a tint is that of a black body.
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

  /// The names of the numbers, in order.
  package var names: [String] {
    switch self {
    case .xy: ["x", "y"]
    case .uv: ["u", "v"]
    case .temperature: ["kelvin", "tint"]
    case .gains: ["red", "green", "blue"]
    }
  }
}
