import Colorimetry
import TestSupport
import Testing

@Suite struct TemperatureMethodTests {
  @Test func `methods are named where they are used and agree on daylight`() throws {
    let definition = try TemperatureAndTint(.d65, by: .nearestPlanckian)
    #expect(try definition == TemperatureAndTint(.d65))
    for light in try [
      TemperatureAndTint(.d65, by: .robertson1968), TemperatureAndTint(.d65, by: .robertson1968DNG),
      TemperatureAndTint(.d65, by: .ohno2013),
    ] {
      #expect(Tolerance.methodsAtD65.allows(abs(light.temperature - definition.temperature)), "\(light)")
      #expect(Tolerance.methodsAtD65Duv.allows(abs(light.duv - definition.duv)), "\(light)")
    }
  }

  @Test func `what no light has is refused before any method is asked`() {
    let none = Chromaticity(x: 0.7, y: 0.7)
    #expect(throws: ColorimetryError.notReal(none)) { try TemperatureAndTint(none, by: .robertson1968) }
    #expect(throws: ColorimetryError.notReal(none)) { try TemperatureAndTint(none, by: .ohno2013) }
    #expect(throws: ColorimetryError.notReal(none)) { try TemperatureAndTint(none, by: .nearestPlanckian) }
  }
}
