import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct GainCurveCharacterizationTests {
  typealias Point = GainCurveCharacterization.Point

  let cameras: [Camera]

  init() throws { cameras = try Camera.all() }

  /// The readings by a real camera of lights 60 mired apart, 1 to 5 of them, somewhere on the locus or near it.
  private func points(_ draws: inout Draws) throws -> [Point] {
    let camera = try MatrixCharacterization(lights: draws.one(of: cameras).lights)
    let start = draws.number(in: 100...180)
    return try (0..<Int(draws.choice(below: 5)) + 1).map { index in
      let temperature = 1e6 / (start + 60 * Double(index))
      let duv = draws.number(in: -0.004...0.004, edges: [0])
      let neutral = try camera.response(to: Chromaticity(TemperatureAndTint(temperature: temperature, duv: duv)))
      return Point(
        temperature: temperature, duv: duv, redRatio: neutral.red / neutral.green,
        blueRatio: neutral.blue / neutral.green)
    }
  }

  private func difference(_ one: LinearRGB, _ other: LinearRGB) -> Double {
    let (a, b) = (one.red + one.green + one.blue, other.red + other.green + other.blue)
    return largest(
      abs(one.red / a - other.red / b), abs(one.green / a - other.green / b), abs(one.blue / a - other.blue / b))
  }

  private func neutral(_ point: Point) -> LinearRGB { LinearRGB(red: point.redRatio, green: 1, blue: point.blueRatio) }

  // MARK: - There and back

  @Test func `every point is read exactly, both ways`() {
    expectLaw(within: .characterizedNeutral) { draws in
      Result { try points(&draws) }
    } law: { points in
      let curve = try GainCurveCharacterization(points: points.get())
      return try curve.points.map { point in
        let light = try Chromaticity(TemperatureAndTint(temperature: point.temperature, duv: point.duv))
        let found = try curve.light(forNeutral: neutral(point)).chromaticity
        return largest(
          difference(try curve.response(to: light), neutral(point)), abs(found.x - light.x), abs(found.y - light.y))
      }.largest()
    }
  }

  @Test func `a light comes back from its gains`() {
    expectLaw(within: .characterizedChromaticity) { draws in
      (points: Result { try points(&draws) }, light: draws.temperatureAndTint(in: 2200...15_000, duv: -0.015...0.015))
    } law: { points, light in
      let curve = try GainCurveCharacterization(points: points.get())
      let chromaticity = try Chromaticity(light)
      let back = try curve.chromaticity(for: curve.gains(for: chromaticity))
      return largest(abs(back.x - chromaticity.x), abs(back.y - chromaticity.y))
    }
  }

  // MARK: - What it is

  /// A base that is the device itself, its channels scaled, leaves nothing to be told by the curve.
  @Test func `on a base like itself a device is found whole`() {
    expectLaw(within: .characterizedNeutral) { draws in
      (
        matrix: draws.one(of: cameras).lights[1].matrix,
        scale: SIMD3(draws.number(in: 0.2...5), draws.number(in: 0.2...5), draws.number(in: 0.2...5)),
        light: draws.temperatureAndTint(in: 2500...20_000, duv: -0.02...0.02),
        temperatures: [draws.number(in: 2500...3500), draws.number(in: 4500...8000)]
      )
    } law: { matrix, scale, light, temperatures in
      let camera = try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: matrix)])
      let points = try temperatures.map { temperature in
        let neutral = try camera.response(to: Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
        return Point(
          temperature: temperature, redRatio: neutral.red / neutral.green, blueRatio: neutral.blue / neutral.green)
      }
      let curve = try GainCurveCharacterization(points: points, base: Matrix3x3(diagonal: scale) * matrix)
      let chromaticity = try Chromaticity(light)
      guard let truth = try? camera.response(to: chromaticity) else { return nil }
      return difference(try curve.response(to: chromaticity), truth)
    }
  }

  @Test func `red against blue falls with rising temperature, all along the curve`() {
    expectLaw(within: .exact, count: 20) { draws in
      Result { try points(&draws) }
    } law: { points in
      let curve = try GainCurveCharacterization(points: points.get())
      let ratios = try stride(from: 60.0, through: 450, by: 2).map { mired in
        let light = try Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: 0))
        let response = try curve.response(to: light)
        return response.red / response.blue
      }
      return Double(zip(ratios, ratios.dropFirst()).count { $0 >= $1 })
    }
  }

  @Test func `it is calibrated between its points, and by one for its own temperature alone`() throws {
    let (a, d65) = (
      Point(temperature: 2856, redRatio: 0.9, blueRatio: 0.4), Point(temperature: 6504, redRatio: 0.5, blueRatio: 0.7)
    )
    #expect(try GainCurveCharacterization(points: [a, d65]).calibratedTemperatures == 2856...6504)
    #expect(try GainCurveCharacterization(points: [a]).calibratedTemperatures == 2856...2856)
  }

  // MARK: - How good it is

  /// The camera of Data/cameras, one of the 26 that the typical one is the mean of; Docs/Accuracy.md has the others.
  @Test func `between cards under A and D65 black bodies and daylight are found`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    func point(_ light: SpectralDistribution) throws -> Point {
      let (place, neutral) = (try TemperatureAndTint(Chromaticity(light)), camera.response(to: light))
      return Point(
        temperature: place.temperature, duv: place.duv, redRatio: neutral.red / neutral.green,
        blueRatio: neutral.blue / neutral.green)
    }
    let curve = try GainCurveCharacterization(points: [
      point(CIEIlluminant.a.distribution), point(CIEIlluminant.d65.distribution),
    ])
    for temperature in stride(from: 2900.0, through: 6500, by: 400) {
      var lights = [try SpectralDistribution.planck(temperature: temperature)]
      if temperature > 4000 { lights.append(try .daylight(temperature: temperature)) }
      for light in lights {
        let truth = try TemperatureAndTint(Chromaticity(light))
        let found = try #require(try curve.light(forNeutral: camera.response(to: light)).temperatureAndTint)
        #expect(Tolerance.curveBetweenCardsMired.allows(abs(found.mired - truth.mired)), "\(truth)")
        #expect(Tolerance.curveBetweenCardsDuv.allows(abs(found.duv - truth.duv)), "\(truth)")
      }
    }
  }

  @Test func `the typical camera is the mean of the measured ones`() throws {
    let d50 = CIEIlluminant.d50.distribution
    let white = TristimulusValues(Chromaticity(d50))
    let matrices = try SpectralSensitivities.measured().map { camera in
      let matrix = try MatrixCharacterization.CalibratedLight(d50, on: camera).matrix
      return Matrix3x3(diagonal: 1 / (matrix * [white.x, white.y, white.z])) * matrix
    }
    let mean = matrices.dropFirst().reduce(matrices[0], +) * (1 / Double(matrices.count))
    for (entry, typical) in zip(mean.entries, TypicalCamera.matrix.entries) {
      #expect(Tolerance.typicalCamera.allows(abs(entry - typical)), "\(mean)")
    }
  }

  // MARK: - Refusals

  @Test func `a curve that is none is refused with its reason`() throws {
    let (a, d65) = (
      Point(temperature: 2856, redRatio: 0.9, blueRatio: 0.4), Point(temperature: 6504, redRatio: 0.5, blueRatio: 0.7)
    )
    let wrongs: [([Point], CharacterizationFault)] = [
      ([], .noCurvePoint),
      ([a, d65, a], .repeatedTemperature(2856)),
      (
        [a, Point(temperature: 6504, redRatio: 0.9, blueRatio: 0.3)],
        .curveNotMonotone(Point(temperature: 6504, redRatio: 0.9, blueRatio: 0.3), a)
      ),
    ]
    for (points, fault) in wrongs {
      #expect(throws: WhiteBalanceError.invalidCharacterization(fault)) {
        try GainCurveCharacterization(points: points)
      }
    }
    // A text, because what is not a number equals nothing.
    func fault(_ points: [Point], base: Matrix3x3 = TypicalCamera.matrix) -> String {
      let error = #expect(throws: WhiteBalanceError.self) { try GainCurveCharacterization(points: points, base: base) }
      return error.map { "\($0)" } ?? ""
    }
    for ratio in [0, -1, Double.nan, .infinity] {
      for point in [
        Point(temperature: 2856, redRatio: ratio, blueRatio: 0.4),
        Point(temperature: 2856, redRatio: 1, blueRatio: ratio),
      ] {
        let expected = "\(WhiteBalanceError.invalidCharacterization(.curveRatios(point)))"
        #expect(fault([point]) == expected && fault([d65, point]) == expected)
      }
    }
    for (temperature, duv) in [(499, 0), (-5, 0), (Double.nan, 0), (5000, .nan), (5000, 0.5), (2000, -0.3)] {
      let point = Point(temperature: temperature, duv: duv, redRatio: 0.8, blueRatio: 0.5)
      #expect(fault([point]) == "\(WhiteBalanceError.invalidCharacterization(.curveLight(point)))")
    }
    // A base that sees nothing, and one that has no inverse.
    #expect(
      fault([a, d65], base: Matrix3x3(diagonal: [0, 0, 0]))
        == "\(WhiteBalanceError.invalidCharacterization(.curveLight(d65)))")
    #expect(
      fault([a, d65], base: Matrix3x3(rows: [1, 1, 1], [1, 1, 1], [1, 1, 1]))
        == "\(WhiteBalanceError.invalidCharacterization(.singularMatrix(temperature: 6504)))")
  }
}
