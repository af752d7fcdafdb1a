import Colorimetry
import TestSupport
import Testing

@Suite struct PlanckTests {
  @Test(arguments: [500, 1000, 2856, 6504, 25_000, 1e9, Double.infinity])
  func `a black body's light has the chromaticity of the locus`(temperature: Double) throws {
    let sum = Chromaticity(try SpectralDistribution.planck(temperature: temperature))
    let locus = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
    #expect(Tolerance.spectralSum.allows(abs(sum.x - locus.x)))
    #expect(Tolerance.spectralSum.allows(abs(sum.y - locus.y)))
  }

  @Test func `at infinite temperature power falls with the fourth power of wavelength`() throws {
    let light = try SpectralDistribution.planck(temperature: .infinity)
    #expect(Tolerance.rounding.allows(abs(light.value(at: 400) / light.value(at: 800) / 16 - 1)))
  }

  @Test func `power is 100 at 560 nm`() throws {
    #expect(Tolerance.rounding.allows(abs(try SpectralDistribution.planck(temperature: 3000).value(at: 560) / 100 - 1)))
  }

  @Test(arguments: [0, -5000, 499.9])
  func `a temperature below the lowest is refused`(temperature: Double) {
    #expect(throws: ColorimetryError.temperatureOutOfRange(temperature)) {
      try SpectralDistribution.planck(temperature: temperature)
    }
  }

  @Test func `a temperature that is not a number is refused`() {
    #expect(throws: ColorimetryError.self) { try SpectralDistribution.planck(temperature: .nan) }
  }
}
