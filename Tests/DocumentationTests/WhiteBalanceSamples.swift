import Colorimetry
import Testing
import WhiteBalance

/// The Swift of WhiteBalance's pages.
@Suite struct WhiteBalanceSamples {
  private func camera() throws -> MatrixCharacterization {
    let camera = try MatrixCharacterization(lights: [
      .init(
        temperature: 2850,
        matrix: Matrix3x3(
          rows: [0.7284, -0.1569, -0.0425], [-0.6726, 1.4016, 0.2993],
          [-0.0926, 0.1258, 0.7774])),
      .init(
        temperature: 6500,
        matrix: Matrix3x3(
          rows: [0.6347, -0.0479, -0.0972], [-0.8297, 1.5954, 0.2480],
          [-0.1967, 0.2132, 0.7649])),
    ])
    return camera
  }

  @Test func `the landing page`() throws {
    let camera = try camera()
    let gains = try camera.gains(
      for: TemperatureAndTint(temperature: 5000, tint: 0))
    let light = try camera.temperatureAndTint(for: gains)
    print(gains, light)
    #expect(light.temperature.rounded() == 5000)
  }

  @Test func cameras() throws {
    let camera = try camera()
    let neutral = LinearRGB(red: 0.45, green: 1, blue: 0.63)
    let gains = try WhiteBalanceGains(neutralizing: neutral)
    print(gains.normalized)

    let estimate = try camera.light(neutralizedBy: gains)
    print(estimate.chromaticity, estimate.status)
    let same = try camera.gains(for: estimate.chromaticity)
    for gains in camera.gains(for: [.d65, estimate.chromaticity]) {
      print(gains)
    }
    #expect(same.isPositive)

    let candle = try camera.gains(
      for: TemperatureAndTint(temperature: 1900, tint: 0))
    let fitted = try camera.fitted(candle, to: .standard, by: .nearestLight)
    print(
      fitted.gains, fitted.isClamped, fitted.temperatureShift ?? 0,
      fitted.tintShift ?? 0)
    #expect(fitted.isClamped)

    let measured = MeasuredNeutral(
      value: neutral,
      standardError: LinearRGB(red: 0.001, green: 0.001, blue: 0.001))
    let light = try MeasuredLight(
      forNeutral: measured, on: camera,
      uncertainty: CharacterizationUncertainty(mired: 10, duv: 0.0037))
    print(light.uncertainty?.temperature ?? 0)
    #expect((light.uncertainty?.temperature ?? 0) > 100)
  }
}
