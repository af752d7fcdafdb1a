extension [Double] {
  /// The middle value, or the mean of the two in the middle; not a number without values.
  ///
  /// It does not sort all of the values.
  package var median: Double {
    guard !isEmpty else { return .nan }
    var values = self
    let middle = count / 2
    let upper = Self.select(middle, of: &values)
    guard count.isMultiple(of: 2) else { return upper }
    // Values before the selected position are not above it.
    return (values[..<middle].max().map { $0 + upper } ?? 2 * upper) / 2
  }

  /// Returns the standard deviation of a normal distribution with the same median distance from `center`. Up to half of
  /// the values may be outliers.
  package func medianDeviation(from center: Double) -> Double {
    medianDeviationConsistency * map { abs($0 - center) }.median
  }

  /// Returns the value that sorting would put at `place`, by Hoare's selection.
  private static func select(_ place: Int, of values: inout [Double]) -> Double {
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = values[(low + high) / 2]
      var (left, right) = (low, high)
      repeat {
        // A value that is not a number compares with nothing and stops both searches.
        while values[left] < pivot { left += 1 }
        while pivot < values[right] { right -= 1 }
        if left <= right {
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
      } while left <= right
      if place <= right { high = right } else if place >= left { low = left } else { break }
    }
    return values[place]
  }
}

/// The ratio of the standard deviation to the median distance from the mean of a normal distribution, 1 / 0.6745
/// (Hampel 1974).
private let medianDeviationConsistency = 1.4826022185056018
