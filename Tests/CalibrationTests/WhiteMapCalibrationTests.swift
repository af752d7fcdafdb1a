import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import SpectralData
import TestSupport
import Testing
import WhiteBalance

/// The camera of Data/cameras, with the CIE's lamps; more cameras and lamps are in Tests/Benchmarks/run white-map.
@Suite struct WhiteMapCalibrationTests {
  private static let learnt = Result {
    try WhiteMapCalibration(.canon5DMarkII(), lights: .standard())
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  @Test(arguments: [1e300, 1e-120])
  func `values that cannot be computed with are told as such, and not as channels that are alike`(scale: Double) throws
  {
    let camera = try SpectralSensitivities.canon5DMarkII()
    func scaled(_ channel: SpectralDistribution) throws -> SpectralDistribution {
      try SpectralDistribution(wavelengths: channel.wavelengths, values: channel.values.map { $0 * scale })
    }
    let extreme = try SpectralSensitivities(
      red: scaled(camera.red), green: scaled(camera.green), blue: scaled(camera.blue))
    let response = extreme.response(to: CIEIlluminant.d50.distribution)
    let largest = max(response.red, response.green, response.blue)
    #expect(throws: SensitivityError.outOfRange(largest)) {
      _ = try WhiteMapCalibration(extreme, lights: .standard())
    }
  }

  // MARK: - Daylight and filament lamps

