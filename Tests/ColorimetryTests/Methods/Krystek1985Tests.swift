import Colorimetry
import TestSupport
import Testing

@Suite struct Krystek1985Tests {
  /// Figures of colour-science (BSD-3-Clause).
  @Test func `a published example comes out`() throws {
    let point = try Krystek1985.point(temperature: 6504.38938305)
    #expect(Tolerance.sevenDecimals.allows(largest(abs(point.u - 0.2004720), abs(point.v - 0.3102929))), "\(point)")
  }

  @Test func `it agrees with the locus`() {
    expectLaw(within: .krystekUniform) {
      $0.logarithmicNumber(in: 1000...15_000)
    } law: { temperature in
      let locus = try UniformChromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      let point = try Krystek1985.point(temperature: temperature)
      return largest(abs(point.u - locus.u), abs(point.v - locus.v))
    }
  }

  @Test(arguments: [999.999, 15_000.001, .infinity, 0] as [Double])
  func `a temperature outside the range is refused`(temperature: Double) {
    #expect(throws: ColorimetryError.temperatureOutsideMethod(temperature, 1000...15_000)) {
      try Krystek1985.point(temperature: temperature)
    }
    #expect(throws: ColorimetryError.self) { try Krystek1985.point(temperature: .nan) }
  }
}
