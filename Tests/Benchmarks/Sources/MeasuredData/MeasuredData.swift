public import Calibration
public import Colorimetry
public import Foundation
import SpectralData
public import WhiteBalance

/// Cameras, lamps and surfaces of the folder of measured data.
public struct MeasuredData {
  private let folder: URL
  /// 190 of real materials.
  private let reflectances: [SpectralDistribution]

  public init(_ folder: URL) throws {
    self.folder = folder
    let url = folder.appending(path: "chart/reflectances_190_380_780_5.json")
    reflectances = try SpectralTable([UInt8](Data(contentsOf: url)), of: .reflectance).columns.map(\.distribution)
  }

  private func files(_ path: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder.appending(path: path), includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  public func cameras() throws -> [(String, SpectralSensitivities)] {
    try files("ssf").map { url in
      let name = url.lastPathComponent.replacing("_380_780_5.json", with: "").replacing("_", with: " ")
      return (name, try SpectralSensitivities(fileBytes: [UInt8](Data(contentsOf: url))))
    }
  }

  /// The lamps and skies: not the theoretical black bodies and daylights among them, and no light without a temperature.
  public func lamps() throws -> [LightPopulation.Light] {
    let names = try String(contentsOf: folder.appending(path: "illuminants/tm30_spd_1nm.txt"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let table = try SpectralTable(
      [UInt8](Data(contentsOf: folder.appending(path: "illuminants/tm30_spd_1nm.csv"))), of: .power)
    precondition(names.count == table.columns.count, "a name for each spectrum")
    var lamps = zip(names, table.columns).filter { $0.0[1] != "Mathematical" }
      .map { (String($0.0[0]), $0.1.distribution) }
    for folder in ["illuminants/osram", "illuminants/skies"] {
      for url in try files(folder) where url.lastPathComponent != "Planck5600.sre" {
        lamps.append((url.lastPathComponent, try spectrum(url)))
      }
    }
    return lamps.compactMap { name, spectrum in
      guard let lamp = try? LightPopulation.Light(name: name, spectrum: spectrum) else { return nil }
      // A green LED is no lamp to see white by.
      return abs(lamp.temperatureAndTint.duv) < 0.05 ? lamp : nil
    }
  }

  /// The rows of two numbers: the LEDs' headings are not those of a table.
  private func spectrum(_ url: URL) throws -> SpectralDistribution {
    let rows = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: { $0 == "," || $0.isWhitespace }).compactMap { Double($0) } }
      .filter { $0.count == 2 }
    return try SpectralDistribution(wavelengths: rows.map { $0[0] }, values: rows.map { $0[1] })
  }

  /// A matrix as a DNG's profile has it: XYZ to device, least squares over surfaces balanced for the light, white exact.
  public func dngMatrix(
    _ sensitivities: SpectralSensitivities, _ light: SpectralDistribution
  ) throws -> MatrixCharacterization.CalibratedLight {
    let neutral = vector(sensitivities.response(to: light))
    let white = TristimulusValues(Chromaticity(light))
    let whiteVector = SIMD3(white.x, white.y, white.z)
    var squares = Matrix3x3(diagonal: .zero)
    var products = Matrix3x3(diagonal: .zero)
    for reflectance in reflectances {
      let values = TristimulusValues(of: reflectance, under: light)
      let color = SIMD3(values.x, values.y, values.z)
      let response = vector(sensitivities.response(to: light, reflectance: reflectance)) / neutral
      squares = squares + Matrix3x3(rows: color * color.x, color * color.y, color * color.z)
      products = products + Matrix3x3(rows: color * response.x, color * response.y, color * response.z)
    }
    let inverse = squares.inverse
    let free = products * inverse
    // The least change, in the metric of the surfaces, that makes the white exact.
    let direction = inverse * whiteVector
    let miss = (SIMD3(1, 1, 1) - free * whiteVector) / (whiteVector * direction).sum()
    let matrix = free + Matrix3x3(rows: direction * miss.x, direction * miss.y, direction * miss.z)
    return .init(
      temperature: try TemperatureAndTint(Chromaticity(light)).temperature,
      matrix: Matrix3x3(diagonal: neutral / neutral.y) * matrix)
  }

  private func vector(_ color: LinearRGB) -> SIMD3<Double> { [color.red, color.green, color.blue] }
}
