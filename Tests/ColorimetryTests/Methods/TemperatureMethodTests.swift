import Colorimetry
import Testing

@Suite struct TemperatureMethodTests {
  @Test func `methods are named where they are used and agree on daylight`() throws {
    let definition = try TemperatureAndTint(.d65, by: .nearestPlanckian)
    #expect(try definition == TemperatureAndTint(.d65))
    for light in try [
      TemperatureAndTint(.d65, by: .robertson1968), TemperatureAndTint(.d65, by: .robertson1968DNG),
      TemperatureAndTint(.d65, by: .ohno2013),
    ] {
      #expect(abs(light.temperature - definition.temperature) < 5, "\(light)")
      #expect(abs(light.duv - definition.duv) < 5e-5, "\(light)")
    }
  }

  @Test func `what no light has is refused before any method is asked`() {
    let none = Chromaticity(x: 0.7, y: 0.7)
    #expect(throws: ColorimetryError.notReal(none)) { try TemperatureAndTint(none, by: .robertson1968) }
    #expect(throws: ColorimetryError.notReal(none)) { try TemperatureAndTint(none, by: .ohno2013) }
    #expect(throws: ColorimetryError.notReal(none)) { try TemperatureAndTint(none, by: .nearestPlanckian) }
  }
}
