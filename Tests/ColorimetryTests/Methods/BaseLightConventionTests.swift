import Colorimetry
import TestSupport
import Testing

/// The laws of darktable's temperature and tint, and of RawTherapee's temperature and green,
/// which is called a tint here.
@Suite struct BaseLightConventionTests {
  typealias Pair = BaseLightConvention.Pair

  @Test(arguments: BaseLightConvention.all)
  func `the light of a pair is that pair's again`(program: BaseLightConvention) {
    expectLaw(within: .programTemperature) {
      pair(&$0, of: program)
    } law: { pair in
      guard !program.overlap.contains(pair.temperature) else { return nil }
      return abs(try program.pair(program.light(pair)).temperature - pair.temperature) / pair.temperature
    }
    expectLaw(within: .programTint) {
      pair(&$0, of: program)
    } law: { pair in
      guard !program.overlap.contains(pair.temperature) else { return nil }
      return abs(try program.pair(program.light(pair)).tint - pair.tint) / pair.tint
    }
  }

  @Test(arguments: BaseLightConvention.all)
  func `the pair of a light gives that light again, in the overlap too`(program: BaseLightConvention) {
    expectLaw(within: .programChromaticity) { draws in
      let temperatures = draws.one(of: [program.temperatures, program.overlap])
      return pair(&draws, of: program, temperatures)
    } law: { pair in
      let light = try program.light(pair)
      let again = try program.light(program.pair(light))
      return largest(abs(again.x - light.x), abs(again.y - light.y))
    }
  }

  @Test(arguments: BaseLightConvention.all)
  func `every pair is a real light`(program: BaseLightConvention) {
    expectLaw(within: .exact) {
      pair(&$0, of: program)
    } law: {
      try program.light($0).isReal ? 0 : 1
    }
  }

  @Test(arguments: BaseLightConvention.all)
  func `a base light has a tint of 1 and its own temperature, in the overlap too`(program: BaseLightConvention) {
    for temperatures in [program.temperatures, program.overlap] {
      expectLaw(within: .programTint) {
        $0.logarithmicNumber(in: temperatures, edges: Self.changeOfKind)
      } law: { temperature in
        abs(try program.pair(program.base(temperature)).tint - 1)
      }
      expectLaw(within: .programTemperature) {
        $0.logarithmicNumber(in: temperatures, edges: Self.changeOfKind)
      } law: { temperature in
        abs(try program.pair(program.base(temperature)).temperature - temperature) / temperature
      }
    }
  }

  /// The Duv changes across the isotherm, so the base of the answer is another one.
  @Test(arguments: BaseLightConvention.all)
  func `a light greener than its base has a tint below 1, one with more magenta above`(program: BaseLightConvention) {
    expectLaw(within: .exact) { draws in
      (draws.logarithmicNumber(in: 3000...9000), draws.number(in: 0.0005...0.01), draws.one(of: [1.0, -1.0]))
    } law: { temperature, distance, side in
      guard temperature < 3600 || temperature > 4400 else { return nil }
      var place = try TemperatureAndTint(try program.base(temperature))
      place.duv += side * distance
      let tint = try program.pair(Chromaticity(place)).tint
      return side > 0 ? (tint < 1 ? 0 : 1) : (tint > 1 ? 0 : 1)
    }
  }

  @Test(arguments: BaseLightConvention.all)
  func `Duv falls as tint rises`(program: BaseLightConvention) {
    expectLaw(within: .exact) { draws in
      (draws.logarithmicNumber(in: 2500...9000), draws.number(in: 0.5...1.3), draws.number(in: 1.001...1.15))
    } law: { temperature, tint, ratio in
      let duvs = try [tint, tint * ratio].map { tint in
        try TemperatureAndTint(program.light(Pair(temperature: temperature, tint: tint))).duv
      }
      return duvs[0] > duvs[1] ? 0 : 1
    }
  }

  /// In kelvin. Temperatures that are closer are one to the rounding of x and y.
  static let leastStep = 0.001

  /// The kinds of base light are tried one by one, because the scale jumps between them.
  @Test(arguments: BaseLightConvention.all)
  func `a bluer light at the same tint has a higher temperature`(program: BaseLightConvention) {
    expectLaw(within: .exact) { draws in
      let kind = draws.choice(below: 2) == 1 ? 4110...25_000 : program.temperatures.lowerBound...3890
      return (draws.number(in: kind), draws.number(in: kind), draws.number(in: 0.5...2))
    } law: { one, other, tint in
      let (cold, hot) = (min(one, other), max(one, other))
      guard hot - cold >= Self.leastStep else { return nil }
      let ratios = try [cold, hot].map { temperature in
        program.blueToRed(try program.light(Pair(temperature: temperature, tint: tint)))
      }
      return ratios[0] < ratios[1] ? 0 : 1
    }
  }

