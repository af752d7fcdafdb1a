import Colorimetry
import TestSupport
import Testing

@Suite struct CIEDaylightTests {
  /// D55 and D75 are no tables of this library: their published chromaticities check the formula on its own.
  @Test(arguments: [(5000, Chromaticity.d50), (5500, .d55), (6500, .d65), (7500, .d75)])
  func `the CIE's daylights have their published chromaticities`(nominal: Double, published: Chromaticity) throws {
    let light = try SpectralDistribution.daylight(temperature: nominal * 1.4388 / 1.4380)
    let chromaticity = Chromaticity(light)
    #expect(Tolerance.publishedChromaticity.allows(abs(chromaticity.x - published.x)))
    #expect(Tolerance.publishedChromaticity.allows(abs(chromaticity.y - published.y)))
  }

  @Test(arguments: [(5000, Chromaticity.d50), (5500, .d55), (6500, .d65), (7500, .d75)])
  func `the locus passes the x of the CIE's daylights`(nominal: Double, published: Chromaticity) throws {
    let locus = try Chromaticity.daylight(temperature: nominal * 1.4388 / 1.4380)
    #expect(Tolerance.publishedDaylightX.allows(abs(locus.x - published.x)), "\(locus.x)")
  }

  @Test func `the two halves of the locus meet at 7000 K`() throws {
    let below = try Chromaticity.daylight(temperature: 7000)
    let above = try Chromaticity.daylight(temperature: 7000.0.nextUp)
    #expect(Tolerance.daylightHalves.allows(abs(below.x - above.x)), "\(below.x - above.x)")
  }

  @Test(arguments: [(5000, CIEIlluminant.d50), (6500, .d65)])
  func `daylight differs from the CIE's table only by its rounded factors`(
    nominal: Double, illuminant: CIEIlluminant
  ) throws {
    let light = try SpectralDistribution.daylight(temperature: nominal * 1.4388 / 1.4380)
    let table = illuminant.distribution
    #expect(light.wavelengths == table.wavelengths)
    let worst = zip(light.values, table.values).map { abs($0 - $1) }.largest() ?? .infinity
    #expect(Tolerance.roundedDaylightFactors.allows(worst), "\(worst)")
  }

  @Test func `a daylight's spectrum has the chromaticity that it was made for`() throws {
    var worst = 0.0
    for temperature in stride(from: 4000.0, through: 25_000, by: 500) {
      let locus = try Chromaticity.daylight(temperature: temperature)
      let sum = Chromaticity(try SpectralDistribution.daylight(temperature: temperature))
      worst = largest(worst, abs(sum.x - locus.x), abs(sum.y - locus.y))
    }
    #expect(Tolerance.daylightComponents.allows(worst), "\(worst)")
  }

  @Test(arguments: [4000, 25_000])
  func `both ends of the range are in it`(temperature: Double) throws {
    #expect(try Chromaticity.daylight(temperature: temperature).isReal)
  }

  @Test(arguments: [3999.999, 25_000.001, .infinity, 0])
  func `a temperature outside the range is refused`(temperature: Double) {
    let error = ColorimetryError.temperatureOutsideMethod(temperature, 4000...25_000)
    #expect(throws: error) { try Chromaticity.daylight(temperature: temperature) }
    #expect(throws: error) { try SpectralDistribution.daylight(temperature: temperature) }
  }

  @Test func `a temperature that is not a number is refused`() {
    #expect(throws: ColorimetryError.self) { try Chromaticity.daylight(temperature: .nan) }
  }
}
