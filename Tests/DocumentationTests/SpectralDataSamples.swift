import Colorimetry
import Foundation
import SpectralData
import TestSupport
import Testing
import WhiteBalance

/// The Swift of SpectralData's page; `clone` is the folder of the package.
@Suite struct SpectralDataSamples {
  private let clone = repositoryRoot

  @Test func `the landing page`() throws {
    let text = """
      nm, lamp
      380, 0.10
      580, 0.70
      780, 0.40
      """
    let table = try SpectralTable(Array(text.utf8), of: .power)
    let lamp = try table.column("lamp").distribution
    print(lamp.value(at: 480), try TemperatureAndTint(Chromaticity(lamp)))

    let file = try Data(contentsOf: clone.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json"))
    let camera = try SpectralSensitivities(fileBytes: Array(file))
    print(camera.response(to: lamp))
    #expect(camera.response(to: lamp).isPositive)
  }
}
