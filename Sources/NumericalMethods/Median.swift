extension [Double] {
  /// The middle value, or the mean of the two in the middle; not a number without values.
  ///
  /// It does not sort all of the values.
  package var median: Double {
    guard !isEmpty else { return .nan }
    let middle = count / 2
    let isOdd = !count.isMultiple(of: 2)
    if let (neighbors, first) = sortedValues(at: isOdd ? middle : middle - 1, middle) {
      let upper = neighbors[middle - first]
      return isOdd ? upper : (neighbors[middle - 1 - first] + upper) / 2
    }
    var values = self
    let upper = Self.select(middle, of: &values)
    guard !isOdd else { return upper }
    // Values before the selected position are not above it.
    return (values[..<middle].max().map { $0 + upper } ?? 2 * upper) / 2
  }

  /// Returns the value that sorting would put at a place. It does not sort all of the values.
  package func sorted(at place: Int) -> Double {
    if let (neighbors, first) = sortedValues(at: place, place) { return neighbors[place - first] }
    var values = self
    return Self.select(place, of: &values)
  }

  /// Returns a sorted part of the values that contains the two values at `lower` and `upper` in sorted order, and the
  /// position of the part's first value in sorted order.
  ///
  /// The values are counted in equal intervals, which avoids branches that a processor would mispredict. The result
  /// is `nil` for few values, for values that are not finite, and for a range that is not finite.
  private func sortedValues(at lower: Int, _ upper: Int) -> (values: [Double], first: Int)? {
    guard count >= leastCountForIntervals else { return nil }
    // Four chains of comparisons do not wait for each other.
    var (four, checks) = (SIMD4(self[0], self[1], self[2], self[3]), SIMD4<Double>.zero)
    var largest = four
    for index in stride(from: 0, through: count - 4, by: 4) {
      let values = SIMD4(self[index], self[index + 1], self[index + 2], self[index + 3])
      four.replace(with: values, where: values .< four)
      largest.replace(with: values, where: values .> largest)
      checks += 0 * values
    }
    var (least, most, check) = (four.min(), largest.max(), checks.sum())
    for value in self[(count / 4 * 4)...] {
      least = value < least ? value : least
      most = value > most ? value : most
      check += 0 * value
    }
    guard check == 0, least < most else { return check == 0 ? ([Double](repeating: least, count: 2), lower) : nil }
    let scale = Double(intervalCount - 1) / (most - least)
    guard scale.isFinite, scale > 0 else { return nil }
    // The number of a value's interval: added to 2⁵², it is in the last bits.
    func interval(_ value: Double) -> Int {
      Int(truncatingIfNeeded: ((value - least) * scale + 0x1p52).bitPattern) & (intervalCount - 1)
    }
    var counts = [Int32](repeating: 0, count: intervalCount)
    for value in self { counts[interval(value)] &+= 1 }
    // A larger value is never in an earlier interval.
    var (first, below) = (0, 0)
    while below + Int(counts[first]) <= lower {
      below += Int(counts[first])
      first += 1
    }
    var (last, above) = (first, below + Int(counts[first]))
    while above <= upper {
      last += 1
      above += Int(counts[last])
    }
    var values: [Double] = []
    values.reserveCapacity(above - below)
    func take(_ value: Double) {
      let interval = interval(value)
      if interval >= first && interval <= last { values.append(value) }
    }
    // Few values are in these intervals, so four at a time are compared with their ends.
    let (start, end) = (SIMD4(repeating: Double(first) - 0.5), SIMD4(repeating: Double(last) + 0.5))
    for index in stride(from: 0, through: count - 4, by: 4) {
      let four = SIMD4(self[index], self[index + 1], self[index + 2], self[index + 3])
      let places = (four - least) * scale
      guard any((places .>= start) .& (places .<= end)) else { continue }
      for lane in 0..<4 { take(four[lane]) }
    }
    for value in self[(count / 4 * 4)...] { take(value) }
    values.sort()
    return (values, below)
  }

  /// Returns the standard deviation of a normal distribution with the same median distance from `center`. Up to half of
  /// the values may be outliers.
  package func medianDeviation(from center: Double) -> Double {
    medianDeviationConsistency * map { abs($0 - center) }.median
  }

  /// The median distance from the mean of a normal distribution, in its standard deviations (Hampel 1974).
  package static var medianDistance: Double { 1 / medianDeviationConsistency }

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

/// The number of intervals. With a thousand values, an interval has a few values.
private let intervalCount = 256
/// The least number of values that are counted in intervals. Counting visits each interval, which takes longer than the
/// selection of one of a few values.
private let leastCountForIntervals = 32

/// The ratio of the standard deviation to the median distance from the mean of a normal distribution, 1 / 0.6745
/// (Hampel 1974).
private let medianDeviationConsistency = 1.4826022185056018
