/// How much a sample counts by its place in a region.
public enum Weighting: Hashable, Sendable {
  /// Every sample the same.
  case uniform
  /// Most at the middle, falling linearly to almost nothing at the edges, in each direction.
  case centered

  /// The largest weight along one direction, so that the product of two fits 16 bits.
  private static let largest = 255

  /// The weights of `count` rows or columns.
  func weights(count: Int) -> [UInt64] {
    switch self {
    case .uniform: return Array(repeating: 1, count: count)
    case .centered:
      return (0..<count).map { index in
        // The distance from the nearer edge, 1 at the edge's own sample.
        let depth = min(index, count - 1 - index) + 1
        return UInt64(1 + (Self.largest - 1) * (2 * depth - 1) / (count + 1))
      }
    }
  }
}
