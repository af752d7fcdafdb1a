public import Calibration
public import Colorimetry
public import Foundation
import SpectralData
public import WhiteBalance

/// Cameras, lamps and surfaces of `Tests/ReferenceData`.
public struct MeasuredData {
  private let folder: URL
  /// 190 of real materials.
  private let reflectances: [SpectralDistribution]

  /// - Parameter repository: the folder that `Tests` is in.
  public init(_ repository: URL) throws {
    folder = repository.appending(path: "Tests/ReferenceData")
    let url = folder.appending(path: "charts/reflectances190_380_780_5.csv")
    reflectances = try SpectralTable([UInt8](Data(contentsOf: url)), of: .reflectance).columns.map(\.distribution)
  }

  /// The cameras with their names, in the order of these.
  public func cameras() throws -> [(name: String, sensitivities: SpectralSensitivities)] {
    try FileManager.default.contentsOfDirectory(at: folder.appending(path: "cameras"), includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { url in
        let name = url.lastPathComponent.replacing("_380_780_5.json", with: "").replacing("_", with: " ")
        return (name, try SpectralSensitivities(fileBytes: [UInt8](Data(contentsOf: url))))
      }
  }

  /// The lamps of the repository, or of the table that the environment's `WHITEBALANCE_LAMPS` names.
  public func spectra() throws -> [(name: String, spectrum: SpectralDistribution)] {
    let other = ProcessInfo.processInfo.environment["WHITEBALANCE_LAMPS"]
    let url =
      other.map { URL(filePath: $0) } ?? folder.appending(path: "../../Data/colour-science/measured_lamps_5nm.csv")
    let table = try SpectralTable([UInt8](Data(contentsOf: url)), of: .power)
    return table.columns.enumerated().map { ($1.name ?? "\($0 + 1)", $1.distribution) }
  }

  /// The 47 skies of Stanford that the repository has.
  public func skies() throws -> [LightPopulation.Light] {
    let url = folder.appending(path: "lamps/stanford-skies.csv")
    return try SpectralTable([UInt8](Data(contentsOf: url)), of: .power).columns.map {
      try LightPopulation.Light(name: $0.name ?? "", spectrum: $0.distribution)
    }
  }

  /// The lamps to see white by: those with a temperature and a Duv within 0.05.
  public func lamps() throws -> [LightPopulation.Light] {
    try spectra().compactMap { name, spectrum in
      guard let lamp = try? LightPopulation.Light(name: name, spectrum: spectrum) else { return nil }
      return abs(lamp.temperatureAndTint.duv) < 0.05 ? lamp : nil
    }
  }

  /// A matrix as a DNG's profile has it: XYZ to device, least squares over surfaces balanced
  /// for the light, white exact.
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
