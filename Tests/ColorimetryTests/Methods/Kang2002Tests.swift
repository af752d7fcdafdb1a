import Colorimetry
import TestSupport
import Testing

@Suite struct Kang2002Tests {
  /// Figures of colour-science (BSD-3-Clause).
  @Test func `a published example comes out`() throws {
    let light = try Kang2002.chromaticity(temperature: 6504.38938305)
    #expect(Tolerance.sixDecimals.allows(abs(light.x - 0.313426)), "\(light)")
    #expect(Tolerance.sevenDecimals.allows(abs(light.y - 0.3235959)), "\(light)")
  }

  @Test func `it agrees with the locus`() {
    expectLaw(within: .kangChromaticity) {
      $0.logarithmicNumber(in: 1667...25_000)
    } law: { temperature in
      let locus = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      let light = try Kang2002.chromaticity(temperature: temperature)
      return largest(abs(light.x - locus.x), abs(light.y - locus.y))
    }
  }

  @Test(arguments: [2222, 4000])
  func `its cubics meet where they change`(temperature: Double) throws {
    let below = try Kang2002.chromaticity(temperature: temperature)
    let above = try Kang2002.chromaticity(temperature: temperature.nextUp)
    #expect(Tolerance.kangJoints.allows(largest(abs(below.x - above.x), abs(below.y - above.y))), "\(below) \(above)")
  }

  @Test(arguments: [2223, 2300, 2400, 3000, 4000] as [Double])
  func `between 2222 and 4000 K the second cubic holds`(temperature: Double) throws {
    let light = try Kang2002.chromaticity(temperature: temperature)
    let (first, second, third) = (light.x, light.x * light.x, light.x * light.x * light.x)
    let cubic = -0.9549476 * third - 1.37418593 * second + 2.09137015 * first - 0.16748867
    #expect(Tolerance.rounding.allows(abs(light.y / cubic - 1)), "\(light)")
  }

  @Test(arguments: [1666.999, 25_000.001, .infinity, 0] as [Double])
  func `a temperature outside the range is refused`(temperature: Double) {
    #expect(throws: ColorimetryError.temperatureOutsideMethod(temperature, 1667...25_000)) {
      try Kang2002.chromaticity(temperature: temperature)
    }
    #expect(throws: ColorimetryError.self) { try Kang2002.chromaticity(temperature: .nan) }
  }
}
