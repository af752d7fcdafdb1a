import Colorimetry
package import DeviceProfiles
import Foundation
import GrayCard
import RawFrames
import WhiteBalance

/// A profile as `profile show` prints it.
package struct ShownProfile: Encodable {
  struct CalibratedLight: Encodable {
    var temperature: Double
    /// The Duv; absent where it is not known.
    var duv: Double?
    /// The matrix from CIE XYZ to the device, row by row.
    var matrix: [Double]

    /// The number of decimals in the text, with which the largest entry has six digits.
    fileprivate var decimals: Int {
      let largest = matrix.map(abs).max() ?? 1
      return max(0, min(9, 5 - Int(log10(max(largest, 1e-9)).rounded(.down))))
    }
  }
  struct CurvePoint: Encodable { var temperature, duv, redRatio, blueRatio: Double }
  struct Levels: Encodable { var red, greenOnRedRow, greenOnBlueRow, blue: Double }
  /// The known facts about a look-up table.
  struct Table: Encodable {
    /// The lowest and the highest temperature of the black bodies whose neutral the table holds, in kelvin; absent
    /// without any.
    var blackBodies: [Double]?
  }
  /// The light that the RGB is balanced for.
  struct Light: Encodable {
    var chromaticity: Report.XY
    /// The temperature and Duv; absent where the light has none.
    var temperature, duv: Double?
  }

  var manufacturer: String?
  var model: String
  var unit: String?
  /// The kind of characterization, as `CharacterizationKind` names it.
  var characterization: String
  /// The light that the RGB is balanced for; absent where the RGB is raw.
  var balancedFor: Light?
  var lights: [CalibratedLight]?
  var table: Table?
  var points: [CurvePoint]?
  var unitResponse: Report.RGB?
  var maxGain: Double
  var black, white: Levels?
  /// The standard error of the black level; absent where it is 0.
  var blackError: Levels?
  var uncertainty: UncertaintyReport?
  var created: String?
  var provenance: String
  var warnings: [Note]

  package init(_ profile: DeviceProfile) {
    manufacturer = profile.identity.manufacturer
    model = profile.identity.model
    unit = profile.identity.unit
    characterization = profile.characterization.kindName
    if case .gainCurve(let curve) = profile.characterization {
      points = curve.points.map {
        CurvePoint(
          temperature: $0.temperature, duv: $0.duv, redRatio: $0.redRatio, blueRatio: $0.blueRatio)
      }
    }
    if case .lookUpTable(let lookUp) = profile.characterization { table = Table(lookUp) }
    let matrices = profile.characterization.colors
    lights = matrices?.lights.map {
      CalibratedLight(temperature: $0.temperature, duv: $0.duv, matrix: $0.matrix.entries)
    }
    unitResponse = matrices.map { Report.RGB($0.unitResponse) }
    maxGain = profile.gainRange.maximum
    black = profile.levels.map { Levels($0.black) }
    white = profile.levels.map { Levels($0.white) }
    blackError = profile.levels.flatMap { $0.blackError.all.contains { $0 > 0 } ? Levels($0.blackError) : nil }
    uncertainty = profile.uncertainty.map(UncertaintyReport.init)
    balancedFor = profile.balancedLight.map(Light.init)
    warnings = [Note(balanceOf: profile)].compactMap(\.self)
    created = profile.creationDate.map(\.description)
    provenance = profile.provenance
  }

  package var text: String {
    var top: [LabelledLine] = [
      ("device", "\(DeviceIdentity(manufacturer: manufacturer, model: model, unit: unit))"),
      ("response", characterization),
    ]
    if let balancedFor { top.append(("balanced for", balancedFor.text)) }
    if let table { top.append(("reaches", table.text)) }
    var numbers: [String] = []
    for light in lights ?? [] {
      let duv = light.duv.map { ", Duv \(fixed($0, 5))" } ?? ""
      numbers.append("  at \(fixed(light.temperature, 0)) K\(duv), XYZ to device")
      for row in 0..<3 {
        let entries = light.matrix[3 * row..<3 * row + 3].map { fixed($0, light.decimals) }
        numbers.append("    " + entries.map { String(repeating: " ", count: max(2, 11 - $0.count)) + $0 }.joined())
      }
    }
    for point in points ?? [] {
      numbers.append(
        "  at \(fixed(point.temperature, 0)) K, Duv \(fixed(point.duv, 5)): R/G \(fixed(point.redRatio, 5)), B/G "
          + fixed(point.blueRatio, 5))
    }
    var lines: [LabelledLine] = []
    if let unitResponse, unitResponse.red != 1 || unitResponse.green != 1 || unitResponse.blue != 1 {
      lines.append(("this unit", channels(unitResponse)))
    }
    lines.append(("gains", "1 to \(level([maxGain]))"))
    if let black, let white {
      lines.append(("black level", level(black.all, errors: blackError?.all)))
      lines.append(("white level", white.text))
    }
    lines.append(("uncertainty", uncertainty?.text ?? "not stated"))
    if let created { lines.append(("created", created)) }
    lines.append(("provenance", provenance))
    lines += warnings.map { ("warning", $0.message) }
    return ([labelled(top)] + numbers + [labelled(lines)]).joined(separator: "\n")
  }
}

extension ShownProfile.Light {
  init(_ light: Chromaticity) {
    let place = try? TemperatureAndTint(light)
    self.init(chromaticity: Report.XY(light), temperature: place?.temperature, duv: place?.duv)
  }

  fileprivate var text: String {
    let place = temperature.flatMap { kelvin in duv.map { ", \(fixed(kelvin, 0)) K, Duv \(fixed($0, 4))" } } ?? ""
    return "x, y \(fixed(chromaticity.x, 4)), \(fixed(chromaticity.y, 4))" + place
  }
}

extension ShownProfile.Table {
  init(_ table: LookUpTableCharacterization) {
    let reached = stride(from: Self.mired.lowerBound, through: Self.mired.upperBound, by: Self.step).filter { mired in
      guard let light = try? Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: 0)) else { return false }
      return (try? table.response(to: light)) != nil
    }
    blackBodies = reached.first.flatMap { first in reached.last.map { [1e6 / $0, 1e6 / first] } }
  }

  /// The range of temperatures in mired, from 25 000 K (a blue sky) to 1667 K (a candle).
  private static let mired = 40.0...600.0
  private static let step = 20.0

  fileprivate var text: String {
    guard let blackBodies else { return "no black body of 1667 to 25000 K" }
    let isCut = blackBodies[0] > 1e6 / Self.mired.upperBound || blackBodies[1] < 1e6 / Self.mired.lowerBound
    return "black bodies of \(fixed(blackBodies[0], 0)) to \(fixed(blackBodies[1], 0)) K"
      + (isCut ? "; of others it holds no neutral" : ", and perhaps beyond")
  }
}

extension ShownProfile.Levels {
  init(_ values: BayerValues<Double>) {
    self.init(
      red: values.red, greenOnRedRow: values.greenOnRedRow, greenOnBlueRow: values.greenOnBlueRow, blue: values.blue)
  }

  var all: [Double] { [red, greenOnRedRow, greenOnBlueRow, blue] }

  var text: String { level(all) }
}
