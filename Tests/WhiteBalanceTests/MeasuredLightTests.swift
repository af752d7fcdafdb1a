import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct MeasuredLightTests {
  let camera: MatrixCharacterization
  let neutral: MeasuredNeutral

  init() throws {
    camera = try MatrixCharacterization(lights: #require(Camera.all().first).lights)
    let response = try camera.response(to: Chromaticity(TemperatureAndTint(temperature: 4800, duv: 0.002)))
    neutral = MeasuredNeutral(
      value: response,
      standardError: LinearRGB(
        red: response.red * 0.002, green: response.green * 0.001, blue: response.blue * 0.003))
  }

  @Test(arguments: [
    Matrix3x3(diagonal: [-1e-4, 1e-4, 1e-4]), Matrix3x3(diagonal: [.infinity, 1e-4, 1e-4]),
    Matrix3x3(rows: [1e-4, .nan, 0], [.nan, 1e-4, 0], [0, 0, 1e-4]),
  ]) func `a covariance that is none states no error of the neutral, the gains or the light`(covariance: Matrix3x3)
    throws
  {
    let neutral = MeasuredNeutral(value: neutral.value, covariance: covariance)
    let (own, gains) = (neutral.standardError, try MeasuredGains(neutralizing: neutral).standardError)
    #expect([own.red, own.green, own.blue].allSatisfy { $0.isNaN })
    // Green's gain is 1, whatever the errors.
    #expect(gains.red.isNaN && gains.blue.isNaN)
    let light = try MeasuredLight(forNeutral: neutral, on: camera)
    #expect(light.uncertainty.map { $0.temperature.isNaN && $0.duv.isNaN } ?? true)
  }

  /// Red and blue err together where the card's colour varies.
  @Test(arguments: [(SIMD3(0.002, 0.001, 0.003), 0), (SIMD3(0, 0, 0.003), 0), (SIMD3(0.002, 0.001, 0.003), 0.9)])
  func `the errors of temperature, Duv, x and y are the spread of lights from neutrals with that noise`(
    relative: SIMD3<Double>, ofRedAndBlue: Double
  ) throws {
    let errors = neutral.value.vector * relative
    let both = ofRedAndBlue * errors.x * errors.z
    let neutral = MeasuredNeutral(
      value: neutral.value,
      covariance: Matrix3x3(diagonal: errors * errors) + Matrix3x3(rows: [0, 0, both], [0, 0, 0], [both, 0, 0]))
    var generator = SeededGenerator(seed: 21)
    let stated = try MeasuredLight(forNeutral: neutral, on: camera)
    let count = 400
    let lights = try (0..<count).map { _ in
      let (red, green, own) = (generator.normal(), generator.normal(), generator.normal())
      let blue = ofRedAndBlue * red + (1 - ofRedAndBlue * ofRedAndBlue).squareRoot() * own
      let drawn = LinearRGB(neutral.value.vector + errors * [red, green, blue])
      return try camera.temperatureAndTint(for: WhiteBalanceGains(neutralizing: drawn))
    }
    func spread(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(count)
      return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count - 1)).squareRoot()
    }
    // 400 lights know their own spread to 3.5 %.
    let uncertainty = try #require(stated.uncertainty)
    let (temperatures, duvs) = (lights.map(\.temperature), lights.map(\.duv))
    #expect(Tolerance.spreadOf400.allows(abs(spread(temperatures) / uncertainty.temperature - 1)))
    #expect(Tolerance.spreadOf400.allows(abs(spread(duvs) / uncertainty.duv - 1)))
    let places = try lights.map { try Chromaticity($0) }
    #expect(Tolerance.spreadOf400.allows(abs(spread(places.map(\.x)) / uncertainty.x - 1)))
    #expect(Tolerance.spreadOf400.allows(abs(spread(places.map(\.y)) / uncertainty.y - 1)))
    // The variance of a sum tells the covariance: of both in units of their errors, 2 + 2r.
    let sums = zip(temperatures, duvs).map { $0 / uncertainty.temperature + $1 / uncertainty.duv }
    let correlation = spread(sums) * spread(sums) / 2 - 1
    #expect(Tolerance.correlationOf400.allows(abs(correlation - uncertainty.correlation)))
    #expect(abs(uncertainty.correlation) > 0.1)
  }

  /// The map moves this neutral, which is off the line of black bodies, otherwise than the black body of its warmth.
  @Test func `with its kind known, a light is that of the kind, and the one without it is kept`() throws {
    let grid = WhiteMap.Grid(slope: 0, origin: SIMD2(-2, -3), spacing: SIMD2(0.5, 0.1), warmthCount: 9, tintCount: 41)
    let tint: [Double] = (0..<9).flatMap { _ in (0..<41).map { [0, 0.4, 0.8, 0.4][$0 % 4] } }
    let map = WhiteMapCharacterization(
      matrices: camera, map: try WhiteMap(grid: grid, warmth: Array(repeating: 0, count: tint.count), tint: tint))
    for kind in LightKind.allCases {
      let light = try MeasuredLight(forNeutral: neutral, on: map, of: kind)
      #expect(light.estimate == (try map.specialized(for: kind).light(forNeutral: neutral.value)), "\(kind)")
      #expect(light.uncorrected == (try map.light(forNeutral: neutral.value).temperatureAndTint), "\(kind)")
    }
    let (any, daylight) = (
      try map.light(forNeutral: neutral.value), try map.specialized(for: .daylight).light(forNeutral: neutral.value)
    )
    #expect(!Tolerance.unmovedLight.allows(abs(any.chromaticity.y - daylight.chromaticity.y)))
  }

  @Test func `an error of one channel alone correlates temperature and Duv fully, and no more`() throws {
    for kelvin in stride(from: 2500.0, through: 10_000, by: 10) {
      let response = try camera.response(to: Chromaticity(TemperatureAndTint(temperature: kelvin, duv: 0.002)))
      let neutral = MeasuredNeutral(
        value: response, standardError: LinearRGB(red: 0, green: 0, blue: response.blue * 0.003))
      let correlation = try #require(MeasuredLight(forNeutral: neutral, on: camera).uncertainty).correlation
      #expect((-1...1).contains(correlation) && Tolerance.squaresOfErrors.allows(1 - abs(correlation)), "\(kelvin) K")
    }
  }

  @Test func `the characterization's own uncertainty adds in squares`() throws {
    let without = try MeasuredLight(forNeutral: neutral, on: camera)
    let with = try MeasuredLight(
      forNeutral: neutral, on: camera, uncertainty: CharacterizationUncertainty(mired: 3, duv: 0.002))
    let temperature = try #require(with.estimate.temperatureAndTint).temperature
    // dT = T² d(mired) / 1e6
    let own = 3 * temperature * temperature / 1e6
    let (a, b) = (try #require(with.uncertainty), try #require(without.uncertainty))
    let temperatureAdded = (a.temperature * a.temperature - b.temperature * b.temperature).squareRoot()
    let duvAdded = (a.duv * a.duv - b.duv * b.duv).squareRoot()
    #expect(Tolerance.squaresOfErrors.allows(abs(temperatureAdded / own - 1)))
    #expect(Tolerance.squaresOfErrors.allows(abs(duvAdded / 0.002 - 1)))
  }

  @Test func `a light outside of the calibrated ones has the larger error that is stated there`() throws {
    let calibrated = try #require(camera.calibratedTemperatures)
    let light = TemperatureAndTint(temperature: calibrated.lowerBound - 500, duv: 0)
    let response = try camera.response(to: Chromaticity(light))
    let exact = MeasuredNeutral(value: response, standardError: LinearRGB(red: 0, green: 0, blue: 0))
    let own = try CharacterizationUncertainty(mired: 3, duv: 0.002, miredPerMired: 0.5, duvPerMired: 1e-4)
    let stated = try #require(MeasuredLight(forNeutral: exact, on: camera, uncertainty: own).uncertainty)
    let outside = light.mired - 1e6 / calibrated.lowerBound
    let expected = (9 + 0.25 * outside * outside).squareRoot()
    let expectedTemperature = expected * light.temperature * light.temperature / 1e6
    let expectedDuv = (4e-6 + 1e-8 * outside * outside).squareRoot()
    #expect(Tolerance.squaresOfErrors.allows(abs(stated.temperature / expectedTemperature - 1)))
    #expect(Tolerance.squaresOfErrors.allows(abs(stated.duv / expectedDuv - 1)))
  }

  /// Without this rule, channels with a negative variance would count as exact.
  @Test(arguments: [-1e-8, .nan, -.infinity] as [Double])
  func `a variance that no error has gives no stated error`(variance: Double) throws {
    let value = try camera.response(to: .d65)
    for channel in 0..<3 {
      var diagonal = SIMD3(repeating: 1e-8)
      diagonal[channel] = variance
      let measured = MeasuredNeutral(value: value, covariance: Matrix3x3(diagonal: diagonal))
      #expect(try MeasuredLight(forNeutral: measured, on: camera).uncertainty?.temperature.isFinite != true)
    }
  }

  /// An error of exposure alone is the same share of each channel, and no gain has an error of it.
  @Test func `errors of channels that cancel leave none, and no rounding`() {
    expectLaw(within: .cancelledErrors) { draws in
      (temperature: draws.number(in: 2500...10000), exposure: draws.number(in: 0.05...1))
    } law: { temperature, exposure in
      let place = TemperatureAndTint(temperature: temperature, duv: 0)
      let value = exposure * (try camera.response(to: Chromaticity(place))).vector
      let neutral = MeasuredNeutral(
        value: LinearRGB(value), covariance: Matrix3x3(columns: value * value.x, value * value.y, value * value.z))
      let gains = try MeasuredGains(neutralizing: neutral)
      let light = try MeasuredLight(forNeutral: neutral, on: camera)
      let errors = light.uncertainty.map { [$0.temperature, $0.duv, $0.x, $0.y] } ?? []
      #expect(errors.allSatisfy { $0 >= 0 })
      return largest(
        (gains.standardError.vector / gains.value.vector).largest(),
        errors.isEmpty ? .infinity : errors[0] / temperature)
    }
  }

  @Test func `the errors of light without mired are those of light with few, and are finite`() throws {
    func errors(_ temperature: Double) throws -> MeasuredLight.Uncertainty? {
      let value = try camera.response(to: Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
      let neutral = MeasuredNeutral(value: value, standardError: LinearRGB(value.vector * 0.001))
      return try MeasuredLight(forNeutral: neutral, on: camera).uncertainty
    }
    let expected = try #require(try errors(1e6))
    for temperature in [1e8, 1e12, 1e15] {
      let found = try #require(try errors(temperature))
      #expect(Tolerance.fewMired.allows(abs(found.x / expected.x - 1)), "\(temperature)")
      #expect(Tolerance.fewMired.allows(abs(found.y / expected.y - 1)), "\(temperature)")
    }
    let hottest = try errors(.infinity).map { [$0.temperature, $0.duv, $0.x, $0.y] } ?? []
    #expect(hottest.allSatisfy { $0.isFinite })
  }

  /// The curve is that of libcamera's tuning file for the IMX219 near its two neighbouring points. Between them 8 K are
  /// 4 % of R/G, where a slope at the neutral says far less than what noise beyond them does.
  @Test(arguments: [0.0005, 0.002, 0.005, 0.01, 0.02])
  func `errors hold where a curve has corners that are nearer than noise`(noise: Double) throws {
    typealias Curve = TemperatureCurveCharacterization
    let curve = try Curve(points: [
      .init(temperature: 2498, redRatio: 0.9309, blueRatio: 0.3599),
      .init(temperature: 2911, redRatio: 0.8682, blueRatio: 0.4283),
      .init(temperature: 2919, redRatio: 0.8358, blueRatio: 0.4621),
      .init(temperature: 3627, redRatio: 0.7646, blueRatio: 0.5327),
    ])
    var generator = SeededGenerator(seed: 31)
    var squares: [Double] = []
    for temperature in stride(from: 2860.0, through: 2960, by: 0.25) {
      let light = TemperatureAndTint(temperature: temperature, duv: 0)
      let truth = try curve.response(to: Chromaticity(light)).vector
      let drawn = truth * (1 + noise * SIMD3(generator.normal(), generator.normal(), generator.normal()))
      let found = try MeasuredLight(
        forNeutral: MeasuredNeutral(value: LinearRGB(drawn), standardError: LinearRGB(drawn * noise)), on: curve)
      let (place, stated) = (try #require(found.estimate.temperatureAndTint), try #require(found.uncertainty))
      let error = (place.temperature - temperature) / stated.temperature
      squares.append(error * error)
    }
    let root = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    #expect(Tolerance.twoStandardErrors.allows(root), "\(root), largest \(squares.max()?.squareRoot() ?? 0)")
  }

  @Test func `what cards share is divided by the gains like their covariance`() {
    let black = LinearRGB(red: 0.001, green: 0.002, blue: 0.003)
    let variation = Matrix3x3(rows: [3e-6, 0, 1e-6], [0, 0, 0], [1e-6, 0, 5e-6])
    let whole = MeasuredNeutral(
      value: neutral.value, covariance: neutral.covariance + variation, blackError: black, colorVariation: variation)
    // Powers of two divide without rounding.
    let scale = Matrix3x3(diagonal: [0.5, 1, 0.25])
    let divided = whole.divided(by: WhiteBalanceGains(red: 2, green: 1, blue: 4))
    #expect(divided.covariance == scale * whole.covariance * scale)
    #expect(divided.sharedCovariance == scale * whole.sharedCovariance * scale)
  }

  @Test func `a neutral of which one error leads to lights and four errors do not states its errors`() throws {
    let value = try camera.response(to: Chromaticity(TemperatureAndTint(temperature: 9000, duv: 0)))
    let share = 0.26
    func light(_ errors: Double) -> TemperatureAndTint? {
      let moved = LinearRGB(red: value.red, green: value.green, blue: value.blue * (1 + errors * share))
      return try? camera.light(forNeutral: moved).temperatureAndTint
    }
    try #require((light(-1) != nil || light(1) != nil) && light(-4) == nil && light(4) == nil)
    let unsure = MeasuredNeutral(
      value: value, standardError: LinearRGB(red: 0, green: 0, blue: share * value.blue))
    #expect(try MeasuredLight(forNeutral: unsure, on: camera).uncertainty != nil)
  }

  /// An uncertainty with a mean error of Duv on phosphor LEDs.
  private static func uncertainty(duvBias: Double) throws -> CharacterizationUncertainty {
    func errors(_ bias: Double) throws -> LightErrors {
      try LightErrors(
        nodes: [
          .init(reciprocalTemperature: 200, mired: 5, duv: 0.001, lowestDuv: -0.1, highestDuv: 0.1, duvBias: bias)
        ], edge: 1,
        miredPerDuv: 0, duvPerDuv: 0)
    }
    return try CharacterizationUncertainty(
      lights: LightErrorTable([.any: errors(0), .phosphorLED: errors(duvBias)]))
  }

  @Test func `the Duv of a light of known kind is corrected by the mean error of its kind`() throws {
    let known = try Self.uncertainty(duvBias: 0.003)
    let plain = try MeasuredLight(forNeutral: neutral, on: camera, uncertainty: known)
    let found = try #require(plain.estimate.temperatureAndTint)
    #expect(try plain.estimate == camera.light(forNeutral: neutral.value))
    #expect(plain.duvCorrection == 0)
    let corrected = try MeasuredLight(forNeutral: neutral, on: camera, uncertainty: known, of: .phosphorLED)
    let light = try #require(corrected.estimate.temperatureAndTint)
    #expect(corrected.duvCorrection == -0.003)
    let uncorrected = try #require(corrected.uncorrected)
    #expect(plain.uncorrected == found)
    #expect(Tolerance.heldTint.allows(abs(uncorrected.duv - found.duv) * TemperatureAndTint.tintPerDuv))
    #expect(Tolerance.heldTint.allows(abs(light.duv - (found.duv - 0.003)) * TemperatureAndTint.tintPerDuv))
    #expect(Tolerance.miredOutside.allows(abs(light.mired - found.mired)))
    #expect(try TemperatureAndTint(UniformChromaticity(corrected.estimate.chromaticity)) == light)
    // The correction is not uncertain beside the errors that the profile states.
    #expect(corrected.uncertainty?.duv == plain.uncertainty?.duv)
  }

  @Test func `a mean error that leaves no real light counts as an error`() throws {
    let warm = TemperatureAndTint(temperature: 2500, duv: 0.015)
    try #require(!Chromaticity(TemperatureAndTint(temperature: 2500, duv: 0.033)).isReal)
    let neutral = MeasuredNeutral(
      value: try camera.response(to: Chromaticity(warm)), standardError: LinearRGB(red: 0, green: 0, blue: 0))
    let light = try MeasuredLight(
      forNeutral: neutral, on: camera, uncertainty: Self.uncertainty(duvBias: -0.018), of: .phosphorLED)
    #expect(try light.estimate == camera.light(forNeutral: neutral.value))
    #expect(light.duvCorrection == 0)
    #expect(try #require(light.uncertainty).duv > 0.018)
  }

  @Test func `a light for which no error is stated is not corrected`() throws {
    // A covariance that is none.
    let neutral = MeasuredNeutral(value: neutral.value, covariance: Matrix3x3(diagonal: [-1e-4, 1e-4, 1e-4]))
    let light = try MeasuredLight(
      forNeutral: neutral, on: camera, uncertainty: Self.uncertainty(duvBias: 0.003), of: .phosphorLED)
    try #require(light.uncertainty == nil)
    #expect(try light.duvCorrection == 0 && light.estimate == camera.light(forNeutral: neutral.value))
  }

  @Test func `a light is familiar where nobody states for which lights its errors hold`() throws {
    #expect(try MeasuredLight(forNeutral: neutral, on: camera).uncertainty?.isFamiliar == true)
  }

  @Test func `a light without a temperature has no error of one`() throws {
    let light = try MeasuredLight(
      forNeutral: MeasuredNeutral(
        value: camera.response(to: Chromaticity(x: 0.2, y: 0.2)),
        standardError: LinearRGB(red: 0.001, green: 0.001, blue: 0.001)), on: camera)
    #expect(light.estimate.temperatureAndTint == nil)
    #expect(light.uncertainty == nil)
  }
}
