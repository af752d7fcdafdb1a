import Colorimetry
import Foundation
import GrayCard
import SpectralData
import TestSupport
import Testing
import WhiteBalance

@Suite struct NeutralPlausibilityTests {
  @Test(arguments: try Camera.all()) func `on a known device the light decides`(camera: Camera) throws {
    let characterization = try MatrixCharacterization(lights: camera.lights)
    let plausibility = NeutralPlausibility(on: characterization)
    func weight(_ temperature: Double, _ duv: Double) throws -> Double {
      try plausibility(
        characterization.response(to: Chromaticity(TemperatureAndTint(temperature: temperature, duv: duv))))
    }
    for temperature in [1850.0, 2856, 6504, 14_800] {
      #expect(try weight(temperature, 0) > 0.999)
      #expect(try weight(temperature, 0.008) < weight(temperature, -0.004))
    }
    for (temperature, duv) in [(1750.0, 0), (15_300, 0), (5000, 0.031), (5000, -0.031)] {
      #expect(try weight(temperature, duv) == 0, "\(temperature), \(duv)")
    }
  }

  @Test(arguments: try Camera.all()) func `without one, the ratios of real cameras are plausible`(
    camera: Camera
  ) throws {
    let characterization = try MatrixCharacterization(lights: camera.lights)
    for temperature in [1850.0, 2300, 2856, 4000, 5000, 6504, 9000, 14_800] {
      let response = try characterization.response(
        to: Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
      #expect(NeutralPlausibility.ofAnyCamera(response) > 0.05, "\(temperature)")
    }
  }

  @Test(arguments: [
    LinearRGB(red: 0, green: 1, blue: 1), LinearRGB(red: 1, green: .nan, blue: 1),
    LinearRGB(red: -1, green: 1, blue: 1), LinearRGB(red: 0.3, green: 1, blue: 0.3),
    LinearRGB(red: 1, green: 1, blue: 1),
    LinearRGB(red: 0.1, green: 0.3, blue: 0.9), LinearRGB(red: 0.9, green: 0.3, blue: 0.06),
  ])
  func `what no camera gives is not plausible`(color: LinearRGB) {
    #expect(NeutralPlausibility.ofAnyCamera(color) == 0)
  }

  @Test func `neutrals of measured cameras under the CIE's lamps are plausible`() throws {
    var (all, inside) = (0, 0)
    for file in try ReferenceData.files(in: "cameras", withExtension: "json") {
      // Its channels are scaled to 1 each, so that their ratios say nothing.
      if file.lastPathComponent.hasPrefix("ARRI") { continue }
      let sensitivities = try SpectralSensitivities(fileBytes: ReferenceData.bytes(file))
      for light in CIEIlluminant.allCases {
        all += 1
        if NeutralPlausibility.ofAnyCamera(sensitivities.response(to: light.distribution)) > 0 { inside += 1 }
      }
    }
    #expect(all == 25 * CIEIlluminant.allCases.count)
    #expect(Tolerance.implausibleNeutrals.allows(1 - Double(inside) / Double(all)), "\(inside) of \(all)")
  }
}
