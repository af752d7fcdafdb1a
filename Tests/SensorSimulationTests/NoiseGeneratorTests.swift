import Foundation
import TestSupport
import Testing

@testable import SensorSimulation

@Suite struct NoiseGeneratorTests {
  @Test func `the integers are those of SplitMix64`() {
    // Published with the generator's reference code, for this seed.
    var generator = NoiseGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test func `the logarithm is the C library's but for its last bits`() {
    expectLaw(within: .portableLogarithm, count: 3000) { draws in
      draws.logarithmicNumber(in: 0x1p-54...0x1p60, edges: [1, 1.0.nextDown, 1.0.nextUp, 2.0.squareRoot(), 0.5])
    } law: { x in
      abs(logarithm(x) - log(x)) / max(1, abs(log(x)))
    }
  }

  @Test func `the logarithm of a factorial is that of the gamma function`() {
    expectLaw(within: .stirling, count: 2000) { draws in
      draws.logarithmicNumber(in: 1...1e9, edges: [9, 10]).rounded() - 1
    } law: { (n: Double) -> Double in
      // Each is off by the last bits of terms of n log n.
      abs(logarithmOfFactorial(n) - lgamma(n + 1)) / max(n * log(n + 1), 1)
    }
  }

  static let draws = 8000

  @Test(arguments: [0.02, 0.7, 4, 9.99, 10, 11.3, 40, 900, 2e5]) func `counts follow Poisson's law`(mean: Double) {
    var generator = NoiseGenerator(seed: UInt64(mean * 100))
    let distribution = PoissonDistribution(mean: mean)
    let counts = (0..<Self.draws).map { _ in distribution.next(using: &generator) }.sorted()
    #expect(counts.allSatisfy { $0 >= 0 && $0 == $0.rounded() })
    var (worst, cumulative, passed) = (0.0, 0.0, 0)
    let spread = 8 * mean.squareRoot() + 8
    for count in Int(max(mean - spread, 0))...Int(mean + spread) {
      cumulative += exp(Double(count) * log(mean) - mean - lgamma(Double(count) + 1))
      while passed < counts.count, counts[passed] <= Double(count) { passed += 1 }
      worst = largest(worst, abs(Double(passed) / Double(Self.draws) - cumulative))
    }
    #expect(Tolerance.kolmogorov.allows(worst * Double(Self.draws).squareRoot()))
    // The distance says little of the tails; the variance does. Its standard error, with Poisson's kurtosis.
    let average = counts.reduce(0, +) / Double(Self.draws)
    let variance = counts.reduce(0) { $0 + ($1 - average) * ($1 - average) } / Double(Self.draws - 1)
    let error = ((2 + 1 / mean) / Double(Self.draws)).squareRoot()
    #expect(Tolerance.fiveStandardErrors.allows(abs(variance / mean - 1) / error))
  }

  @Test func `no light gives no event, ever`() {
    var generator = NoiseGenerator(seed: 3)
    let none = PoissonDistribution(mean: 0)
    #expect((0..<1000).allSatisfy { _ in none.next(using: &generator) == 0 })
  }

  @Test func `normal numbers follow the normal law`() throws {
    var generator = NoiseGenerator(seed: 5)
    let numbers = (0..<Self.draws).map { _ in generator.normal() }.sorted()
    let distances = numbers.indices.map { index in
      abs(0.5 * erfc(-numbers[index] / 2.0.squareRoot()) - (Double(index) + 0.5) / Double(Self.draws))
    }
    let worst = try #require(distances.largest())
    #expect(Tolerance.kolmogorov.allows(worst * Double(Self.draws).squareRoot()))
    let variance = numbers.reduce(0) { $0 + $1 * $1 } / Double(Self.draws)
    #expect(Tolerance.fiveStandardErrors.allows(abs(variance - 1) / (2 / Double(Self.draws)).squareRoot()))
  }

  @Test func `a normal number tells nothing of the next`() {
    var generator = NoiseGenerator(seed: 12)
    let numbers = (0..<40_000).map { _ in generator.normal() }
    let product = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(numbers.count)
    #expect(Tolerance.fiveStandardErrors.allows(abs(product) * Double(numbers.count).squareRoot()))
  }

  @Test func `generators that differ in seed or index are independent`() {
    let first = (0..<1000).map { index in
      var generator = NoiseGenerator(seed: 7, index: index)
      return generator.normal()
    }
    // Neighbours, and the same members of the next family.
    let next = (0..<1000).map { index in
      var generator = NoiseGenerator(seed: 8, index: index)
      return generator.normal()
    }
    for others in [Array(first.dropFirst()), next] {
      let correlation = zip(first, others).reduce(0) { $0 + $1.0 * $1.1 } / 1000
      #expect(Tolerance.fourStandardErrors.allows(abs(correlation) * 1000.0.squareRoot()))
    }
    // None goes on where another began.
    let integers = (0..<100).flatMap { index in
      var generator = NoiseGenerator(seed: 7, index: index)
      return (0..<50).map { _ in generator.next() }
    }
    #expect(Set(integers).count == integers.count)
  }
}
