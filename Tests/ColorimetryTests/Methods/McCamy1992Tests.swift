import Colorimetry
import TestSupport
import Testing

@Suite struct McCamy1992Tests {
  /// Figure of colour-science (BSD-3-Clause).
  @Test func `D65 has its published temperature`() throws {
    let temperature = try McCamy1992.temperature(of: Chromaticity(x: 0.3127, y: 0.3290))
    #expect(Tolerance.eightDecimals.allows(abs(temperature - 6505.08059131)))
  }

  @Test func `on the locus from A to D65 it is within 11 K`() {
    expectLaw(within: .mcCamyFromAToD65) {
      $0.number(in: 2856...6504)
    } law: { temperature in
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      return abs(try McCamy1992.temperature(of: light) - temperature)
    }
  }

  @Test func `on the locus over its whole range it is near`() {
    expectLaw(within: .mcCamyRange) {
      $0.number(in: 2100...12_000)
    } law: { temperature in
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      return abs(try McCamy1992.temperature(of: light) / temperature - 1)
    }
  }

  @Test func `every black body of 2020 to 13 045 K has an answer, at most 4.2 % off`() throws {
    var worst = 0.0
    for temperature in stride(from: 2020.0, through: 13_045, by: 5) {
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      worst = largest(worst, abs(try McCamy1992.temperature(of: light) / temperature - 1))
    }
    #expect((0.041...0.042).contains(worst), "\(worst)")
  }

  @Test func `what lies outside its range is refused`() throws {
    for temperature in [1800.0, 14_000] {
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      let error = #expect(throws: ColorimetryError.self) { try McCamy1992.temperature(of: light) }
      guard case .temperatureOutsideMethod(_, McCamy1992.temperatures) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    let none = Chromaticity(x: 0.3, y: -0.1)
    #expect(throws: ColorimetryError.notReal(none)) { try McCamy1992.temperature(of: none) }
    // The epicentre's height, where the slope has no inverse, and below.
    for light in [Chromaticity(x: 0.3, y: 0.1858), Chromaticity(x: 0.25, y: 0.1)] {
      #expect(throws: ColorimetryError.temperatureOutsideMethod(.infinity, McCamy1992.temperatures)) {
        try McCamy1992.temperature(of: light)
      }
    }
  }

  @Test func `no light colder than its range has a temperature within it`() throws {
    for temperature in stride(from: 500.0, through: 1900, by: 10) {
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      #expect(throws: ColorimetryError.self, "\(temperature) K") { try McCamy1992.temperature(of: light) }
    }
  }
}
