import Colorimetry
import TestSupport
import Testing

@Suite struct UniformChromaticityTests {
  @Test func `u and v come back from x and y`() {
    expectLaw(within: .projectedChromaticity) {
      $0.realChromaticity()
    } law: { light in
      let back = Chromaticity(UniformChromaticity(light))
      return largest(abs(back.x - light.x), abs(back.y - light.y))
    }
  }

  /// Equal energy is at u = 4/19, v = 6/19: exact in rational numbers.
  @Test func `equal energy has the u and v of its fractions`() {
    let equal = UniformChromaticity(.e)
    #expect(Tolerance.rounding.allows(abs(equal.u * 19 / 4 - 1)))
    #expect(Tolerance.rounding.allows(abs(equal.v * 19 / 6 - 1)))
  }

  @Test func `v is two thirds of the v' of 1976`() {
    expectLaw(within: .rounding) {
      $0.realChromaticity()
    } law: { light in
      let prime = 9 * light.y / (-2 * light.x + 12 * light.y + 3)
      return abs(UniformChromaticity(light).v / (2 * prime / 3) - 1)
    }
  }

  @Test func `a description names the coordinates`() {
    #expect(UniformChromaticity(u: 0.25, v: 0.5).description == "u 0.25, v 0.5")
  }
}
