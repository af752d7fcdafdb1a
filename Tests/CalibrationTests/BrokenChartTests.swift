import Colorimetry
import Foundation
import TestSupport
import Testing
import WhiteBalance

@testable import Calibration

/// A chart that is not as described is refused with the code of its fault. A chart that is as described is accepted.
@Suite struct BrokenChartTests {
  private static let cameras = Result { try SpectralSensitivities.measured() }
  private static let lights: [CIEIlluminant] = [.a, .d50, .d65, .ledB1, .ledB3, .ledB5, .fl2, .fl11]

  private static func chart(_ camera: Int, _ light: CIEIlluminant) throws -> SimulatedChart {
    try SimulatedChart(
      CalibrationLight(name: light.rawValue, spectrum: light.distribution), on: try cameras.get()[camera])
  }

  /// The reference as XYZ under a light, changed.
  private static func reference(
    _ light: CalibrationLight, _ change: ([SIMD3<Double>]) -> [SIMD3<Double>]
  ) throws -> ChartReference {
    let colors = try SimulatedChart.reference.colors(under: light).colors
    let patches = zip(SimulatedChart.reference.patches, change(colors)).map { patch, color in
      ChartReference.Patch(name: patch.name, color: .tristimulus(TristimulusValues(color)))
    }
    return try ChartReference(name: "changed", patches: patches, white: light.chromaticity)
  }

  private static func channels(_ order: SIMD3<Int>) -> @Sendable (LinearRGB) -> LinearRGB {
    { response in LinearRGB(SIMD3(response.vector[order.x], response.vector[order.y], response.vector[order.z])) }
  }

  private struct Broken: CustomTestStringConvertible, Sendable {
    var name: String
    var readings: @Sendable (SimulatedChart) -> [ChartReading] = { $0.readings }
    var colors: (@Sendable ([SIMD3<Double>], SIMD3<Double>) -> [SIMD3<Double>])?
    /// The reason that is right, beside which there may be others.
    var code: CalibrationRefusal.Code
    var light: CIEIlluminant = .d65
    var stated: CIEIlluminant?
    var testDescription: String { name }
  }

  private static func readings(_ change: @escaping @Sendable (LinearRGB) -> LinearRGB)
    -> @Sendable (SimulatedChart) -> [ChartReading]
  {
    { $0.readings.map { ChartReading(patch: $0.patch, response: change($0.response)) } }
  }

  /// The readings in another order under the same names.
  private static func order(_ place: @escaping @Sendable (Int) -> Int) -> @Sendable (SimulatedChart) -> [ChartReading] {
    { chart in
      chart.readings.indices.map {
        ChartReading(patch: chart.readings[$0].patch, response: chart.readings[place($0) % 24].response)
      }
    }
  }

  private static func xyz(_ order: SIMD3<Int>) -> @Sendable ([SIMD3<Double>], SIMD3<Double>) -> [SIMD3<Double>] {
    { colors, _ in colors.map { SIMD3($0[order.x], $0[order.y], $0[order.z]) } }
  }

  private static func power(_ response: SIMD3<Double>, _ exponent: Double) -> SIMD3<Double> {
    SIMD3(pow(response.x, exponent), pow(response.y, exponent), pow(response.z, exponent))
  }

