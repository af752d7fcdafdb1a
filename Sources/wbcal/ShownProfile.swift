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
      lines.append("  at \(light.temperature) K, XYZ to device")
      for row in 0..<3 {
        lines.append("    " + light.matrix[3 * row..<3 * row + 3].map { "\($0)" }.joined(separator: "  "))
      }
    }
    for point in points ?? [] {
      lines.append(
        "  at \(point.temperature) K, Duv \(point.duv): R/G \(point.redRatio), B/G \(point.blueRatio)")
    }
    if let unitResponse, unitResponse.red != 1 || unitResponse.green != 1 || unitResponse.blue != 1 {
      lines.append("this unit     red \(unitResponse.red)  green \(unitResponse.green)  blue \(unitResponse.blue)")
    }
    lines.append("gains         1 to \(maxGain)")
    if let black, let white {
      lines.append("black level   \(black.text)")
      lines.append("white level   \(white.text)")
    }
    if let uncertainty {
      lines.append("uncertainty   \(uncertainty.mired) mired, Duv \(uncertainty.duv), one standard error")
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
    let all = [red, greenOnRedRow, greenOnBlueRow, blue]
    return Set(all).count == 1 ? "\(red)" : "red \(red)  green \(greenOnRedRow), \(greenOnBlueRow)  blue \(blue)"
  }
}
