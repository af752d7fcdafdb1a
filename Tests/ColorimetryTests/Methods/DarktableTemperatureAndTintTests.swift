import Colorimetry
import TestSupport
import Testing

@Suite struct DarktableTemperatureAndTintTests {
  /// Outside it a pair comes back as it was; inside, maybe as the other pair of the same light.
  static let overlap = 3900.1...4102.7

  @Test func `the light of a pair is that pair's again`() {
    expectLaw(within: .programTemperature) {
      Self.pair(&$0)
    } law: { pair in
      guard !Self.overlap.contains(pair.temperature) else { return nil }
      let back = try DarktableTemperatureAndTint(try Chromaticity(pair))
      return abs(back.temperature - pair.temperature) / pair.temperature
    }
    expectLaw(within: .programTint) {
      Self.pair(&$0)
    } law: { pair in
      guard !Self.overlap.contains(pair.temperature) else { return nil }
      let back = try DarktableTemperatureAndTint(try Chromaticity(pair))
      return abs(back.tint - pair.tint) / pair.tint
    }
  }

  @Test func `the pair of a light gives that light again, in the overlap too`() {
    expectLaw(within: .programChromaticity) { draws in
      let temperatures = draws.one(of: [DarktableTemperatureAndTint.temperatures, Self.overlap])
      return Self.pair(&draws, temperatures)
    } law: { pair in
      let light = try Chromaticity(pair)
      let again = try Chromaticity(try DarktableTemperatureAndTint(light))
      return max(abs(again.x - light.x), abs(again.y - light.y))
    }
  }

  @Test func `every pair is a real light`() {
    expectLaw(within: .exact) {
      Self.pair(&$0)
    } law: {
      try Chromaticity($0).isReal ? 0 : 1
    }
  }

  @Test func `a base light has a tint of 1 and its own temperature, in the overlap too`() {
    for temperatures in [DarktableTemperatureAndTint.temperatures, Self.overlap] {
      expectLaw(within: .programTint) {
        $0.logarithmicNumber(in: temperatures, edges: [4000, 4000.0.nextDown, 4000.0.nextUp])
      } law: { temperature in
        abs(try DarktableTemperatureAndTint(try Self.base(temperature)).tint - 1)
      }
      expectLaw(within: .programTemperature) {
        $0.logarithmicNumber(in: temperatures, edges: [4000, 4000.0.nextDown, 4000.0.nextUp])
      } law: { temperature in
        abs(try DarktableTemperatureAndTint(try Self.base(temperature)).temperature - temperature) / temperature
      }
    }
  }

  /// By Duv from the base light, across the isotherm, so that the base of the answer is another one.
  @Test func `a light greener than its base has a tint below 1, one with more magenta above`() {
    expectLaw(within: .exact) { draws in
      (draws.logarithmicNumber(in: 3000...9000), draws.number(in: 0.0005...0.01), draws.one(of: [1.0, -1.0]))
    } law: { temperature, distance, side in
      guard temperature < 3600 || temperature > 4400 else { return nil }
      var place = try TemperatureAndTint(try Self.base(temperature))
      place.duv += side * distance
      let tint = try DarktableTemperatureAndTint(try Chromaticity(place)).tint
      return side > 0 ? (tint < 1 ? 0 : 1) : (tint > 1 ? 0 : 1)
    }
  }

  @Test func `Duv falls as tint rises`() {
    expectLaw(within: .exact) { draws in
      (draws.logarithmicNumber(in: 2500...9000), draws.number(in: 0.5...1.3), draws.number(in: 1.001...1.15))
    } law: { temperature, tint, ratio in
      let greener = UniformChromaticity(
        try Chromaticity(DarktableTemperatureAndTint(temperature: temperature, tint: tint)))
      let other = UniformChromaticity(
        try Chromaticity(DarktableTemperatureAndTint(temperature: temperature, tint: tint * ratio)))
      return try TemperatureAndTint(greener).duv > TemperatureAndTint(other).duv ? 0 : 1
    }
  }

  /// In kelvin. Temperatures that are closer are one to the rounding of x and y.
  static let leastStep = 0.001

  /// Each kind of base light for itself: between them the scale jumps.
  @Test func `a bluer light at the same tint has a higher temperature`() {
    expectLaw(within: .exact) { draws in
      let isDaylight = draws.choice(below: 2) == 1
      let kind = isDaylight ? 4110...25_000 : DarktableTemperatureAndTint.temperatures.lowerBound...3890
      return (kind, draws.number(in: kind), draws.number(in: kind), draws.number(in: 0.5...2))
    } law: { _, one, other, tint in
      let (cold, hot) = (min(one, other), max(one, other))
      guard hot - cold >= Self.leastStep else { return nil }
      let red = try Chromaticity(DarktableTemperatureAndTint(temperature: cold, tint: tint))
      let blue = try Chromaticity(DarktableTemperatureAndTint(temperature: hot, tint: tint))
      return Self.blueToRed(red) < Self.blueToRed(blue) ? 0 : 1
    }
  }

