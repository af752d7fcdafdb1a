import NumericalMethods
import TestSupport
import Testing

@Suite struct MedianTests {
  @Test func `the median is the middle of the sorted values, or the mean of the middle two`() {
    expectLaw(within: .exact) { draws in
      // Few different values, so that many are equal.
      (0...draws.choice(below: 12)).map { _ in Double(draws.choice(below: 8)) }
    } law: { values in
      let sorted = values.sorted()
      let middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
      return abs(values.median - middle)
    }
    #expect([Double]().median.isNaN)
  }

  @Test func `the deviation of a normal distribution is its standard deviation, whatever lies far out`() {
    expectLaw(within: .medianDeviation, count: 40) { draws in
      (center: draws.number(in: -5...5), deviation: draws.number(in: 0.1...3), seed: draws.choice(below: 1 << 30))
    } law: { normal in
      var generator = SeededGenerator(seed: normal.seed)
      let values = (0..<4000).map { _ in normal.center + normal.deviation * generator.normal() }
      let outliers = Array(repeating: 1e6, count: 100)
      return abs((values + outliers).medianDeviation(from: normal.center) / normal.deviation - 1)
    }
  }
}
