import Calibration
import Colorimetry
import SpectralData
import WhiteBalance

extension FuzzedReader {
  static let cgats = FuzzedReader(name: "cgats") { bytes in
    let file = try CGATSFile(fileBytes: bytes)
    for table in file.tables {
      for row in table.rows {
        try hold(row.count == table.fields.count, "a row has \(row.count) values below \(table.fields.count) fields")
      }
    }
    return file
  } use: { file in
    let back = try mustHold("tables that were written cannot be read") {
      try CGATSFile(fileBytes: Array(file.description.utf8))
    }
    let isSame = back.tables.map(\.rows.count) == file.tables.map(\.rows.count)
    try hold(isSame, "tables that were written read back otherwise")
    let table = try ChartTable(file, name: "chart")
    _ = table.hasColor
    try attempt {
      for reading in try table.readings() {
        let response = reading.response
        let isFinite = [response.red, response.green, response.blue].allSatisfy(\.isFinite)
        try hold(isFinite, "patch \(reading.patch) has \(response)")
      }
    }
    _ = try table.reference()
  }

  static let spectralText = FuzzedReader(name: "spectral-text", read: readSpectra, use: checkSpectra)
  static let spectralJSON = FuzzedReader(name: "spectral-json", read: readSpectra, use: checkSpectra)

  @Sendable private static func readSpectra(_ bytes: [UInt8]) -> [UInt8] {
    _ = try? SpectralTable(bytes, of: .power)
    return bytes
  }

  @Sendable private static func checkSpectra(_ bytes: [UInt8]) throws {
    for quantity in [SpectralQuantity.power, .reflectance, .sensitivity] {
      try attempt {
        let table = try SpectralTable(bytes, of: quantity)
        _ = table.coversVisible
        for column in table.columns.prefix(4) {
          try hold(column.distribution.wavelengths == table.wavelengths, "a column has wavelengths of its own")
          try hold(column.distribution.value(at: 555).isFinite, "a spectrum is not finite at 555 nm")
        }
        _ = try table.column("2")
      }
    }
    let sensitivities = try SpectralSensitivities(fileBytes: bytes)
    _ = sensitivities.response(to: flatLight)
  }

  private static let flatLight: SpectralDistribution = {
    guard let light = try? SpectralDistribution(firstWavelength: 380, step: 400, values: [1, 1]) else {
      preconditionFailure("two wavelengths are a spectrum")
    }
    return light
  }()
}