  @Test(arguments: [1900.999, 25_000.001, .infinity, -.infinity, 0, .nan] as [Double])
  func `a temperature outside the range is refused`(temperature: Double) throws {
    let error = #expect(throws: ColorimetryError.self) {
      try Chromaticity(DarktableTemperatureAndTint(temperature: temperature, tint: 1))
    }
    guard case .temperatureOutsideMethod(let value, DarktableTemperatureAndTint.temperatures) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(value == temperature || temperature.isNaN)
  }

  @Test(arguments: [0.134, 2.327, .infinity, -1, 0, .nan] as [Double])
  func `a tint outside the range is refused`(tint: Double) throws {
    let error = #expect(throws: ColorimetryError.self) {
      try Chromaticity(DarktableTemperatureAndTint(temperature: 5000, tint: tint))
    }
    guard case .tintOutsideMethod(let value, DarktableTemperatureAndTint.tints) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(value == tint || tint.isNaN)
  }

  @Test(arguments: [
    Chromaticity(x: .nan, y: 0.3), Chromaticity(x: 0.3, y: .infinity), Chromaticity(x: -0.1, y: 0.5),
    Chromaticity(x: 0.3, y: 0), Chromaticity(x: 0.7, y: 0.4),
  ])
  func `a chromaticity of no light is refused`(light: Chromaticity) {
    let error = #expect(throws: ColorimetryError.self) { try DarktableTemperatureAndTint(light) }
    guard case .notReal = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Redder and bluer than any base light, and green alone.
  @Test(arguments: [
    Chromaticity(x: 0.55, y: 0.44), Chromaticity(x: 0.2, y: 0.2), Chromaticity(x: 0, y: 1),
    Chromaticity(x: 0, y: 0.5),
  ])
  func `a light that no base light matches is refused`(light: Chromaticity) {
    #expect(throws: ColorimetryError.lightOutsideMethod(light)) {
      try DarktableTemperatureAndTint(light)
    }
  }

  @Test(arguments: [Chromaticity(x: 0.1, y: 0.8), Chromaticity(x: 0.4, y: 0.1)])
  func `a light too far from its base is refused`(light: Chromaticity) {
    let error = #expect(throws: ColorimetryError.self) { try DarktableTemperatureAndTint(light) }
    guard case .tintOutsideMethod = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `any chromaticity has finite numbers or an error`() {
    expectLaw(within: .exact) {
      $0.realChromaticity()
    } law: { light in
      do throws(ColorimetryError) {
        let pair = try DarktableTemperatureAndTint(light)
        return pair.temperature.isFinite && pair.tint.isFinite ? 0 : 1
      } catch {
        return 0
      }
    }
  }

  @Test func `the light has the base light's Z against X, and Y against X divided by the tint`() {
    expectLaw(within: .baseLightSums) {
      Self.pair(&$0)
    } law: { pair in
      let (base, light) = (try Self.base(pair.temperature), try Chromaticity(pair))
      let tint = (base.y / base.x) / (light.y / light.x)
      return max(
        abs(tint / pair.tint - 1), abs(Self.blueToRed(light) / Self.blueToRed(base) - 1))
    }
  }

  /// The ratio of tints between the two kinds is 1.0178 to 1.0182: a black body's light counts as such down to a tint of about 0.991.
  @Test func `the pair whose tint is nearer to 1 is given`() throws {
    let near = try Chromaticity(DarktableTemperatureAndTint(temperature: 3950, tint: 0.995))
    #expect(try DarktableTemperatureAndTint(near).temperature < 4000)
    let far = try Chromaticity(DarktableTemperatureAndTint(temperature: 3950, tint: 0.987))
    let other = try DarktableTemperatureAndTint(far)
    #expect(other.temperature > 4000 && other.tint > 1 && other.tint < 1.013, "\(other)")
  }

  /// Its 81 products, and its c2; not the six decimals of its observer.
  @Test func `darktable's coarser sums move the pair by as much as is said`() {
    for (tolerance, ofTint) in [(Tolerance.darktableSums, false), (.darktableSumsTint, true)] {
      expectLaw(within: tolerance) {
        $0.logarithmicNumber(in: 2000...24_990)
      } law: { temperature in
        guard !(3999...4001).contains(temperature) else { return nil }
        let scale = 1.4388 / 1.4387769599838156
        let spectrum: SpectralDistribution =
          try temperature < 4000
          ? .planck(temperature: temperature * scale) : .daylight(temperature: temperature)
        var sum = SIMD3<Double>.zero
        for wavelength in stride(from: 380, through: 780, by: 5) {
          sum +=
            CIE1931Observer.colorMatching[wavelength - CIE1931Observer.firstWavelength]
            * spectrum.value(at: Double(wavelength))
        }
        let pair = try DarktableTemperatureAndTint(
          Chromaticity(TristimulusValues(x: sum.x, y: sum.y, z: sum.z)))
        return ofTint ? abs(pair.tint - 1) : abs(pair.temperature - temperature) / temperature
      }
    }
  }

  static func pair(
    _ draws: inout Draws, _ temperatures: ClosedRange<Double> = DarktableTemperatureAndTint.temperatures
  ) -> DarktableTemperatureAndTint {
    let temperature = draws.logarithmicNumber(in: temperatures, edges: [4000, 4000.0.nextDown, 4000.0.nextUp])
    let range = DarktableTemperatureAndTint.tints
    return DarktableTemperatureAndTint(temperature: temperature, tint: draws.logarithmicNumber(in: range, edges: [1]))
  }

  /// By summing its spectrum.
  static func base(_ temperature: Double) throws -> Chromaticity {
    Chromaticity(
      try temperature < 4000 ? .planck(temperature: temperature) : .daylight(temperature: temperature))
  }

  static func blueToRed(_ light: Chromaticity) -> Double { (1 - light.x - light.y) / light.x }
}
