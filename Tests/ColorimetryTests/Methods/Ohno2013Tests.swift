import Colorimetry
import TestSupport
import Testing

@Suite struct Ohno2013Tests {
  @Test func `it agrees with the definition`() {
    expectLaw(within: .ohnoTemperature, draw: light) { light in
      let found = try Ohno2013.ohno2013.temperatureAndTint(of: UniformChromaticity(light))
      return abs(found.temperature - light.temperature)
    }
    expectLaw(within: .ohnoDuv, draw: light) { light in
      abs(try Ohno2013.ohno2013.temperatureAndTint(of: UniformChromaticity(light)).duv - light.duv)
    }
  }

  /// Random lights seldom lie there.
  @Test func `where the parabola begins, at a Duv of 0.002 below 1500 K, Duv is off by most and no more`() throws {
    var worst = 0.0
    for duv in [-0.0021, -0.00201, -0.002003, 0.002003, 0.00201, 0.0021] {
      for temperature in stride(from: 1010.0, through: 1500, by: 0.25) {
        let light = TemperatureAndTint(temperature: temperature, duv: duv)
        let found = try Ohno2013.ohno2013.temperatureAndTint(of: UniformChromaticity(light))
        worst = largest(worst, abs(found.duv - duv))
      }
    }
    #expect(Tolerance.ohnoDuv.allows(worst) && !Tolerance.ohnoDuv.allows(1.2 * worst), "\(worst)")
  }

  @Test func `near the locus the triangle's bias is corrected`() {
    expectLaw(within: .ohnoTriangle) {
      $0.temperatureAndTint(in: 1010...19_800, duv: -0.0005...0.0005)
    } law: { light in
      let found = try Ohno2013.ohno2013.temperatureAndTint(of: UniformChromaticity(light))
      return abs(found.temperature / light.temperature - 1)
    }
  }

  private func light(_ draws: inout Draws) -> TemperatureAndTint {
    draws.temperatureAndTint(in: 1010...19_800, duv: -0.02...0.02)
  }

  @Test func `Duv has the side of the locus just off it, by triangle and by parabola`() throws {
    for duv in [-0.01, -0.0001, 0.0001, 0.01] {
      for temperature in [1200.0, 2500, 6500, 15_000] {
        let point = try UniformChromaticity(TemperatureAndTint(temperature: temperature, duv: duv))
        let found = try Ohno2013.ohno2013.temperatureAndTint(of: point).duv
        #expect(Tolerance.ohnoDuvNearLocus.allows(abs(found / duv - 1)), "\(temperature) \(duv)")
      }
    }
  }

  @Test(arguments: [500.0, 740, 840, 980, 22_000, 50_000, .infinity])
  func `no light outside the table has a temperature within it, however far from the locus it lies`(
    temperature: Double
  ) throws {
    for duv in stride(from: -0.045, through: 0.045, by: 0.005) {
      let point = try UniformChromaticity(TemperatureAndTint(temperature: temperature, duv: duv))
      #expect(throws: ColorimetryError.self, "Duv \(duv)") { try Ohno2013.ohno2013.temperatureAndTint(of: point) }
    }
  }

  @Test(arguments: [1000.0, 20_000])
  func `the ends of the range are in it`(temperature: Double) throws {
    let point = try UniformChromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
    let found = try Ohno2013.ohno2013.temperatureAndTint(of: point).temperature
    #expect(Tolerance.ohnoTemperature.allows(abs(found - temperature)), "\(found)")
  }

  @Test(arguments: [900.0, 25_000])
  func `a temperature outside the table is refused`(temperature: Double) throws {
    let point = try UniformChromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
    let error = #expect(throws: ColorimetryError.self) { try Ohno2013.ohno2013.temperatureAndTint(of: point) }
    guard case .temperatureOutsideMethod(_, Ohno2013.temperatures) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(throws: ColorimetryError.self) {
      try Ohno2013.ohno2013.temperatureAndTint(of: UniformChromaticity(u: .nan, v: 0.3))
    }
  }
}
