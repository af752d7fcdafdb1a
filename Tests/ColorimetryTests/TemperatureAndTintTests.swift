import Colorimetry
import TestSupport
import Testing

@Suite struct TemperatureAndTintTests {
  @Test func `tint is 3000 times Duv, both ways`() {
    var light = TemperatureAndTint(temperature: 5000, duv: 0.05)
    #expect(light.tint == 150)
    light.tint = -30
    #expect(light.duv == -0.01)
    #expect(TemperatureAndTint(temperature: 5000, tint: 150).duv == 0.05)
  }

  @Test func `tint comes back from Duv`() {
    expectLaw(within: .rounding) {
      $0.number(in: -150...150)
    } law: { tint in
      let back = TemperatureAndTint(temperature: 6500, tint: tint).tint
      return tint == 0 ? abs(back) : abs(back / tint - 1)
    }
  }

  @Test func `infinite temperature is 0 mired`() {
    #expect(TemperatureAndTint(temperature: .infinity, duv: 0).mired == 0)
    #expect(TemperatureAndTint(temperature: 5000, duv: 0).mired == 200)
  }

  @Test func `a description has the unit`() {
    #expect(TemperatureAndTint(temperature: 5000, duv: -0.25).description == "5000.0 K, Duv -0.25")
  }
}
