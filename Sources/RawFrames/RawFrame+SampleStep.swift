extension RawFrame {
  /// The step between neighbouring raw values: 4 where 8 bits were shifted to 10, and 1 where the samples show none.
  ///
  /// It divides the distances between the most frequent values of each channel. The rarest hundredth of the samples does
  /// not count, because a corrected sample may have any value. The step of a frame without colours is 1.
  package var sampleStep: Int {
    guard mosaic != nil, width <= SampleHistogram.largestCount / height else { return 1 }
    let whole = Region(x: 0, y: 0, width: width, height: height)
    let step = SampleHistogram.channels(of: self, in: whole, by: .fastest).all.reduce(0) {
      greatestCommonDivisor($0, $1.step)
    }
    return max(step, 1)
  }
}

extension SampleHistogram {
  /// The greatest common divisor of the distances between the most frequent values; 0 for a single value.
  fileprivate var step: Int {
    let values = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
    var (step, left) = (0, count - count / Self.rareShare)
    for value in values where step != 1 && left > 0 {
      step = greatestCommonDivisor(step, abs(value - values[0]))
      left -= Int(counts[value])
    }
    return step
  }

  /// The rare samples are one in so many.
  private static let rareShare = 100
}

/// Returns the greatest common divisor, by Euclid's algorithm.
package func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
