extension RawFrame {
  /// The step between neighbouring raw values: 4 where 8 bits were shifted to 10, and 1 where the samples show none.
  ///
  /// It divides the distances between the most frequent values of each channel. The step of a frame without colours is
  /// 1.
  package var sampleStep: Int {
    guard mosaic != nil, width <= SampleHistogram.largestCount / height else { return 1 }
    let whole = Region(x: 0, y: 0, width: width, height: height)
    let step = SampleHistogram.channels(of: self, in: whole, by: .fastest).all.reduce(0) {
      greatestCommonDivisor($0, stepOfValues(counts: $1.counts))
    }
    return max(step, 1)
  }
}

/// Returns the step between the values of a histogram: the greatest common divisor of the distances between its most
/// frequent values, or 0 for a single value.
///
/// The rarest hundredth of the samples does not count, because a corrected sample may have any value.
///
/// - Parameter counts: The number of samples of each value.
package func stepOfValues(counts: [UInt32]) -> Int {
  let rareShare = 100
  let values = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
  let count = values.reduce(0) { $0 + Int(counts[$1]) }
  var (step, left) = (0, count - count / rareShare)
  for value in values where step != 1 && left > 0 {
    step = greatestCommonDivisor(step, abs(value - values[0]))
    left -= Int(counts[value])
  }
  return step
}

/// Returns the greatest common divisor, by Euclid's algorithm.
package func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
