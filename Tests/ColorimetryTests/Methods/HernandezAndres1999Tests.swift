import Colorimetry
import TestSupport
import Testing

@Suite struct HernandezAndres1999Tests {
  /// Figure of colour-science (BSD-3-Clause).
  @Test func `D65 has its published temperature`() throws {
    let temperature = try HernandezAndres1999.temperature(of: Chromaticity(x: 0.3127, y: 0.3290))
    #expect(Tolerance.sevenDecimals.allows(abs(temperature - 6500.7420431)))
  }

  @Test func `daylight's temperature is near the definition's`() {
    expectLaw(within: .hernandezAndresDaylight) {
      $0.logarithmicNumber(in: 4000...25_000)
    } law: { temperature in
      let light = try Chromaticity.daylight(temperature: temperature)
      return abs(try HernandezAndres1999.temperature(of: light) / TemperatureAndTint(light).temperature - 1)
    }
  }

  @Test func `the locus's temperature is near the definition's, to 100 000 K`() {
    expectLaw(within: .hernandezAndresLocus) {
      $0.logarithmicNumber(in: 3100...100_000)
    } law: { temperature in
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      return abs(try HernandezAndres1999.temperature(of: light) / temperature - 1)
    }
  }

  /// Some of these lights have no answer.
  @Test func `black bodies at the ends of its range are answered at most 1.4 and 20 % off`() throws {
    for (from, through, error) in [(3000.0, 3100.0, 0.012...0.014), (100_000, 800_000, 0.19...0.2)] {
      var worst = 0.0
      for mired in stride(from: 1e6 / through, through: 1e6 / from, by: (1e6 / from - 1e6 / through) / 1000) {
        let temperature = 1e6 / mired
        let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
        guard let found = try? HernandezAndres1999.temperature(of: light) else { continue }
        worst = largest(worst, abs(found / temperature - 1))
      }
      #expect(error.contains(worst), "\(worst)")
    }
  }

  @Test func `what lies outside its range is refused`() throws {
    let warm = try Chromaticity(TemperatureAndTint(temperature: 2500, duv: 0))
    for light in [warm, Chromaticity(x: 0.2, y: 0.2)] {
      let error = #expect(throws: ColorimetryError.self) { try HernandezAndres1999.temperature(of: light) }
      guard case .temperatureOutsideMethod(_, HernandezAndres1999.temperatures) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    let none = Chromaticity(x: 0.7, y: 0.7)
    #expect(throws: ColorimetryError.notReal(none)) { try HernandezAndres1999.temperature(of: none) }
  }

  /// At the y of the epicentre the inverse slope is not finite. Below it, purples would get ordinary temperatures.
  @Test(arguments: [
    Chromaticity(x: 0.3, y: 0.1735), Chromaticity(x: 0.3, y: 0.17), Chromaticity(x: 0.3, y: 0.05),
    Chromaticity(x: 0.25, y: 0.1),
  ]) func `no light at or below the epicentre has a temperature of daylight`(light: Chromaticity) {
    #expect(throws: ColorimetryError.temperatureOutsideMethod(.infinity, HernandezAndres1999.temperatures)) {
      try HernandezAndres1999.temperature(of: light)
    }
  }
}
