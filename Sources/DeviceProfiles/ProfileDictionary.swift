internal import Colorimetry
internal import RawFrames
internal import WhiteBalance

/// A whole device profile as text under keys, as the dictionary of an ICC file holds it. Numbers are the shortest
/// decimals that read back as the same `Double`.
package enum ProfileDictionary {
  package static let version = 1
  /// The prefix of every key. Entries with other keys belong to other programs.
  package static let prefix = "WhiteBalance."

  package static func isOwn(_ key: String) -> Bool { key.utf8.starts(with: prefix.utf8) }

  enum Key {
    static let version = prefix + "Version"
    static let manufacturer = prefix + "Manufacturer"
    static let model = prefix + "Model"
    static let unit = prefix + "Unit"
    static let characterization = prefix + "Characterization"
    static let unitResponse = prefix + "UnitResponse"
    static let balancedLight = prefix + "BalancedLight"
    static let maximumGain = prefix + "MaximumGain"
    static let blackLevels = prefix + "BlackLevels"
    static let whiteLevels = prefix + "WhiteLevels"
    static let blackErrors = prefix + "StandardErrorBlackLevels"
    static let uncertaintyMired = prefix + "StandardErrorMired"
    static let uncertaintyDuv = prefix + "StandardErrorDuv"
    static let uncertaintyOutside = prefix + "StandardErrorsPerMiredOutside"
    static let creationDate = prefix + "CreationDate"
    static let provenance = prefix + "Provenance"
    static let mapGrid = prefix + "WhiteMap.Grid"
    static let mapWarmthCount = prefix + "WhiteMap.WarmthCount"
    static let mapTintCount = prefix + "WhiteMap.TintCount"
    static let mapWarmth = prefix + "WhiteMap.Warmth"
    static let mapTint = prefix + "WhiteMap.Tint"
    static let mapTemperatures = prefix + "WhiteMap.Temperatures"
    static let curvePointCount = prefix + "GainCurve.PointCount"
    static let curvePoints = prefix + "GainCurve.Points"
    static let curveBase = prefix + "GainCurve.Base"
    static let temperaturePointCount = prefix + "TemperatureCurve.PointCount"
    static let temperaturePoints = prefix + "TemperatureCurve.Points"
    static let temperatureColorCount = prefix + "TemperatureCurve.ColorCount"
    static let temperatureColors = prefix + "TemperatureCurve.Colors"
    static func uncertainty(of kind: LightKind) -> String { "\(prefix)StandardErrors.\(kind.rawValue)" }
    static func duvBiases(of kind: LightKind) -> String { "\(prefix)DuvBiases.\(kind.rawValue)" }
    /// The kinds of matrices that a profile has for some lights.
    static let (light, color) = ("Light", "Color")
    static func count(_ kind: String) -> String { "\(prefix)\(kind)Count" }
    static func temperature(_ kind: String, _ number: Int) -> String { "\(prefix)\(kind)\(number).Temperature" }
    static func duv(_ kind: String, _ number: Int) -> String { "\(prefix)\(kind)\(number).Duv" }
    static func matrix(_ kind: String, _ number: Int) -> String { "\(prefix)\(kind)\(number).Matrix" }
  }

  enum Kind: String {
    case matrices
    /// The look-up table is the one in the profile's own tags.
    case table
    /// Matrices, followed by the entries of the map.
    case whiteMap = "white map"
    case gainCurve = "gain curve"
    case temperatureCurve = "temperature curve"
  }

  package static func entries(of profile: DeviceProfile) -> [(key: String, value: String)] {
    var entries = [(key: Key.version, value: String(version))]
    func add(_ key: String, _ value: String?) {
      if let value { entries.append((key, value)) }
    }
    func add(_ key: String, _ numbers: [Double]) {
      entries.append((key, numbers.map(\.description).joined(separator: " ")))
    }
    func add(_ lights: [MatrixCharacterization.CalibratedLight], as kind: String) {
      add(Key.count(kind), String(lights.count))
      for (number, light) in zip(1..., lights) {
        add(Key.temperature(kind, number), [light.temperature])
        if let duv = light.duv { add(Key.duv(kind, number), [duv]) }
        add(Key.matrix(kind, number), light.matrix.entries)
      }
    }
    func add(_ matrices: MatrixCharacterization) {
      add(matrices.lights, as: Key.light)
      add(Key.unitResponse, [matrices.unitResponse.red, matrices.unitResponse.green, matrices.unitResponse.blue])
    }
    add(Key.manufacturer, profile.identity.manufacturer)
    add(Key.model, profile.identity.model)
    add(Key.unit, profile.identity.unit)
    switch profile.characterization {
    case .matrices(let matrices):
      add(Key.characterization, Kind.matrices.rawValue)
      add(matrices)
    case .whiteMap(let characterization):
      let (map, grid) = (characterization.map, characterization.map.grid)
      add(Key.characterization, Kind.whiteMap.rawValue)
      add(characterization.matrices)
      add(Key.mapGrid, [grid.slope, grid.origin.x, grid.origin.y, grid.spacing.x, grid.spacing.y])
      add(Key.mapWarmthCount, String(grid.warmthCount))
      add(Key.mapTintCount, String(grid.tintCount))
      add(Key.mapWarmth, map.warmth)
      add(Key.mapTint, map.tint)
      if let range = characterization.calibratedTemperatures {
        add(Key.mapTemperatures, [range.lowerBound, range.upperBound])
      }
      if let colors = characterization.colors { add(colors.lights, as: Key.color) }
    case .gainCurve(let curve):
      add(Key.characterization, Kind.gainCurve.rawValue)
      add(Key.curvePointCount, String(curve.points.count))
      add(Key.curvePoints, curve.points.flatMap { [$0.temperature, $0.duv, $0.redRatio, $0.blueRatio] })
      add(Key.curveBase, curve.base.entries)
    case .temperatureCurve(let curve):
      add(Key.characterization, Kind.temperatureCurve.rawValue)
      add(Key.temperaturePointCount, String(curve.points.count))
      add(Key.temperaturePoints, curve.points.flatMap { [$0.temperature, $0.redRatio, $0.blueRatio] })
      if !curve.colors.isEmpty {
        add(Key.temperatureColorCount, String(curve.colors.count))
        add(Key.temperatureColors, curve.colors.flatMap { [$0.temperature] + $0.matrix.entries })
      }
      let unit = curve.unitResponse
      add(Key.unitResponse, [unit.red, unit.green, unit.blue])
    case .lookUpTable:
      add(Key.characterization, Kind.table.rawValue)
    }
    if let light = profile.balancedLight { add(Key.balancedLight, [light.x, light.y]) }
    add(Key.maximumGain, [profile.gainRange.maximum])
    if let levels = profile.levels {
      add(Key.blackLevels, levels.black.all)
      add(Key.whiteLevels, levels.white.all)
      if levels.blackError.all.contains(where: { $0 != 0 }) { add(Key.blackErrors, levels.blackError.all) }
    }
    if let uncertainty = profile.uncertainty {
      add(Key.uncertaintyMired, [uncertainty.mired])
      add(Key.uncertaintyDuv, [uncertainty.duv])
      let outside = [uncertainty.miredPerMired, uncertainty.duvPerMired]
      if outside != [0, 0] { add(Key.uncertaintyOutside, outside) }
      for kind in LightKind.allCases {
        guard let errors = uncertainty.lights?.kinds[kind] else { continue }
        add(Key.uncertainty(of: kind), errors.numbers)
        if let biases = errors.duvBiases { add(Key.duvBiases(of: kind), biases) }
      }
    }
    add(Key.creationDate, profile.creationDate?.description)
    add(Key.provenance, profile.provenance)
    return entries
  }
}
