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

  @Test func `the median of many values is that of the sorted values, bit for bit`() {
    expectLaw(within: .exact, count: 300) { draws in
      let count = 20 + Int(draws.choice(below: 400))
      // All alike, few different, far apart, next to each other, with infinities.
      let kind = draws.choice(below: 6)
      return (0..<count).map { _ in
        let bits = draws.choice(below: 1 << 20)
        return switch kind {
        case 0: 7.25
        case 1: Double(bits % 5)
        case 2: Double(bits) - 5e5
        case 3: Double(sign: .plus, exponent: Int(bits % 2000) - 1000, significand: 1)
        case 4: 1 + Double(bits % 3) * 0x1p-52
        default: bits % 50 == 0 ? .infinity : Double(bits)
        }
      }
    } law: { values in
      let sorted = values.sorted()
      let middle = sorted.count / 2
      let expected = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
      let places = [0, 1, values.count / 10, middle, values.count - 1]
      return values.median == expected && places.allSatisfy { values.sorted(at: $0) == sorted[$0] } ? 0 : 1
    }
  }

  @Test func `a value that is not a number ends nothing`() {
    let values = (0..<100).map { $0 % 7 == 0 ? Double.nan : Double($0) }
    let median = values.median
    #expect(median.isNaN || (0..<100).contains(median))
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
