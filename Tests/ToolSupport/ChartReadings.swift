internal import Calibration
package import Colorimetry
internal import TestSupport
internal import WhiteBalance

/// The readings of a ColorChecker by the Canon of Data/cameras, in per cent as Argyll writes it.
package func readings(
  _ illuminant: CIEIlluminant, scale: Double = 90, change: (inout [String], inout [[String]]) -> Void = { _, _ in }
) throws -> ScratchFile {
  let sensitivities = try SpectralSensitivities.canon5DMarkII()
  let spectrum = illuminant.distribution
  let white = sensitivities.response(to: spectrum)
  let factor = scale / max(white.red, white.green, white.blue)
  var fields = ["SAMPLE_ID", "RGB_R", "RGB_G", "RGB_B"]
  var rows = ChartReference.colorChecker24.patches.map { patch in
    guard case .reflectance(let reflectance) = patch.color else { return [patch.name] }
    let response = sensitivities.response(to: spectrum, reflectance: reflectance)
    return [patch.name] + [response.red, response.green, response.blue].map { "\(factor * $0)" }
  }
  change(&fields, &rows)
  let table = CGATSFile.Table(type: "CTI3", keywords: ["DEVICE_CLASS": "INPUT"], fields: fields, rows: rows)
  return try ScratchFile(Array(CGATSFile(tables: [table]).description.utf8))
}
