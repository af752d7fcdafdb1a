import Colorimetry
import TestSupport
import Testing

@Suite struct TristimulusValuesTests {
  @Test func `a chromaticity comes back from its tristimulus values at any luminance`() {
    expectLaw(within: .projectedChromaticity) { draws in
      (light: draws.realChromaticity(), luminance: draws.scale())
    } law: { light, luminance in
      let values = TristimulusValues(light, luminance: luminance)
      let back = Chromaticity(values)
      return values.y == luminance ? largest(abs(back.x - light.x), abs(back.y - light.y)) : .infinity
    }
  }

  @Test func `a chromaticity does not depend on scale`() {
    expectLaw(within: .rounding) { draws in
      (light: draws.realChromaticity(), scale: draws.scale())
    } law: { light, scale in
      let values = TristimulusValues(light)
      let scaled = Chromaticity(
        TristimulusValues(x: scale * values.x, y: scale * values.y, z: scale * values.z))
      return largest(abs(scaled.x - Chromaticity(values).x), abs(scaled.y - Chromaticity(values).y))
    }
  }

  @Test func `the sum of two lights lies between them`() {
    expectLaw(within: .rounding) { draws in
      (one: draws.realChromaticity(), other: draws.realChromaticity())
    } law: { one, other in
      let (a, b) = (TristimulusValues(one), TristimulusValues(other))
      let sum = Chromaticity(TristimulusValues(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z))
      return largest(min(one.x, other.x) - sum.x, sum.x - max(one.x, other.x), 0)
    }
  }

  @Test func `no light has no chromaticity`() {
    let none = Chromaticity(TristimulusValues(x: 0, y: 0, z: 0))
    #expect(none.x.isNaN && none.y.isNaN)
  }

  @Test func `equal energy has equal values`() {
    let values = TristimulusValues(.e, luminance: 100)
    #expect(values.y == 100)
    #expect(Tolerance.rounding.allows(largest(abs(values.x / 100 - 1), abs(values.z / 100 - 1))))
  }
}
