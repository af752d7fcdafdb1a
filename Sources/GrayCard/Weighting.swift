/// The weights of samples by their position in a region.
public enum Weighting: Hashable, Sendable {
  /// Every sample has the same weight.
  case uniform
  /// The weight is largest in the middle, and falls linearly to almost nothing at the edges, in each direction.
  case centered

  /// Returns the variance of the weighted mean of `count` rows or columns, over that of their plain mean.
  func varianceFactor(count: Int) -> Double {
    let weights = weights(count: count)
    let sum = weights.reduce(0, +)
    return Double(count) * weights.reduce(0) { $0 + $1 * $1 } / (sum * sum)
  }

  /// Returns the weights of `count` rows or columns. They are whole numbers, so that sums of them stay exact.
  func weights(count: Int) -> [Double] {
    switch self {
    case .uniform: return Array(repeating: 1, count: count)
    case .centered:
      return (0..<count).map { index in
        // This is twice the distance of a row's middle from the nearer edge.
        Double(2 * min(index, count - 1 - index) + 1)
      }
    }
  }
}
