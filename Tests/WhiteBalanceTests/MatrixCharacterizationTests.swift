import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct MatrixCharacterizationTests {
  let cameras: [Camera]

  init() throws { cameras = try Camera.all() }

  /// A camera's model with its first `count` lights (a third is made half-way between the two), and a unit that differs
  /// from the model.
  private func model(_ draws: inout Draws, lights count: Int) -> Model {
    var lights = draws.one(of: cameras).lights
    let middle = MatrixCharacterization.CalibratedLight(
      temperature: 4200, matrix: lights[0].matrix * draws.number(in: 0.3...0.6) + lights[1].matrix * 0.5)
    lights.append(middle)
    let unit = LinearRGB(
      red: draws.number(in: 0.8...1.25, edges: [1]), green: draws.number(in: 0.8...1.25, edges: [1]),
      blue: draws.number(in: 0.8...1.25, edges: [1]))
    return Model(lights: Array(lights.prefix(count)), unit: unit)
  }

  private struct Model: CustomStringConvertible {
    let lights: [MatrixCharacterization.CalibratedLight]
    let unit: LinearRGB

    func characterization() throws -> MatrixCharacterization {
      try MatrixCharacterization(lights: lights, unitResponse: unit)
    }

    var description: String {
      lights.map { "\($0.temperature) K \($0.matrix.entries)" }.joined(separator: ", ") + ", unit \(unit)"
    }
  }

  private func difference(_ one: LinearRGB, _ other: LinearRGB) -> Double {
    // Only ratios are colour.
    let (a, b) = (one.red + one.green + one.blue, other.red + other.green + other.blue)
    return largest(
      abs(one.red / a - other.red / b), abs(one.green / a - other.green / b), abs(one.blue / a - other.blue / b))
  }

  // MARK: - There and back

  @Test(arguments: 1...3)
  func `a light comes back from its neutral`(lights: Int) {
    expectLaw(within: .characterizedChromaticity) { draws in
      (model: model(&draws, lights: lights), light: draws.temperatureAndTint(in: 2500...20_000, duv: -0.02...0.019))
    } law: { model, light in
      let device = try model.characterization()
      let chromaticity = try Chromaticity(light)
      let estimate = try device.light(forNeutral: device.response(to: chromaticity))
      guard estimate.status == .converged else { return .infinity }
      return largest(abs(estimate.chromaticity.x - chromaticity.x), abs(estimate.chromaticity.y - chromaticity.y))
    }
  }

  @Test(arguments: 1...3)
  func `gains come back from their light`(lights: Int) {
    expectLaw(within: .characterizedNeutral) { draws in
      (model: model(&draws, lights: lights), gains: draws.legalGains())
    } law: { model, gains in
      let device = try model.characterization()
      // Far from any black body, two lights can have one neutral, or none.
      guard let estimate = try? device.light(neutralizedBy: gains), estimate.status == .converged else { return nil }
      return difference(
        try device.gains(for: estimate.chromaticity).neutral(), try gains.neutral())
    }
  }

  @Test func `temperature and tint come back from their gains`() {
    expectLaw(within: .characterizedMired) { draws in
      (model: model(&draws, lights: 2), light: draws.temperatureAndTint(in: 2500...20_000, duv: -0.02...0.019))
    } law: { model, light in
      let device = try model.characterization()
      return abs(try device.temperatureAndTint(for: device.gains(for: light)).mired - light.mired)
    }
  }

  // MARK: - Laws of the model

  @Test func `at a calibrated light the response is that light's matrix`() throws {
    for camera in cameras {
      let device = try MatrixCharacterization(lights: camera.lights)
      for light in camera.lights {
        let chromaticity = try Chromaticity(TemperatureAndTint(temperature: light.temperature, duv: 0))
        let values = TristimulusValues(chromaticity)
        let product = light.matrix * [values.x, values.y, values.z]
        let expected = LinearRGB(red: product.x, green: product.y, blue: product.z)
        #expect(Tolerance.characterizedNeutral.allows(difference(try device.response(to: chromaticity), expected)))
      }
    }
  }

  @Test func `outside the calibrated lights the nearest one's matrix holds`() throws {
    for camera in cameras {
      let device = try MatrixCharacterization(lights: camera.lights)
      let hottest = try MatrixCharacterization(lights: [camera.lights[1]])
      let coldest = try MatrixCharacterization(lights: [camera.lights[0]])
      let blue = try Chromaticity(TemperatureAndTint(temperature: 15_000, duv: 0))
      let red = try Chromaticity(TemperatureAndTint(temperature: 2200, duv: 0))
      #expect(try device.response(to: blue) == hottest.response(to: blue))
      #expect(try device.response(to: red) == coldest.response(to: red))
    }
  }

  @Test func `the response is linear in reciprocal temperature between two lights`() throws {
    let lights = cameras[0].lights
    let device = try MatrixCharacterization(lights: lights)
    let middle = (1e6 / lights[0].temperature + 1e6 / lights[1].temperature) / 2
    let chromaticity = try Chromaticity(TemperatureAndTint(temperature: 1e6 / middle, duv: 0.01))
    let values = TristimulusValues(chromaticity)
    let product = (lights[0].matrix * 0.5 + lights[1].matrix * 0.5) * [values.x, values.y, values.z]
    let expected = LinearRGB(red: product.x, green: product.y, blue: product.z)
    #expect(Tolerance.characterizedNeutral.allows(difference(try device.response(to: chromaticity), expected)))
  }

  @Test func `the order of the lights does not matter`() throws {
    for camera in cameras {
      #expect(
        try MatrixCharacterization(lights: camera.lights) == MatrixCharacterization(lights: camera.lights.reversed()))
    }
  }

  @Test func `a unit's response multiplies the model's`() {
    expectLaw(within: .rounding) { draws in
      (model: model(&draws, lights: 2), light: draws.temperatureAndTint(in: 2500...20_000, duv: -0.02...0.019))
    } law: { model, light in
      let chromaticity = try Chromaticity(light)
      let plain = try MatrixCharacterization(lights: model.lights).response(to: chromaticity)
      let unit = LinearRGB(
        red: plain.red * model.unit.red, green: plain.green * model.unit.green, blue: plain.blue * model.unit.blue)
      return difference(try model.characterization().response(to: chromaticity), unit)
    }
  }

  @Test func `the matrix of a light takes its tristimulus values to the unit's response`() {
    expectLaw(within: .characterizedNeutral) { draws in
      (model: model(&draws, lights: 2), light: draws.temperatureAndTint(in: 2500...20_000, duv: -0.02...0.019))
    } law: { model, light in
      let device = try model.characterization()
      let chromaticity = try Chromaticity(light)
      let values = TristimulusValues(chromaticity)
      let response = try device.response(to: chromaticity)
      return [device.matrix(under: chromaticity), device.matrix(atTemperature: light.temperature)].map { matrix in
        let product = matrix * [values.x, values.y, values.z]
        return difference(LinearRGB(red: product.x, green: product.y, blue: product.z), response)
      }.largest()
    }
  }

  @Test func `a neutral's scale does not matter`() {
    expectLaw(within: .characterizedChromaticity) { draws in
      (model: model(&draws, lights: 2), light: draws.temperatureAndTint(in: 2500...20_000, duv: 0...0), draws.scale())
    } law: { model, light, scale in
      let device = try model.characterization()
      let neutral = try device.response(to: Chromaticity(light))
      let scaled = LinearRGB(red: scale * neutral.red, green: scale * neutral.green, blue: scale * neutral.blue)
      let one = try device.light(forNeutral: neutral).chromaticity
      let other = try device.light(forNeutral: scaled).chromaticity
      return largest(abs(one.x - other.x), abs(one.y - other.y))
    }
  }

  @Test func `redder light wants less red and more blue gain`() throws {
    for camera in cameras {
      let device = try MatrixCharacterization(lights: camera.lights)
      let ratios = try [2500, 3000, 4000, 5000, 6500, 8000].map { temperature in
        let gains = try device.gains(for: TemperatureAndTint(temperature: temperature, duv: 0))
        return gains.red / gains.blue
      }
      #expect(ratios == ratios.sorted(), "\(camera)")
    }
  }

  @Test func `a calibrated light keeps its Duv, and one of which none is known is a black body`() {
    let known = MatrixCharacterization.CalibratedLight(temperature: 4000, duv: 0.006, matrix: .identity)
    #expect(known.light == TemperatureAndTint(temperature: 4000, duv: 0.006))
    let unknown = MatrixCharacterization.CalibratedLight(temperature: 4000, matrix: .identity)
    #expect(unknown.duv == nil && unknown.light == TemperatureAndTint(temperature: 4000, duv: 0))
  }

  // MARK: - Refusals

  private static let matrix = Matrix3x3(diagonal: [1, 2, 3])

  private func light(_ temperature: Double, _ matrix: Matrix3x3 = Self.matrix) -> MatrixCharacterization.CalibratedLight
  {
    .init(temperature: temperature, matrix: matrix)
  }

  private func refuses(
    _ lights: [MatrixCharacterization.CalibratedLight], _ fault: CharacterizationFault,
    unit: LinearRGB = LinearRGB(red: 1, green: 1, blue: 1), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: WhiteBalanceError.invalidCharacterization(fault), sourceLocation: sourceLocation) {
      try MatrixCharacterization(lights: lights, unitResponse: unit)
    }
  }

  @Test func `lights that are no characterization are refused by their fault`() {
    refuses([], .noMatrix)
    refuses([light(499)], .temperature(499))
    refuses([light(6500), light(-1)], .temperature(-1))
    refuses([light(5000), light(6500), light(5000)], .repeatedTemperature(5000))
    refuses([light(5000, Matrix3x3(diagonal: [1, 0, 1]))], .singularMatrix(temperature: 5000))
    refuses([light(5000, Matrix3x3(diagonal: [1, .infinity, 1]))], .singularMatrix(temperature: 5000))
    // The last row is the mean of the others, and rounding alone gives the matrix a determinant.
    let mean = Matrix3x3(rows: [0.8, 0.1, -0.1], [-0.3, 1.1, 0.2], [0.25, 0.6, 0.05])
    for scale in [1e-9, 1, 1e9] { refuses([light(5000, mean * scale)], .singularMatrix(temperature: 5000)) }
    refuses(
      [light(5000, Matrix3x3(rows: [1, 2, 3], [2, 4, 6], [0, 1, 1]))], .singularMatrix(temperature: 5000))
    let swapped = Matrix3x3(rows: [0, 1, 0], [1, 0, 0], [0, 0, 1])
    refuses([light(6500), light(2850, swapped)], .oppositeOrientation(6500, 2850))
    let units = [
      LinearRGB(red: 0, green: 1, blue: 1), LinearRGB(red: 1, green: -1, blue: 1),
      LinearRGB(red: 1, green: 1, blue: 1_000_001), LinearRGB(red: 0.999e-6, green: 1, blue: 1),
    ]
    for unit in units {
      refuses([light(5000)], .unitResponse(unit), unit: unit)
    }
  }

  /// 7004 K and the next number are the same reciprocal temperature, and a pair at any temperature may be.
  @Test func `lights apart by no more than rounding are refused, and all others answer`() throws {
    refuses([light(7004), light(7004.000000000001)], .lightsTooClose(7004.000000000001, 7004))
    let d65 = Chromaticity(x: 0.3127, y: 0.3290)
    expectLaw(within: .exact) { draws in
      (draws.number(in: 1000...1e5), draws.logarithmicNumber(in: 1e-18...1))
    } law: { temperature, mired in
      let other = 1e6 / (1e6 / temperature + mired)
      guard let device = try? MatrixCharacterization(lights: [light(temperature), light(other)]) else {
        return Tolerance.refusedDistance.allows(mired) ? 0 : mired
      }
      return !Tolerance.mergedDistance.allows(mired) && (try? device.light(forNeutral: device.response(to: d65))) != nil
        ? 0 : 1
    }
  }

  @Test func `a thousand lights are found each by its temperature, and more are refused`() throws {
    let lights = (0..<1000).map { index in
      light(2000 + 8 * Double(index), Matrix3x3(diagonal: [1 + Double(index), 1, 1]))
    }
    let device = try MatrixCharacterization(lights: lights)
    for index in [0, 1, 499, 998, 999] {
      #expect(device.matrix(atTemperature: lights[index].temperature) == lights[index].matrix)
    }
    #expect(device.matrix(atTemperature: 1000) == lights[0].matrix)
    #expect(device.matrix(atTemperature: 1e5) == lights[999].matrix)
    refuses(lights + [light(1500)], .tooManyLights(1001))
  }

  @Test(arguments: [Double.nan, -Double.infinity, -5000, 0]) func `what is no temperature has a matrix of no numbers`(
    temperature: Double
  ) throws {
    let device = try MatrixCharacterization(lights: [light(2856), light(6504)])
    #expect(device.matrix(atTemperature: temperature).entries.allSatisfy { $0.isNaN })
    #expect(device.matrix(atTemperature: .infinity) == device.lights[0].matrix)
  }

  @Test(arguments: [-0.09, -.infinity, .infinity, .nan]) func `a Duv that no profile can hold is refused`(duv: Double) {
    #expect {
      try MatrixCharacterization(lights: [.init(temperature: 5000, duv: duv, matrix: Matrix3x3(diagonal: [1, 1, 1]))])
    } throws: {
      guard case .invalidCharacterization(.duv(_, temperature: 5000))? = $0 as? WhiteBalanceError else { return false }
      return true
    }
  }

  @Test func `numbers that are none are refused`() {
    #expect(throws: WhiteBalanceError.self) { try MatrixCharacterization(lights: [light(.nan)]) }
    #expect(throws: WhiteBalanceError.invalidCharacterization(.singularMatrix(temperature: 5000))) {
      try MatrixCharacterization(lights: [light(5000, Matrix3x3(diagonal: [1, .nan, 1]))])
    }
    #expect(throws: WhiteBalanceError.self) {
      try MatrixCharacterization(lights: [light(5000)], unitResponse: LinearRGB(red: .nan, green: 1, blue: 1))
    }
  }

  @Test func `a chromaticity that no response can be computed for is refused`() throws {
    let device = try MatrixCharacterization(lights: cameras[0].lights)
    for chromaticity in [Chromaticity(x: 0.3, y: 0), Chromaticity(x: 0.3, y: -0.1), Chromaticity(x: .infinity, y: 0.3)]
    {
      #expect(throws: WhiteBalanceError.colorimetry(.notReal(chromaticity))) { try device.response(to: chromaticity) }
    }
    #expect(throws: WhiteBalanceError.self) { try device.response(to: Chromaticity(x: .nan, y: 0.3)) }
  }

  @Test func `a light too saturated for the device is refused with its response`() throws {
    // A device that sees the violet only as the absence of green.
    let device = try MatrixCharacterization(
      lights: [light(5000, Matrix3x3(rows: [1, 0, 0], [0, 1, -0.5], [0, 0, 1]))])
    let violet = Chromaticity(x: 0.25, y: 0.125)
    #expect(throws: WhiteBalanceError.noPositiveResponse(violet, LinearRGB(red: 2, green: -1.5, blue: 5))) {
      try device.response(to: violet)
    }
  }

  @Test func `a neutral that is not positive has no light`() throws {
    let device = try MatrixCharacterization(lights: cameras[0].lights)
    let neutral = LinearRGB(red: 1, green: 0, blue: 1)
    #expect(throws: WhiteBalanceError.neutralNotPositive(neutral)) { try device.light(forNeutral: neutral) }
  }

  @Test(arguments: [LinearRGB(red: 1, green: 1, blue: 1), LinearRGB(red: 2, green: 1, blue: 0.5)])
  func `a neutral that maps to no positive Y has no light`(unit: LinearRGB) throws {
    let device = try MatrixCharacterization(
      lights: [light(5000, Matrix3x3(rows: [1, 0, 0], [1, -1, 0], [0, 0, 1]))], unitResponse: unit)
    // Y = red - green, without the unit's share.
    let neutral = LinearRGB(red: 0.5, green: 1, blue: 0.5)
    #expect(throws: WhiteBalanceError.noLight(neutral)) { try device.light(forNeutral: neutral) }
  }
}
