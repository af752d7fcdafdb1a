import Colorimetry
import DeviceProfiles
import RawFrames
import WhiteBalance

/// A profile as `profile show` prints it.
struct ShownProfile: Encodable {
  struct CalibratedLight: Encodable {
    var temperature: Double
    /// CIE XYZ to device, row by row.
    var matrix: [Double]
  }
  struct CurvePoint: Encodable { var temperature, duv, redRatio, blueRatio: Double }
  struct Levels: Encodable { var red, greenOnRedRow, greenOnBlueRow, blue: Double }
  struct Uncertainty: Encodable { var mired, duv: Double }

  var manufacturer: String?
  var model: String
  var unit: String?
  /// `matrices`, `white map`, `gain curve` or `look-up table`.
  var characterization: String
  var lights: [CalibratedLight]?
  var points: [CurvePoint]?
  var unitResponse: Report.RGB?
  var maxGain: Double
  var black, white: Levels?
  var uncertainty: Uncertainty?
  var created: String?
  var provenance: String

  init(_ profile: DeviceProfile) {
    manufacturer = profile.identity.manufacturer
    model = profile.identity.model
    unit = profile.identity.unit
    let matrices: MatrixCharacterization?
    switch profile.characterization {
    case .matrices(let own): (characterization, matrices) = ("matrices", own)
    case .whiteMap(let map): (characterization, matrices) = ("white map", map.matrices)
    case .gainCurve(let curve):
      (characterization, matrices) = ("gain curve", nil)
      points = curve.points.map {
        CurvePoint(
          temperature: $0.temperature, duv: $0.duv, redRatio: $0.redRatio, blueRatio: $0.blueRatio)
      }
    case .lookUpTable: (characterization, matrices) = ("look-up table", nil)
    }
    lights = matrices?.lights.map { CalibratedLight(temperature: $0.temperature, matrix: $0.matrix.entries) }
    unitResponse = matrices.map { Report.RGB($0.unitResponse) }
    maxGain = profile.gainRange.maximum
    black = profile.levels.map { Levels($0.black) }
    white = profile.levels.map { Levels($0.white) }
    uncertainty = profile.uncertainty.map { Uncertainty(mired: $0.mired, duv: $0.duv) }
    created = profile.creationDate.map(\.description)
    provenance = profile.provenance
  }

  var text: String {
    var lines = [
      "device        " + [manufacturer, model, unit.map { "unit \($0)" }].compactMap(\.self).joined(separator: " ")
    ]
    lines.append("response      \(characterization)")
    for light in lights ?? [] {
      lines.append("  at \(fixed(light.temperature, 0)) K, XYZ to device")
      for row in 0..<3 {
        let entries = light.matrix[3 * row..<3 * row + 3].map { fixed($0, 5) }
        lines.append("    " + entries.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }.joined())
      }
    }
    for point in points ?? [] {
      lines.append(
        "  at \(fixed(point.temperature, 0)) K, Duv \(fixed(point.duv, 5)): R/G \(fixed(point.redRatio, 5)), B/G "
          + fixed(point.blueRatio, 5))
    }
    if let unitResponse, unitResponse.red != 1 || unitResponse.green != 1 || unitResponse.blue != 1 {
      lines.append("this unit     \(channels(unitResponse))")
    }
    lines.append("gains         1 to \(level([maxGain]))")
    if let black, let white {
      lines.append("black level   \(black.text)")
      lines.append("white level   \(white.text)")
    }
    if let uncertainty {
      lines.append(
        "uncertainty   \(fixed(uncertainty.mired, 1)) mired, Duv \(fixed(uncertainty.duv, 4)), one standard error")
    }
    if let created { lines.append("created       \(created)") }
    lines.append("provenance    \(provenance)")
    return lines.joined(separator: "\n")
  }
}

extension ShownProfile.Levels {
  fileprivate init(_ values: BayerValues<Double>) {
    self.init(
      red: values.red, greenOnRedRow: values.greenOnRedRow, greenOnBlueRow: values.greenOnBlueRow, blue: values.blue)
  }

  fileprivate var text: String {
    level([red, greenOnRedRow, greenOnBlueRow, blue])
  }
}