  @Test(arguments: BaseLightConvention.all)
  func `a temperature outside the range is refused`(program: BaseLightConvention) {
    let range = program.temperatures
    for temperature in [range.lowerBound - 0.001, range.upperBound + 0.001, .infinity, -.infinity, 0, .nan] {
      let error = #expect(throws: ColorimetryError.self) {
        try program.light(Pair(temperature: temperature, tint: 1))
      }
      guard case .temperatureOutsideMethod(let value, range) = error else {
        Issue.record("\(temperature): \(String(describing: error))")
        continue
      }
      #expect(value == temperature || temperature.isNaN)
    }
  }

  @Test(arguments: BaseLightConvention.all)
  func `a tint outside the range is refused`(program: BaseLightConvention) {
    let range = program.tints
    for tint in [range.lowerBound - 0.001, range.upperBound + 0.001, .infinity, -1, 0, .nan] {
      let error = #expect(throws: ColorimetryError.self) { try program.light(Pair(temperature: 5000, tint: tint)) }
      guard case .tintOutsideMethod(let value, range) = error else {
        Issue.record("\(tint): \(String(describing: error))")
        continue
      }
      #expect(value == tint || tint.isNaN)
    }
  }

  static let notReal = [
    Chromaticity(x: .nan, y: 0.3), Chromaticity(x: 0.3, y: .infinity), Chromaticity(x: -0.1, y: 0.5),
    Chromaticity(x: 0.3, y: 0), Chromaticity(x: 0.7, y: 0.4),
  ]

  @Test(arguments: BaseLightConvention.all, notReal)
  func `a chromaticity of no light is refused`(program: BaseLightConvention, light: Chromaticity) {
    let error = #expect(throws: ColorimetryError.self) { try program.pair(light) }
    guard case .notReal = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Two are redder and bluer than any base light, and two are green alone, which has no red in sRGB.
  static let matchless = [
    Chromaticity(x: 0.55, y: 0.44), Chromaticity(x: 0.2, y: 0.2), Chromaticity(x: 0, y: 1),
    Chromaticity(x: 0, y: 0.5),
  ]

  @Test(arguments: BaseLightConvention.all, matchless)
  func `a light that no base light matches is refused`(program: BaseLightConvention, light: Chromaticity) {
    #expect(throws: ColorimetryError.lightOutsideMethod(light)) { try program.pair(light) }
  }

  @Test(arguments: BaseLightConvention.all)
  func `a light too far from its base is refused`(program: BaseLightConvention) {
    for light in program.farLights {
      let error = #expect(throws: ColorimetryError.self) { try program.pair(light) }
      guard case .tintOutsideMethod = error else {
        Issue.record("\(light): \(String(describing: error))")
        continue
      }
    }
  }

  @Test(arguments: BaseLightConvention.all)
  func `any chromaticity has finite numbers or an error`(program: BaseLightConvention) {
    expectLaw(within: .exact) {
      $0.realChromaticity()
    } law: { light in
      do throws(ColorimetryError) {
        let pair = try program.pair(light)
        return pair.temperature.isFinite && pair.tint.isFinite ? 0 : 1
      } catch {
        return 0
      }
    }
  }

  /// The second number is Y or G, the third is Z or B.
  @Test(arguments: BaseLightConvention.all)
  func `the light has the base light's third number against the first, and the second divided by the tint`(
    program: BaseLightConvention
  ) {
    expectLaw(within: program.ratioTolerance) {
      pair(&$0, of: program)
    } law: { pair in
      let (base, light) = (program.linear(try program.base(pair.temperature)), program.linear(try program.light(pair)))
      let tint = (base.y / base.x) / (light.y / light.x)
      // A green of 100 leaves little of G beside the matrix's rounding.
      let rounding = max(pair.tint, 1 / pair.tint, 1)
      return largest(abs(tint / pair.tint - 1), abs(light.z / light.x - base.z / base.x)) / rounding
    }
  }

  @Test(arguments: BaseLightConvention.all)
  func `the pair whose tint is nearer to 1 is given`(program: BaseLightConvention) throws {
    let near = try program.pair(program.light(Pair(temperature: 3950, tint: program.change.near)))
    #expect(near.temperature < 4000)
    let far = try program.pair(program.light(Pair(temperature: 3950, tint: program.change.far)))
    #expect(far.temperature > 4000 && far.tint > 1 && far.tint < program.change.limit, "\(far)")
  }

  private static let changeOfKind = [4000, 4000.0.nextDown, 4000.0.nextUp]

  private func pair(
    _ draws: inout Draws, of program: BaseLightConvention, _ temperatures: ClosedRange<Double>? = nil
  ) -> Pair {
    Pair(
      temperature: draws.logarithmicNumber(in: temperatures ?? program.temperatures, edges: Self.changeOfKind),
      tint: draws.logarithmicNumber(in: program.tints, edges: [1]))
  }
}
