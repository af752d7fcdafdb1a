import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct SpectralSensitivitiesTests {
  let sensitivities: SpectralSensitivities

  init() throws {
    sensitivities = SpectralSensitivities(
      red: try SpectralDistribution(wavelengths: [600, 602], values: [1, 1]),
      green: try SpectralDistribution(wavelengths: [549.5, 550.5], values: [4, 4]),
      blue: try SpectralDistribution(wavelengths: [400, 410], values: [0, 10]))
  }

  @Test func `the response is the sum over whole nanometres`() throws {
    let light = try SpectralDistribution(wavelengths: [300, 800], values: [2, 2])
    let response = sensitivities.response(to: light)
    #expect(response == LinearRGB(red: 6, green: 8, blue: 110))
  }

  @Test func `a surface takes its share of the light`() throws {
    let light = try SpectralDistribution(wavelengths: [300, 800], values: [2, 2])
    let surface = try SpectralDistribution(wavelengths: [540, 700], values: [0.5, 0.5])
    #expect(sensitivities.response(to: light, reflectance: surface) == LinearRGB(red: 3, green: 4, blue: 0))
  }

  @Test func `a channel that gets no light responds with 0`() throws {
    let line = try SpectralDistribution(wavelengths: [601], values: [3])
    #expect(sensitivities.response(to: line) == LinearRGB(red: 3, green: 0, blue: 0))
  }

  @Test func `the CIE's observer as a device reads tristimulus values`() throws {
    func channel(_ weights: (TristimulusValues) -> Double) throws -> SpectralDistribution {
      let wavelengths = (360...830).map(Double.init)
      return try SpectralDistribution(
        wavelengths: wavelengths,
        values: try wavelengths.map {
          weights(TristimulusValues(try SpectralDistribution(wavelengths: [$0], values: [1])))
        })
    }
    let observer = SpectralSensitivities(
      red: try channel(\.x), green: try channel(\.y), blue: try channel(\.z))
    let light = CIEIlluminant.fl4.distribution
    let response = observer.response(to: light)
    let values = TristimulusValues(light)
    #expect(Tolerance.spectralSum.allows(abs(response.red / values.x - 1)))
    #expect(Tolerance.spectralSum.allows(abs(response.green / values.y - 1)))
    #expect(Tolerance.spectralSum.allows(abs(response.blue / values.z - 1)))
  }
}
