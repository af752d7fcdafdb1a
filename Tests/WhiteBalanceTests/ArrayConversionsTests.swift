import Colorimetry
import TestSupport
import Testing
import WhiteBalance

/// Arrays convert as their elements do, errors included.
@Suite struct ArrayConversionsTests {
  private let chromaticities = [
    Chromaticity.a, .d65, Chromaticity(x: 0.9, y: 0.9), .e, Chromaticity(x: 0.2, y: 0.1), Chromaticity(x: .nan, y: 0.3),
  ]
  private let lights = [
    TemperatureAndTint(temperature: 2850, tint: 0), TemperatureAndTint(temperature: 6500, tint: -12),
    TemperatureAndTint(temperature: 100, tint: 0), TemperatureAndTint(temperature: 1000, tint: 150),
  ]

  /// Results compared by their text, in which a number that is none is equal to itself.
  private func expectSame<Value, Failure>(_ results: [Result<Value, Failure>], _ singles: [Result<Value, Failure>]) {
    #expect(results.map { "\($0)" } == singles.map { "\($0)" })
  }

  @Test func `chromaticities and temperatures convert as one by one`() {
    expectSame(
      TemperatureAndTint.converted(from: chromaticities),
      chromaticities.map { light in Result { () throws(ColorimetryError) in try TemperatureAndTint(light) } })
    expectSame(
      Chromaticity.converted(from: lights),
      lights.map { light in Result { () throws(ColorimetryError) in try Chromaticity(light) } })
    #expect(TemperatureAndTint.converted(from: []).isEmpty && Chromaticity.converted(from: []).isEmpty)
  }

  @Test func `gains convert as one by one`() throws {
    let camera = try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: TypicalCamera.matrix)])
    expectSame(
      camera.gains(for: chromaticities),
      chromaticities.map { light in Result { () throws(WhiteBalanceError) in try camera.gains(for: light) } })
    expectSame(
      camera.gains(for: lights),
      lights.map { light in Result { () throws(WhiteBalanceError) in try camera.gains(for: light) } })
  }
}
