import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct DeviceCharacterizationTests {
  /// A device that responds with X, Y and Z themselves, whatever the light.
  let colorimeter: MatrixCharacterization

  init() throws {
    colorimeter = try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: .identity)])
  }

  @Test func `a light with a temperature converges`() throws {
    let estimate = try colorimeter.light(forNeutral: LinearRGB(red: 1, green: 1, blue: 1))
    #expect(estimate.status == .converged)
    #expect(estimate.residual == 0)
    #expect(Tolerance.rounding.allows(abs(estimate.chromaticity.x * 3 - 1)))
    let light = try #require(estimate.temperatureAndTint)
    #expect(Tolerance.publishedTemperature.allows(abs(light.temperature - 5455.48588737932)))
  }

  @Test func `a light bluer than any black body says so and has no temperature`() throws {
    let estimate = try colorimeter.light(forNeutral: LinearRGB(red: 0.2, green: 0.2, blue: 1))
    guard case .beyondLocus(.beyondInfiniteTemperature) = estimate.status else {
      Issue.record("\(estimate.status)")
      return
    }
    #expect(estimate.temperatureAndTint == nil)
    #expect(estimate.chromaticity.isReal)
  }

  @Test func `a neutral of no real light says so and keeps its temperature`() throws {
    // Z = blue - red / 2 is negative.
    let device = try MatrixCharacterization(
      lights: [.init(temperature: 5000, matrix: Matrix3x3(rows: [1, 0, 0], [0, 1, 0], [0.5, 0, 1]))])
    let estimate = try device.light(forNeutral: LinearRGB(red: 1, green: 0.8, blue: 0.4))
    #expect(estimate.status == .notReal)
    #expect(!estimate.chromaticity.isReal)
    #expect(try estimate.temperatureAndTint == TemperatureAndTint(UniformChromaticity(estimate.chromaticity)))
  }

  @Test func `gains and lights are each other's inverse for the colorimeter`() throws {
    let gains = try colorimeter.gains(for: Chromaticity(x: 0.25, y: 0.5))
    #expect(gains == WhiteBalanceGains(red: 2, green: 1, blue: 2))
    #expect(try colorimeter.chromaticity(for: gains) == Chromaticity(x: 0.25, y: 0.5))
  }

  @Test func `gains for a temperature are those for its chromaticity`() throws {
    let light = TemperatureAndTint(temperature: 4000, duv: 0.01)
    #expect(try colorimeter.gains(for: light) == colorimeter.gains(for: Chromaticity(light)))
  }

  @Test func `a temperature out of range is refused with the colorimetry's reason`() {
    #expect(throws: WhiteBalanceError.colorimetry(.temperatureOutOfRange(100))) {
      try colorimeter.gains(for: TemperatureAndTint(temperature: 100, duv: 0))
    }
  }

  @Test func `a light outside of the calibrated ones is as far as the nearest of them`() throws {
    let device = try MatrixCharacterization(lights: [
      .init(temperature: 2500, matrix: .identity), .init(temperature: 6250, matrix: .identity),
    ])
    // 400 and 160 mired are the ends.
    for (mired, outside) in [(500.0, 100.0), (400, 0), (250, 0), (160, 0), (100, 60), (0, 160)] {
      let light = TemperatureAndTint(temperature: 1e6 / mired, duv: 0.01)
      #expect(Tolerance.miredOutside.allows(abs(try #require(device.miredOutside(light)) - outside)))
    }
  }

  @Test func `gains of a light without a temperature have none`() throws {
    let gains = WhiteBalanceGains(red: 5, green: 5, blue: 1)
    let point = UniformChromaticity(try colorimeter.chromaticity(for: gains))
    #expect(throws: WhiteBalanceError.colorimetry(.beyondInfiniteTemperature(point))) {
      try colorimeter.temperatureAndTint(for: gains)
    }
  }

  @Test func `gains that are not positive are refused`() {
    let gains = WhiteBalanceGains(red: 0, green: 1, blue: 1)
    #expect(throws: WhiteBalanceError.gainsNotPositive(gains)) { try colorimeter.chromaticity(for: gains) }
    #expect(throws: WhiteBalanceError.gainsNotPositive(gains)) { try colorimeter.temperatureAndTint(for: gains) }
    #expect(throws: WhiteBalanceError.gainsNotPositive(gains)) { try colorimeter.light(neutralizedBy: gains) }
  }
}