  @Test func `black bodies and daylight have the neutrals that the map gives them, as lights of their kind too`() throws
  {
    let characterization = try Self.learnt.get().characterization
    for mired in stride(from: 50.0, through: 600, by: 50) {
      for kind in [LightKind.incandescent, .daylight] where kind == .incandescent || mired <= 250 {
        let temperature = 1e6 / mired
        let light: Chromaticity =
          try kind == .daylight
          ? .daylight(temperature: temperature) : Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
        let (own, map) = (
          try characterization.specialized(for: kind).response(to: light), try characterization.response(to: light)
        )
        #expect(
          Tolerance.mappedNeutral.allows(
            largest(
              abs(own.red / own.green / map.red * map.green - 1), abs(own.blue / own.green / map.blue * map.green - 1))),
          "\(kind), \(mired) mired")
      }
    }
  }

  /// Colder than the reference lights, and bluer, the shift is that of the last of them.
  @Test(arguments: [(LightKind.incandescent, 700.0, 600.0), (.daylight, 20, 40)])
  func `beyond the reference lights a smooth light is moved as the last one`(
    kind: LightKind, mired: Double, last: Double
  )
    throws
  {
    let characterization = try Self.learnt.get().characterization
    let smooth = characterization.specialized(for: kind)
    func shift(_ light: Chromaticity) throws -> SIMD2<Double> {
      try smooth.response(to: light).logRatios - characterization.matrices.response(to: light).logRatios
    }
    let (own, end) = (
      try shift(Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: 0))),
      try shift(
        kind == .daylight
          ? .daylight(temperature: 1e6 / last) : Chromaticity(TemperatureAndTint(temperature: 1e6 / last, duv: 0)))
    )
    #expect(Tolerance.mappedNeutral.allows(largest(abs(own.x - end.x), abs(own.y - end.y))))
    #expect(!Tolerance.mappedNeutral.allows(largest(abs(end.x), abs(end.y))))
  }

  // MARK: - How good it is

  /// The measure: beside a pair of matrices, on lights that the map was not learnt from.
  @Test func `lights that it was not learnt from are found far better than by a pair of matrices`() throws {
    let calibration = try Self.learnt.get()
    let camera = try SpectralSensitivities.canon5DMarkII()
    let pair = try MatrixCharacterization(lights: [
      .init(CIEIlluminant.a.distribution, on: camera), .init(CIEIlluminant.d65.distribution, on: camera),
    ])
    let (map, matrices) = (try calibration.checks(), calibration.checks(by: pair))
    #expect(map.count == matrices.count && map.count > 180)
    func errors(
      _ checks: [WhiteMapCalibration.Check], references: Bool, _ value: (WhiteMapCalibration.Check) -> Double?
    ) -> Double {
      median(checks.filter { $0.light.isReference == references }.map { abs(value($0) ?? .infinity) })
    }
    #expect(errors(map, references: false, \.duv) < 0.75 * errors(matrices, references: false, \.duv))
    #expect(errors(map, references: false, \.mired) < errors(matrices, references: false, \.mired))
    #expect(errors(map, references: true, \.mired) < 0.25 * errors(matrices, references: true, \.mired))
    #expect(errors(map, references: true, \.duv) < 0.25 * errors(matrices, references: true, \.duv))
  }

  @Test func `black bodies and daylight that were learnt are found again`() throws {
    let calibration = try Self.learnt.get()
    let errors = calibration.checks(by: calibration.characterization).filter(\.light.isReference).map {
      $0.duv ?? .infinity
    }
    let rootMeanSquare = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    #expect(Tolerance.learntReferences.allows(rootMeanSquare) && errors.count > 100)
  }

  /// A map that has learnt a lone lamp knows it; the checks are by maps that have not.
  @Test func `a light is not checked by a map that has learnt it`() throws {
    let lamp = try LightPopulation.Light(name: "FL5", spectrum: CIEIlluminant.fl5.distribution)
    let calibration = try WhiteMapCalibration(
      .canon5DMarkII(), lights: LightPopulation(LightPopulation.references() + [lamp]))
    func error(_ checks: [WhiteMapCalibration.Check]) throws -> Double {
      abs(try #require(checks.first { $0.light == lamp }?.duv))
    }
    #expect(
      try error(calibration.checks(by: calibration.characterization)) < 0.7 * error(calibration.checks()))
  }

  @Test func `a map that was learnt from filament lamps alone does not state their errors for any light`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let filaments = try stride(from: 2000.0, through: 3950, by: 50).map { temperature in
      try LightPopulation.Light(name: "\(temperature) K", spectrum: .planck(temperature: temperature))
    }
    let calibration = try WhiteMapCalibration(
      camera, lights: LightPopulation(LightPopulation.references() + filaments))
    let uncertainty = try calibration.uncertainty(of: camera)
    for lamp in [CIEIlluminant.fl1, .fl4, .fl11, .ledB3, .ledRGB1, .ledV1] {
      let light = try CalibrationLight(name: "lamp", spectrum: lamp.distribution)
      let found = try calibration.characterization.light(forNeutral: camera.response(to: lamp.distribution))
      let place = try #require(found.temperatureAndTint)
      let stated = uncertainty.errors(at: place)
      #expect(
        Tolerance.statedOfAnyLamp.allows(abs(place.duv - light.temperatureAndTint.duv) / stated.duv), "\(lamp)")
      #expect(
        Tolerance.statedOfAnyLamp.allows(abs(place.mired - light.temperatureAndTint.mired) / stated.mired), "\(lamp)")
    }
  }

  private struct AlwaysD65: DeviceCharacterization {
    func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
      LinearRGB(red: 1, green: 1, blue: 1)
    }

    func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
      LightEstimate(chromaticity: .d65, residual: 0)
    }
  }

  @Test func `a check's distance is that in u', v' of 1976`() throws {
    // Source: CIE 15:2018, section 8.2.
    func place(_ light: Chromaticity) -> SIMD2<Double> {
      SIMD2(4 * light.x, 9 * light.y) / (-2 * light.x + 12 * light.y + 3)
    }
    for check in try Self.learnt.get().checks(by: AlwaysD65()) {
      let miss = place(check.light.chromaticity) - place(.d65)
      let distance = try #require(check.distance)
      #expect(Tolerance.rounding.allows(abs(distance - (miss * miss).sum().squareRoot())), "\(check.light.name)")
    }
  }

  // MARK: - Invertible

  @Test func `every legal gain has a light, and comes back from it`() throws {
    let device = try Self.learnt.get().characterization
    expectLaw(within: .mappedNeutral) { draws in
      draws.legalGains()
    } law: { gains in
      let light = try device.chromaticity(for: gains)
      let back = try device.gains(for: light)
      return largest(abs(back.red - gains.red), abs(back.green - gains.green), abs(back.blue - gains.blue)) / 4
    }
  }

  /// Neighbouring gains keep their sides: the area between them has one sign, corners of the range included.
  @Test func `the map of the legal gains does not fold`() throws {
    let device = try Self.learnt.get().characterization
    let steps = 24
    func light(_ i: Int, _ j: Int) throws -> SIMD2<Double> {
      let step = 2 * 1.3862943611198906 / Double(steps)
      let ratios = (Double(i) * step - 1.3862943611198906, Double(j) * step - 1.3862943611198906)
      let neutral = LinearRGB(red: exponential(ratios.0), green: 1, blue: exponential(ratios.1))
      let uniform = UniformChromaticity(try device.light(forNeutral: neutral).chromaticity)
      return SIMD2(uniform.u, uniform.v)
    }
    var areas: [Double] = []
    for i in 0..<steps {
      for j in 0..<steps where abs(i - j) <= steps / 2 - 1 {
        let corner = try light(i, j)
        let (a, b) = (try light(i + 1, j) - corner, try light(i, j + 1) - corner)
        areas.append(a.x * b.y - a.y * b.x)
      }
    }
    #expect(areas.allSatisfy { $0 > 0 } || areas.allSatisfy { $0 < 0 })
  }

  /// Cameras whose own matrix would give the bluest gains a negative Y.
  @Test(arguments: ["Fujifilm_X-T4", "Hasselblad_L2D-20c", "Canon_EOS_R10", "Panasonic_DC-GX9"])
  func `every legal gain of a camera with little blue in its green has a light`(camera: String) throws {
    let bytes = try ReferenceData.bytes("cameras/\(camera)_380_780_5.json")
    let sensitivities = try SpectralSensitivities(fileBytes: bytes)
    let device = try WhiteMapCalibration(sensitivities, lights: .standard()).characterization
    for gains in [(4.0, 4.0, 1.0), (4, 1, 1), (1, 4, 1), (1, 4, 4), (1, 1, 4), (4, 1, 4), (1, 1, 1), (3.9, 4, 1)] {
      let gains = WhiteBalanceGains(red: gains.0, green: gains.1, blue: gains.2)
      let back = try device.gains(for: device.chromaticity(for: gains))
      let error = largest(abs(back.red - gains.red), abs(back.green - gains.green), abs(back.blue - gains.blue)) / 4
      #expect(Tolerance.mappedNeutral.allows(error), "\(gains)")
    }
  }

  /// With one scale for all matrices, a blend of two matrices mixes colours of the same scale.
  @Test func `the matrices of colours answer each light as the sensitivities do, in one scale`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let colors = try #require(try Self.learnt.get().characterization.colors)
    let spectra = [CIEIlluminant.a, .d50, .d65].map(\.distribution)
    let scales = zip(colors.lights.sorted { $0.temperature < $1.temperature }, spectra).map { light, spectrum in
      let white = TristimulusValues(spectrum)
      return (light.matrix * SIMD3(white.x, white.y, white.z)) / camera.response(to: spectrum).vector
    }
    let expected = scales[0].x
    #expect(scales.count == 3)
    for scale in scales {
      for channel in 0..<3 { #expect(Tolerance.rounding.allows(abs(scale[channel] / expected - 1)), "\(scale)") }
    }
  }

  @Test(arguments: [CIEIlluminant.a, .d65])
  func `the matrix under a light gives a chart's colours better than those that find the light`(
    illuminant: CIEIlluminant
  ) throws {
    let calibration = try Self.learnt.get().characterization
    let light = illuminant.distribution
    let (camera, white) = (try SpectralSensitivities.canon5DMarkII(), Chromaticity(light))
    let chart = try SimulatedChart(CalibrationLight(name: "chart", spectrum: light), on: camera)
    let colors = try SimulatedChart.reference.patches.map { patch in
      guard case .reflectance(let reflectance) = patch.color else { throw SimulatedChart.NotSpectral() }
      let values = TristimulusValues(of: reflectance, under: light)
      return SIMD3(values.x, values.y, values.z)
    }
    /// The mean distance in XYZ, as a share of each patch's, once the lightest patch agrees.
    func miss(_ matrix: Matrix3x3) -> Double {
      let found = chart.readings.map { matrix.inverse * $0.response.vector }
      let lightest = colors.indices.max { colors[$0].y < colors[$1].y } ?? 0
      let scale = colors[lightest].y / found[lightest].y
      return zip(found, colors).map { found, color in
        let difference = found * scale - color
        return ((difference * difference).sum() / (color * color).sum()).squareRoot()
      }.reduce(0, +) / Double(colors.count)
    }
    let own = try #require(ProfileCharacterization.whiteMap(calibration).colorMatrix(under: white))
    let finding = calibration.matrices.matrix(atTemperature: try TemperatureAndTint(white).temperature)
    #expect(miss(own) < 0.9 * miss(finding), "\(miss(own)) and \(miss(finding))")
  }

  @Test func `it says between which temperatures it has learnt`() throws {
    let temperatures = try #require(try Self.learnt.get().characterization.calibratedTemperatures)
    #expect((1640...1660).contains(temperatures.lowerBound) && (24_000...26_000).contains(temperatures.upperBound))
  }

  // MARK: - Refusals

  @Test func `a camera with a blind channel is refused`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let dark = try SpectralDistribution(wavelengths: [380, 780], values: [0, 0])
    #expect {
      try WhiteMapCalibration(
        SpectralSensitivities(red: camera.red, green: camera.green, blue: dark), lights: .standard())
    } throws: {
      guard case .blindChannel(let response)? = $0 as? SensitivityError else { return false }
      return response.red > 0 && response.blue == 0
    }
  }

  @Test(arguments: [(380.0...675, false), (405...780, false), (400...680, true)])
  func `sensitivities that end within the visible wavelengths are refused`(range: ClosedRange<Double>, isEnough: Bool)
    throws
  {
    let camera = try SpectralSensitivities.canon5DMarkII()
    func cut(_ channel: SpectralDistribution) throws -> SpectralDistribution {
      let wavelengths = channel.wavelengths.filter(range.contains)
      return try SpectralDistribution(wavelengths: wavelengths, values: wavelengths.map(channel.value(at:)))
    }
    let part = try SpectralSensitivities(red: cut(camera.red), green: cut(camera.green), blue: cut(camera.blue))
    func calibrate() throws { _ = try WhiteMapCalibration(part, lights: LightPopulation(LightPopulation.references())) }
    if isEnough {
      try calibrate()
    } else {
      #expect(throws: SensitivityError.notCovered(range, needed: 400...680)) { try calibrate() }
    }
  }

  @Test func `channels that are alike, or mixtures of each other, are refused as that`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    // By 1 nm, as rounded files have it.
    let mixed = try SpectralDistribution(
      firstWavelength: 380, step: 1,
      values: (380...780).map { 0.3 * camera.red.value(at: Double($0)) + 0.6 * camera.green.value(at: Double($0)) })
    let rounded = try SpectralDistribution(
      wavelengths: mixed.wavelengths, values: mixed.values.map { ($0 * 100).rounded() / 100 })
    for (red, blue) in [
      (camera.green, camera.green), (camera.red, camera.green), (camera.red, mixed), (camera.red, rounded),
    ] {
      #expect(throws: SensitivityError.alikeChannels) {
        try WhiteMapCalibration(
          SpectralSensitivities(red: red, green: camera.green, blue: blue), lights: .standard())
      }
    }
  }

  @Test func `channels in another order are refused as that, on every camera`() throws {
    for camera in try SpectralSensitivities.measured() {
      for (red, green, blue) in [
        (camera.blue, camera.green, camera.red), (camera.green, camera.red, camera.blue),
        (camera.red, camera.blue, camera.green), (camera.green, camera.blue, camera.red),
      ] {
        #expect(throws: SensitivityError.channelOrder) {
          _ = try WhiteMapCalibration(SpectralSensitivities(red: red, green: green, blue: blue), lights: .standard())
        }
      }
    }
  }

  /// Sensitivities in long steps, or with a gamma, as files of other quantities have them.
  @Test(arguments: [(20.0, 1.0), (50, 1), (100, 1), (200, 1), (5, 0.4545), (5, 0.2), (5, 3)])
  func `what odd sensitivities state holds daylight and black bodies, or they are refused`(
    step: Double, exponent: Double
  ) throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let wavelengths = Array(stride(from: 380, through: 780, by: step))
    func odd(_ channel: SpectralDistribution) throws -> SpectralDistribution {
      try SpectralDistribution(
        wavelengths: wavelengths, values: wavelengths.map { pow(channel.value(at: $0), exponent) })
    }
    let changed = SpectralSensitivities(
      red: try odd(camera.red), green: try odd(camera.green), blue: try odd(camera.blue))
    do {
      let calibration = try WhiteMapCalibration(changed, lights: .standard())
      let checks = try calibration.checks().filter(\.light.isReference)
      let uncertainty = try calibration.uncertainty(of: changed)
      for (kind, range) in [(LightKind.incandescent, 1000.0..<4000), (.daylight, 4000..<10_000)] {
        let ratios = checks.filter { range.contains($0.light.temperatureAndTint.temperature) }.map { check in
          let stated = uncertainty.errors(at: check.light.temperatureAndTint, kind: kind, miredOutside: 0)
          return SIMD2((check.mired ?? .infinity) / stated.mired, (check.duv ?? .infinity) / stated.duv)
        }
        let squares = ratios.reduce(.zero) { $0 + $1 * $1 } / Double(ratios.count)
        #expect(Tolerance.errorOfCurves.allows(squares.largest().squareRoot() - 1), "\(step) nm, \(kind): \(squares)")
      }
    } catch is SensitivityError {
      #expect(step > 100 || exponent < 0.4, "\(step) nm, \(exponent)")
    }
  }

  @Test func `reference lights of one warmth are refused`() throws {
    let light = try LightPopulation.Light(name: "5000 K", spectrum: .planck(temperature: 5000), isReference: true)
    #expect(throws: SensitivityError.tooFewReferenceLights(1, needed: 10)) {
      try WhiteMapCalibration(.canon5DMarkII(), lights: LightPopulation(Array(repeating: light, count: 16)))
    }
  }

  @Test func `lamps alone are refused`() throws {
    #expect(throws: SensitivityError.tooFewReferenceLights(0, needed: 10)) {
      try WhiteMapCalibration(.canon5DMarkII(), lights: LightPopulation(LightPopulation.cieLamps()))
    }
  }

  @Test func `a lamp that the matrix has no response to is left out, and named`() throws {
    let lamp = try LightPopulation.Light(
      name: "cyan", spectrum: SpectralDistribution(wavelengths: [499, 500, 501], values: [0, 1, 0]))
    let calibration = try WhiteMapCalibration(
      .canon5DMarkII(), lights: LightPopulation(LightPopulation.references() + [lamp]))
    #expect(calibration.unusedLights.map(\.name) == ["cyan"])
  }
}

private func exponential(_ value: Double) -> Double {
  var (term, sum) = (1.0, 1.0)
  for index in 1...40 {
    term *= value / Double(index)
    sum += term
  }
  return sum
}