  private static let table: [Broken] = [
    Broken(name: "red and blue exchanged", readings: readings(channels([2, 1, 0])), code: .exchangedChannels),
    Broken(name: "red and green exchanged", readings: readings(channels([1, 0, 2])), code: .exchangedChannels),
    Broken(name: "green and blue exchanged", readings: readings(channels([0, 2, 1])), code: .exchangedChannels),
    Broken(name: "green, blue, red", readings: readings(channels([1, 2, 0])), code: .exchangedChannels),
    Broken(name: "blue, red, green", readings: readings(channels([2, 0, 1])), code: .exchangedChannels),
    Broken(name: "X and Z exchanged", colors: xyz([2, 1, 0]), code: .exchangedChannels),
    Broken(name: "X and Y exchanged", colors: xyz([1, 0, 2]), code: .exchangedChannels),
    Broken(name: "Y and Z exchanged", colors: xyz([0, 2, 1]), code: .exchangedChannels),
    Broken(name: "Y, Z, X", colors: xyz([1, 2, 0]), code: .exchangedChannels),
    Broken(name: "Z, X, Y", colors: xyz([2, 0, 1]), code: .exchangedChannels),
    Broken(
      name: "XYZ of 1 in place of 100", colors: { colors, _ in colors.map { $0 / 100 } }, code: .referenceScale),
    Broken(
      name: "XYZ of 100 in place of 1", colors: { colors, _ in colors.map { $0 * 100 } }, code: .referenceScale),
    Broken(name: "XYZ of twice the light", colors: { colors, _ in colors.map { $0 * 2 } }, code: .referenceScale),
    Broken(name: "readings one place on", readings: order { $0 + 1 }, code: .difference),
    Broken(name: "readings two places on", readings: order { $0 + 2 }, code: .difference),
    Broken(name: "readings a row on", readings: order { $0 + 6 }, code: .difference),
    Broken(name: "rows for columns", readings: order { $0 % 4 * 6 + $0 / 4 }, code: .difference),
    Broken(name: "every second patch exchanged with the next", readings: order { $0 ^ 1 }, code: .difference),
    Broken(name: "another chart", readings: order { $0 * 7 }, code: .difference),
    Broken(name: "yet another chart", readings: order { $0 * 11 + 3 }, code: .difference),
    Broken(
      name: "balanced for display", readings: readings { LinearRGB(($0.vector * 4).squareRoot()) },
      code: .notLinear),
    Broken(
      name: "a pedestal of 5 %", readings: readings { LinearRGB($0.vector + 0.05) },
      code: .offBlack),
    Broken(
      name: "negative", readings: readings { LinearRGB(1 - $0.vector) },
      code: .difference),
    Broken(name: "XYZ of half the light", colors: { colors, _ in colors.map { $0 / 2 } }, code: .referenceScale),
    Broken(
      name: "a gamma of 1.2", readings: readings { LinearRGB(power($0.vector, 1.2)) }, code: .notLinear),
    Broken(
      name: "a gamma of 1/1.2", readings: readings { LinearRGB(power($0.vector, 1 / 1.2)) },
      code: .notLinear),
    Broken(name: "D50 named tungsten", code: .unusualWhite, light: .d50, stated: .a),
    Broken(name: "tungsten named D50", code: .unusualWhite, light: .a, stated: .d50),
    Broken(name: "tungsten named daylight", code: .unusualWhite, light: .a, stated: .d65),
    Broken(name: "daylight named tungsten", code: .unusualWhite, light: .d65, stated: .a),
  ]

  /// A developed picture's linear values fit as well as raw ones, and its profile refuses every raw card.
  @Test func `a chart that is balanced already is warned of, and a raw one is not`() throws {
    for camera in try Self.cameras.get().indices {
      let chart = try Self.chart(camera, .fl11)
      func warns(_ readings: [ChartReading]) throws -> Bool {
        try ChartFit(readings: readings, reference: .colorChecker24, light: chart.light).warnings
          .contains(.balancedReadings)
      }
      let neutral = try ChartFit(readings: chart.readings, reference: .colorChecker24, light: chart.light).neutral
      let balanced = chart.readings.map { reading in
        ChartReading(patch: reading.patch, response: LinearRGB(reading.response.vector / neutral.vector))
      }
      #expect(try warns(balanced) && !warns(chart.readings))
    }
  }

  @Test(arguments: table.indices)
  func `a chart that is not what it is said to be is refused by name`(_ index: Int) throws {
    let broken = Self.table[index]
    // Cameras differ most in their whites.
    let all = try Self.cameras.get().indices
    for camera in broken.code == .unusualWhite ? Array(all) : [3, 13, 21] {
      let chart = try Self.chart(camera, broken.light)
      let stated =
        try broken.stated.map { try CalibrationLight(name: $0.rawValue, spectrum: $0.distribution) } ?? chart.light
      let reference = try broken.colors.map { change in
        try Self.reference(chart.light) { change($0, chart.light.white.vector) }
      }
      let fit = try ChartFit(
        readings: broken.readings(chart), reference: reference ?? SimulatedChart.reference, light: stated)
      let codes = fit.refusals.map(\.code)
      #expect(codes.contains(broken.code), "\(broken.name), camera \(camera): \(codes)")
    }
  }

  @Test func `none of 208 charts that are what they are said to be is refused`() throws {
    var random = SplitMix(seed: 7)
    for camera in try Self.cameras.get().indices {
      for light in Self.lights {
        var chart = try Self.chart(camera, light)
        chart.readings = chart.readings.map { reading in
          let noise = SIMD3(random.deviation(), random.deviation(), random.deviation())
          return ChartReading(
            patch: reading.patch, response: LinearRGB(reading.response.vector * (1 + 0.005 * noise)))
        }
        let fit = try chart.fit()
        #expect(fit.refusals == [], "camera \(camera), \(light): \(fit.refusals)")
      }
    }
  }
}

/// A small source of numbers about 0 with a deviation of about 1: the sum of four uniform ones.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func deviation() -> Double {
    (0..<4).reduce(0) { sum, _ in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return sum + Double((mixed ^ (mixed >> 31)) >> 11) / 0x1p53 - 0.5
    } * 3.0.squareRoot()
  }
}
