import Colorimetry
import TestSupport
import Testing

@Suite struct NearestPlanckianTests {
  // MARK: - Oracles

  @Test func `temperature and Duv of every point agree with the 50-digit oracle`() throws {
    let oracle = try ReferenceTable(repositoryPath: "Tests/ReferenceData/planckian-oracle.csv")
    #expect(oracle.rows.count == 660)
    var worst = (temperature: 0.0, duv: 0.0)
    for row in oracle.rows {
      let light = try TemperatureAndTint(UniformChromaticity(u: row[2], v: row[3]))
      worst.temperature = largest(worst.temperature, abs(light.temperature / row[0] - 1))
      worst.duv = largest(worst.duv, abs(light.duv - row[1]))
    }
    #expect(Tolerance.oracleTemperature.allows(worst.temperature), "\(worst)")
    #expect(Tolerance.oracleDuv.allows(worst.duv), "\(worst)")
  }

  @Test func `the point of every temperature and Duv agrees with the 50-digit oracle`() throws {
    let oracle = try ReferenceTable(repositoryPath: "Tests/ReferenceData/planckian-oracle.csv")
    var worst = (uv: 0.0, xy: 0.0)
    for row in oracle.rows {
      let light = TemperatureAndTint(temperature: row[0], duv: row[1])
      let uv = try UniformChromaticity(light)
      let xy = try Chromaticity(light)
      worst.uv = largest(worst.uv, abs(uv.u - row[2]), abs(uv.v - row[3]))
      worst.xy = largest(worst.xy, abs(xy.x / row[4] - 1), abs(xy.y / row[5] - 1))
    }
    #expect(Tolerance.oracleUniform.allows(worst.uv), "\(worst)")
    #expect(Tolerance.oracleChromaticity.allows(worst.xy), "\(worst)")
  }

  /// Found by Newton's method in 50 digits from the definition.
  @Test(arguments: [
    (Chromaticity.a, 2855.52711211774, 3.36475436846e-6),
    (Chromaticity.d50, 5001.86080413358, 0.00321014924863),
    (Chromaticity(x: 0.3127, y: 0.3290), 6504.34484932117, 0.0032072027619),
    (Chromaticity(x: 0.31272, y: 0.32903), 6503.03320127087, 0.00321249988389),
    (Chromaticity.d75, 7505.06870385119, 0.00313903551223),
    (Chromaticity.e, 5455.48588737932, -0.0044233247477),
  ])
  func `a standard light has its temperature and Duv`(light: Chromaticity, temperature: Double, duv: Double) throws {
    let found = try TemperatureAndTint(light)
    #expect(Tolerance.publishedTemperature.allows(abs(found.temperature - temperature)), "\(found)")
    #expect(Tolerance.publishedDuv.allows(abs(found.duv - duv)), "\(found)")
  }

  @Test func `infinite temperature is a point of the locus`() throws {
    let light = try Chromaticity(TemperatureAndTint(temperature: .infinity, duv: 0))
    #expect(Tolerance.rounding.allows(abs(light.x / 0.23987696595240938 - 1)))
    #expect(Tolerance.rounding.allows(abs(light.y / 0.23403731492117419 - 1)))
  }

  // MARK: - Laws

  @Test func `temperature and Duv come back from their point`() {
    expectLaw(within: .mired) {
      $0.temperatureAndTint()
    } law: { light in
      let back = try TemperatureAndTint(UniformChromaticity(light))
      return abs(back.mired - light.mired)
    }
    expectLaw(within: .duv) {
      $0.temperatureAndTint()
    } law: { light in
      abs(try TemperatureAndTint(UniformChromaticity(light)).duv - light.duv)
    }
  }

  /// Wherever the chromaticity has a temperature: from 500 K to infinity, down to a Duv of -0.09.
  @Test func `a chromaticity comes back from its temperature and Duv`() {
    expectLaw(within: .projectedChromaticity) { draws in
      Chromaticity(x: draws.number(in: 0.2...0.6), y: draws.number(in: 0.2...0.45))
    } law: { light in
      guard let found = try? TemperatureAndTint(light) else { return nil }
      let back = try Chromaticity(found)
      return largest(abs(back.x - light.x), abs(back.y - light.y))
    }
  }

  /// Down to where the centres of the locus's curvature are close, and a search may take a wrong turn.
  @Test func `no other point of the locus is nearer than Duv`() {
    expectLaw(within: .duv) { draws in
      (light: draws.temperatureAndTint(duv: -0.089...0.05), other: draws.temperature(in: 500...100_000))
    } law: { light, other in
      let point = try UniformChromaticity(light)
      let locus = try UniformChromaticity(TemperatureAndTint(temperature: other, duv: 0))
      let (along, across) = (point.u - locus.u, point.v - locus.v)
      return abs(try TemperatureAndTint(point).duv) - (along * along + across * across).squareRoot()
    }
  }

  @Test func `a point of the locus has no Duv`() {
    expectLaw(within: .duv) {
      $0.temperature(in: 501...100_000)
    } law: { temperature in
      abs(try TemperatureAndTint(UniformChromaticity(TemperatureAndTint(temperature: temperature, duv: 0))).duv)
    }
  }

  @Test func `temperature falls as mired rises`() {
    expectLaw(within: .exact) { draws in
      (low: draws.number(in: 0...900), step: draws.number(in: 0.001...100), duv: draws.number(in: -0.02...0.02))
    } law: { low, step, duv in
      let colder = try UniformChromaticity(TemperatureAndTint(temperature: 1e6 / (low + step), duv: duv))
      let hotter = try UniformChromaticity(TemperatureAndTint(temperature: 1e6 / low, duv: duv))
      return try TemperatureAndTint(colder).temperature < TemperatureAndTint(hotter).temperature ? 0 : 1
    }
  }

