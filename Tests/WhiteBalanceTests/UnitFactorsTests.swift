import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct UnitFactorsTests {
  private static let factors = LinearRGB(red: 1.2, green: 0.9, blue: 1.1)

  /// How far, in ratios of the channels, a unit's response to a light is from the device's times the factors.
  private func miss(
    _ light: Chromaticity, _ device: some DeviceCharacterization, _ unit: some DeviceCharacterization
  ) throws -> Double {
    let (own, expected) = (try unit.response(to: light), try device.response(to: light))
    let red = own.red / own.green / (expected.red / expected.green) / (Self.factors.red / Self.factors.green)
    let blue = own.blue / own.green / (expected.blue / expected.green) / (Self.factors.blue / Self.factors.green)
    return largest(abs(red - 1), abs(blue - 1))
  }

  @Test func `a unit's response is that of the device times its factors, however it is characterized`() throws {
    let camera = try #require(Camera.all().first)
    let matrices = try MatrixCharacterization(lights: camera.lights)
    let points = try [2800.0, 4000, 6500].map { temperature in
      let neutral = try matrices.response(to: Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
      return GainCurveCharacterization.Point(
        temperature: temperature, redRatio: neutral.red / neutral.green, blueRatio: neutral.blue / neutral.green)
    }
    let curve = try GainCurveCharacterization(points: points)
    let grid = WhiteMap.Grid(
      slope: 0, origin: SIMD2(-2, -2), spacing: SIMD2(1, 1), warmthCount: 5, tintCount: 5)
    let map = WhiteMapCharacterization(
      matrices: matrices,
      map: try WhiteMap(
        grid: grid, warmth: Array(repeating: 0.3, count: 25), tint: Array(repeating: -0.2, count: 25)))
    for temperature in [2400.0, 3500, 5000, 9000] {
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0.004))
      for miss in [
        try miss(light, matrices, matrices.scaled(by: Self.factors)),
        try miss(light, curve, curve.scaled(by: Self.factors)), try miss(light, map, map.scaled(by: Self.factors)),
      ] { #expect(Tolerance.mappedNeutral.allows(miss), "\(temperature) K") }
    }
  }
}
