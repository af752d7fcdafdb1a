import Colorimetry
import TestSupport
import Testing

@Suite struct PublishedMethodTests {
  private static let light = Chromaticity(x: 0.3457, y: 0.3585)

  @Test(arguments: PublishedMethod.allCases) func `a method goes at least one way, and says which`(
    method: PublishedMethod
  ) throws {
    #expect(method.findsTemperature || method.findsChromaticity)
    let found = try method.temperature(of: Self.light)
    #expect((found != nil) == method.findsTemperature)
    let there = try method.chromaticity(of: TemperatureAndTint(temperature: 5000, tint: 0))
    #expect((there != nil) == method.findsChromaticity)
  }

  @Test func `a name is the method of its author`() throws {
    let light = Self.light
    #expect(
      try PublishedMethod.nearestPlanckian.temperature(of: light)?.temperatureAndTint == TemperatureAndTint(light))
    #expect(
      try PublishedMethod.robertson1968.temperature(of: light)?.temperatureAndTint
        == TemperatureAndTint(light, by: .robertson1968))
    #expect(
      try PublishedMethod.robertson1968DNG.temperature(of: light)?.temperatureAndTint
        == TemperatureAndTint(light, by: .robertson1968DNG))
    #expect(
      try PublishedMethod.ohno2013.temperature(of: light)?.temperatureAndTint
        == TemperatureAndTint(light, by: .ohno2013))
    #expect(try PublishedMethod.mcCamy1992.temperature(of: light)?.temperature == McCamy1992.temperature(of: light))
    #expect(
      try PublishedMethod.hernandezAndres1999.temperature(of: light)?.temperature
        == HernandezAndres1999.temperature(of: light))
    let there = TemperatureAndTint(temperature: 5000, tint: 3)
    #expect(try PublishedMethod.nearestPlanckian.chromaticity(of: there) == Chromaticity(there))
    #expect(try PublishedMethod.kang2002.chromaticity(of: there) == Kang2002.chromaticity(temperature: 5000))
    #expect(
      try PublishedMethod.krystek1985.chromaticity(of: there) == Chromaticity(Krystek1985.point(temperature: 5000)))
    #expect(try PublishedMethod.cieDaylight.chromaticity(of: there) == Chromaticity.daylight(temperature: 5000))
    #expect(
      try PublishedMethod.robertson1968DNG.chromaticity(of: there)
        == Chromaticity(Robertson1968.robertson1968DNG.point(of: there)))
  }

  @Test func `no method finds a temperature of what no light can be`() {
    let unreal = Chromaticity(x: 0.7, y: 0.6)
    for method in PublishedMethod.allCases where method.findsTemperature {
      #expect(throws: ColorimetryError.notReal(unreal)) { try method.temperature(of: unreal) }
    }
  }

  @Test(arguments: [PublishedMethod.nearestPlanckian, .robertson1968, .robertson1968DNG])
  func `a Duv whose point is outside of the diagram is refused by every method`(method: PublishedMethod) throws {
    let light = TemperatureAndTint(temperature: 6500, duv: 1)
    #expect(throws: ColorimetryError.duvOutOfRange(1)) { try method.chromaticity(of: light) }
  }
}
