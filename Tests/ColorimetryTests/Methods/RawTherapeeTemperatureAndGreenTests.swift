import Colorimetry
import TestSupport
import Testing

@Suite struct RawTherapeeTemperatureAndGreenTests {
  /// Outside it a pair comes back as it was; inside, maybe as the other pair of the same light.
  static let overlap = 3917.8...4082.5

  @Test func `the light of a pair is that pair's again`() {
    expectLaw(within: .programTemperature) {
      Self.pair(&$0)
    } law: { pair in
      guard !Self.overlap.contains(pair.temperature) else { return nil }
      let back = try RawTherapeeTemperatureAndGreen(try Chromaticity(pair))
      return abs(back.temperature - pair.temperature) / pair.temperature
    }
    expectLaw(within: .programTint) {
      Self.pair(&$0)
    } law: { pair in
      guard !Self.overlap.contains(pair.temperature) else { return nil }
      let back = try RawTherapeeTemperatureAndGreen(try Chromaticity(pair))
      return abs(back.green - pair.green) / pair.green
    }
  }

  @Test func `the pair of a light gives that light again, in the overlap too`() {
    expectLaw(within: .programChromaticity) { draws in
      let temperatures = draws.one(of: [RawTherapeeTemperatureAndGreen.temperatures, Self.overlap])
      return Self.pair(&draws, temperatures)
    } law: { pair in
      let light = try Chromaticity(pair)
      let again = try Chromaticity(try RawTherapeeTemperatureAndGreen(light))
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

  @Test func `a base light has a green of 1 and its own temperature, in the overlap too`() {
    for temperatures in [RawTherapeeTemperatureAndGreen.temperatures, Self.overlap] {
      expectLaw(within: .programTint) {
        $0.logarithmicNumber(in: temperatures, edges: [4000, 4000.0.nextDown, 4000.0.nextUp])
      } law: { temperature in
        abs(try RawTherapeeTemperatureAndGreen(try Self.base(temperature)).green - 1)
      }
      expectLaw(within: .programTemperature) {
        $0.logarithmicNumber(in: temperatures, edges: [4000, 4000.0.nextDown, 4000.0.nextUp])
      } law: { temperature in
        abs(try RawTherapeeTemperatureAndGreen(try Self.base(temperature)).temperature - temperature) / temperature
      }
    }
  }

  /// By Duv from the base light, across the isotherm, so that the base of the answer is another one.
  @Test func `a light greener than its base has a green below 1, one with more magenta above`() {
    expectLaw(within: .exact) { draws in
      (draws.logarithmicNumber(in: 3000...9000), draws.number(in: 0.0005...0.01), draws.one(of: [1.0, -1.0]))
    } law: { temperature, distance, side in
      guard temperature < 3600 || temperature > 4400 else { return nil }
      var place = try TemperatureAndTint(try Self.base(temperature))
      place.duv += side * distance
      let green = try RawTherapeeTemperatureAndGreen(try Chromaticity(place)).green
      return side > 0 ? (green < 1 ? 0 : 1) : (green > 1 ? 0 : 1)
    }
  }

  @Test func `Duv falls as green rises`() {
    expectLaw(within: .exact) { draws in
      (draws.logarithmicNumber(in: 2500...9000), draws.number(in: 0.5...1.3), draws.number(in: 1.001...1.15))
    } law: { temperature, green, ratio in
      let greener = UniformChromaticity(
        try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: temperature, green: green)))
      let other = UniformChromaticity(
        try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: temperature, green: green * ratio)))
      return try TemperatureAndTint(greener).duv > TemperatureAndTint(other).duv ? 0 : 1
    }
  }

  /// In kelvin. Temperatures that are closer are one to the rounding of x and y.
  static let leastStep = 0.001

  /// Each kind of base light for itself: between them the scale jumps.
  @Test func `a bluer light at the same green has a higher temperature`() {
    expectLaw(within: .exact) { draws in
      let isDaylight = draws.choice(below: 2) == 1
      let kind = isDaylight ? 4110...25_000 : RawTherapeeTemperatureAndGreen.temperatures.lowerBound...3890
      return (kind, draws.number(in: kind), draws.number(in: kind), draws.number(in: 0.5...2))
    } law: { _, one, other, green in
      let (cold, hot) = (min(one, other), max(one, other))
      guard hot - cold >= Self.leastStep else { return nil }
      let red = try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: cold, green: green))
      let blue = try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: hot, green: green))
      return Self.blueToRed(red) < Self.blueToRed(blue) ? 0 : 1
    }
  }

  @Test(arguments: [1499.999, 25_000.001, .infinity, -.infinity, 0, .nan] as [Double])
  func `a temperature outside the range is refused`(temperature: Double) throws {
    let error = #expect(throws: ColorimetryError.self) {
      try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: temperature, green: 1))
    }
    guard case .temperatureOutsideMethod(let value, RawTherapeeTemperatureAndGreen.temperatures) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(value == temperature || temperature.isNaN)
  }

  @Test(arguments: [0.019, 100.001, .infinity, -1, 0, .nan] as [Double])
  func `a green outside the range is refused`(green: Double) throws {
    let error = #expect(throws: ColorimetryError.self) {
      try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: 5000, green: green))
    }
    guard case .tintOutsideMethod(let value, RawTherapeeTemperatureAndGreen.greens) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(value == green || green.isNaN)
  }

  @Test(arguments: [
    Chromaticity(x: .nan, y: 0.3), Chromaticity(x: 0.3, y: .infinity), Chromaticity(x: -0.1, y: 0.5),
    Chromaticity(x: 0.3, y: 0), Chromaticity(x: 0.7, y: 0.4),
  ])
  func `a chromaticity of no light is refused`(light: Chromaticity) {
    let error = #expect(throws: ColorimetryError.self) { try RawTherapeeTemperatureAndGreen(light) }
    guard case .notReal = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Redder and bluer than any base light, and green alone, which has no red in sRGB.
  @Test(arguments: [
    Chromaticity(x: 0.55, y: 0.44), Chromaticity(x: 0.2, y: 0.2), Chromaticity(x: 0, y: 1),
    Chromaticity(x: 0, y: 0.5),
  ])
  func `a light that no base light matches is refused`(light: Chromaticity) {
    #expect(throws: ColorimetryError.lightOutsideMethod(light)) {
      try RawTherapeeTemperatureAndGreen(light)
    }
  }

  @Test(arguments: [Chromaticity(x: 0.38, y: 0.17)])
  func `a light too far from its base is refused`(light: Chromaticity) {
    let error = #expect(throws: ColorimetryError.self) { try RawTherapeeTemperatureAndGreen(light) }
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
        let pair = try RawTherapeeTemperatureAndGreen(light)
        return pair.temperature.isFinite && pair.green.isFinite ? 0 : 1
      } catch {
        return 0
      }
    }
  }

  @Test func `the light has the base light's B against R, and G against R divided by the green`() {
    expectLaw(within: .rawTherapeeMatrix) {
      Self.pair(&$0)
    } law: { pair in
      let (base, light) = (Self.linear(try Self.base(pair.temperature)), Self.linear(try Chromaticity(pair)))
      let green = (base.y / base.x) / (light.y / light.x)
      // A green of 100 leaves little of G beside the matrix's rounding.
      let rounding = max(pair.green, 1 / pair.green, 1)
      return max(abs(green / pair.green - 1), abs(light.z / light.x - base.z / base.x)) / rounding
    }
  }

  /// The ratio of greens between the two kinds is 1.052: a black body's light counts as such down to a green of about 0.975.
  @Test func `the pair whose green is nearer to 1 is given`() throws {
    let near = try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: 3950, green: 0.98))
    #expect(try RawTherapeeTemperatureAndGreen(near).temperature < 4000)
    let far = try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: 3950, green: 0.97))
    let other = try RawTherapeeTemperatureAndGreen(far)
    #expect(other.temperature > 4000 && other.green > 1 && other.green < 1.03, "\(other)")
  }

  static func pair(
    _ draws: inout Draws, _ temperatures: ClosedRange<Double> = RawTherapeeTemperatureAndGreen.temperatures
  ) -> RawTherapeeTemperatureAndGreen {
    let temperature = draws.logarithmicNumber(in: temperatures, edges: [4000, 4000.0.nextDown, 4000.0.nextUp])
    let range = RawTherapeeTemperatureAndGreen.greens
    return RawTherapeeTemperatureAndGreen(
      temperature: temperature, green: draws.logarithmicNumber(in: range, edges: [1]))
  }

  /// By summing its spectrum.
  static func base(_ temperature: Double) throws -> Chromaticity {
    Chromaticity(
      try temperature <= 4000 ? .planck(temperature: temperature) : .daylight(temperature: temperature))
  }

  static func blueToRed(_ light: Chromaticity) -> Double { linear(light).z / linear(light).x }

  /// Linear sRGB, by the published matrix. Source: Lindbloom, "RGB/XYZ Matrices", sRGB for D65.
  static func linear(_ light: Chromaticity) -> SIMD3<Double> {
    let matrix = Matrix3x3(
      rows: [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560],
      [0.0556434, -0.2040259, 1.0572252])
    return matrix * [light.x, light.y, 1 - light.x - light.y]
  }
}