  @Test func `green added to a black body's light makes Duv positive, green taken away negative`() {
    expectLaw(within: .exact) { draws in
      (temperature: draws.temperature(in: 2000...25_000), part: draws.number(in: 0.001...0.05))
    } law: { temperature, part in
      let black = TristimulusValues(try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
      // Light of 530 nm.
      let green = TristimulusValues(Chromaticity(x: 0.1547, y: 0.8059))
      func duv(_ part: Double) throws -> Double {
        let sum = TristimulusValues(
          x: black.x + part * green.x, y: black.y + part * green.y, z: black.z + part * green.z)
        return try TemperatureAndTint(Chromaticity(sum)).duv
      }
      return try duv(part) > 0 && duv(-part) < 0 ? 0 : 1
    }
  }

  // MARK: - Refusals

  @Test(arguments: [
    Chromaticity(x: -0.001, y: 0.3), Chromaticity(x: 0.3, y: 0), Chromaticity(x: 0.3, y: -0.1),
    Chromaticity(x: 0.6, y: 0.5), Chromaticity(x: .infinity, y: 0.3), Chromaticity(x: 0.3, y: .infinity),
  ])
  func `what no light has is refused`(chromaticity: Chromaticity) {
    #expect(throws: ColorimetryError.notReal(chromaticity)) { try TemperatureAndTint(chromaticity) }
  }

  @Test func `what is not a number is refused`() {
    func expectNotReal(_ attempt: () throws -> TemperatureAndTint) {
      let error = #expect(throws: ColorimetryError.self) { try attempt() }
      guard case .notReal = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    expectNotReal { try TemperatureAndTint(Chromaticity(x: .nan, y: 0.3)) }
    expectNotReal { try TemperatureAndTint(Chromaticity(x: 0.3, y: .nan)) }
    expectNotReal { try TemperatureAndTint(UniformChromaticity(u: .nan, v: 0.3)) }
    expectNotReal { try TemperatureAndTint(UniformChromaticity(u: 0.2, v: .infinity)) }
    let temperature = #expect(throws: ColorimetryError.self) {
      try Chromaticity(TemperatureAndTint(temperature: .nan, duv: 0))
    }
    guard case .temperatureOutOfRange(let value) = temperature else {
      Issue.record("\(String(describing: temperature))")
      return
    }
    #expect(value.isNaN)
    let duv = #expect(throws: ColorimetryError.self) {
      try Chromaticity(TemperatureAndTint(temperature: 5000, duv: .nan))
    }
    guard case .duvOutOfRange(let value) = duv else {
      Issue.record("\(String(describing: duv))")
      return
    }
    #expect(value.isNaN)
  }

  @Test func `a point past an end of the locus is refused by that end's name`() throws {
    let blue = UniformChromaticity(u: 0.16, v: 0.25)
    #expect(throws: ColorimetryError.beyondInfiniteTemperature(blue)) { try TemperatureAndTint(blue) }
    let red = UniformChromaticity(u: 0.6, v: 0.35)
    #expect(throws: ColorimetryError.tooCold(red)) { try TemperatureAndTint(red) }
    let locus = try UniformChromaticity(TemperatureAndTint(temperature: 5000, duv: 0))
    let below = try UniformChromaticity(TemperatureAndTint(temperature: 5000, duv: -0.08))
    let magenta = UniformChromaticity(
      u: locus.u + 1.2 * (below.u - locus.u), v: locus.v + 1.2 * (below.v - locus.v))
    #expect(throws: ColorimetryError.tooFarBelowLocus(magenta)) { try TemperatureAndTint(magenta) }
  }

  @Test(arguments: [0, -5000, 499.999, -.infinity] as [Double])
  func `a temperature below the lowest is refused`(temperature: Double) {
    #expect(throws: ColorimetryError.temperatureOutOfRange(temperature)) {
      try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
    }
  }

  @Test(arguments: [-0.09, -1, .infinity, -.infinity] as [Double])
  func `a Duv at which a point is no longer its own temperature's is refused`(duv: Double) {
    #expect(throws: ColorimetryError.duvOutOfRange(duv)) {
      try UniformChromaticity(TemperatureAndTint(temperature: 5000, duv: duv))
    }
  }

  @Test func `a Duv past the projection's horizon has no x and y`() throws {
    let light = TemperatureAndTint(temperature: 5000, duv: 0.5)
    #expect(throws: ColorimetryError.duvOutOfRange(0.5)) { try Chromaticity(light) }
    #expect(try UniformChromaticity(light).v > 0.55)
  }

  @Test func `every temperature has x and y up to the highest Duv, and the hottest not far beyond it`() throws {
    for mired in stride(from: 0.0, through: 2000, by: 5) {
      let light = TemperatureAndTint(temperature: 1e6 / mired, duv: PlanckianLocus.highestDuv)
      #expect(throws: Never.self, "\(mired) mired") { try Chromaticity(light) }
    }
    let beyond = PlanckianLocus.highestDuv + 0.01
    #expect(throws: ColorimetryError.duvOutOfRange(beyond)) {
      try Chromaticity(TemperatureAndTint(temperature: .infinity, duv: beyond))
    }
  }

  @Test func `the lowest temperature is in the range`() throws {
    let coldest = TemperatureAndTint(temperature: PlanckianLocus.lowestTemperature, duv: 0)
    #expect(try Chromaticity(coldest).x > 0.7)
  }
}
