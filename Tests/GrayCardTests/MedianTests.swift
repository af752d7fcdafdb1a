import TestSupport
import Testing

@testable import GrayCard

@Suite struct MedianTests {
  @Test func `the median is the middle of the sorted values, or the mean of the middle two`() {
    expectLaw(within: .exact) { draws in
      // Few different values, so that many are equal.
      (0...draws.choice(below: 12)).map { _ in Double(draws.choice(below: 8)) }
    } law: { values in
      let sorted = values.sorted()
      let middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
      return abs(Median.of(values) - middle)
    }
    #expect(Median.of([]).isNaN)
  }
}
