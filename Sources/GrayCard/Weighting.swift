/// How much a sample counts by its place in a region.
public enum Weighting: Hashable, Sendable {
  /// Every sample the same.
  case uniform
  /// Most at the middle, falling linearly to almost nothing at the edges, in each direction.
  case centered

  /// The weights of `count` rows or columns, in whole numbers, so that sums of them stay exact.
  func weights(count: Int) -> [Double] {
    switch self {
    case .uniform: return Array(repeating: 1, count: count)
    case .centered:
      return (0..<count).map { index in
        // Twice the distance of a row's middle from the nearer edge.
        Double(2 * min(index, count - 1 - index) + 1)
      }
    }
  }
}
