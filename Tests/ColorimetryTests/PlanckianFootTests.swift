import Colorimetry
import TestSupport
import Testing

@Suite struct PlanckianFootTests {
  /// From 500 K to infinity and from just above the limit of Duv to far above the locus.
  @Test func `a foot that counts as converged has nothing left along the locus`() throws {
    var generator = SeededGenerator(seed: 11)
    var worst = 0.0
    var count = 0
    for index in 0..<6000 {
      // A third of them beside the evolute, where the steps converge worst.
      let (duv, mired) =
        index % 3 == 0
        ? (-0.0899 + 0.01 * generator.uniform(), 150 + 100 * generator.uniform())
        : (-0.0899 + 0.25 * generator.uniform(), 2000 * generator.uniform())
      let light = TemperatureAndTint(temperature: 1e6 / mired, duv: duv)
      let point = TablePoint(try UniformChromaticity(light))
      let foot = PlanckianFoot(near: point)
      guard foot.isAnswer else { continue }
      count += 1
      worst = largest(worst, abs(PlanckianDistance.position(of: point, place: foot.place).along))
    }
    #expect(count > 1500)
    #expect(Tolerance.residualAlong.allows(worst), "\(worst) of \(count)")
  }

  @Test func `the stated domain needs no search`() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<4000 {
      let light = TemperatureAndTint(
        temperature: 1e6 / (10 + 990 * generator.uniform()), duv: -0.05 + 0.1 * generator.uniform())
      #expect(PlanckianFoot(near: TablePoint(try UniformChromaticity(light))).isAnswer, "\(light)")
    }
  }
}
