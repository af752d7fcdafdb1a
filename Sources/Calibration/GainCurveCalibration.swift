internal import Colorimetry
internal import RealModule
public import WhiteBalance

/// A device without a profile, by gray cards under known lights: its gain curve.
public struct GainCurveCalibration: Hashable, Sendable {
  public let characterization: GainCurveCharacterization
  /// Of lights that the curve was not made from, lamps among them.
  public let uncertainty: CharacterizationUncertainty
  public let warnings: [CalibrationWarning]

  /// - Throws: ``CalibrationError``.
  public init(cards: [CardReading]) throws(CalibrationError) {
    let groups = try CardGroup.groups(cards).sorted { $0.mired < $1.mired }
    for (hotter, colder) in zip(groups, groups.dropFirst()) where colder.mired - hotter.mired < Self.leastMired {
      throw .lightsTooClose(hotter.name, colder.name, mired: colder.mired - hotter.mired)
    }
    do throws(WhiteBalanceError) {
      characterization = try GainCurveCharacterization(points: groups.map(\.point))
      uncertainty = try groups.count == 1 ? Self.fromOneLight() : Self.fromLights()
    } catch {
      throw .characterization(error)
    }
    var warnings = groups.compactMap(\.warning)
    let (low, high) = (groups[groups.count - 1].light, groups[0].light)
    if groups.count == 1 {
      warnings.append(.onePoint(temperature: low.temperatureAndTint.temperature))
    } else if groups[groups.count - 1].mired - groups[0].mired < ChartCalibration.closeMired {
      warnings.append(
        .closeLights(
          low.temperatureAndTint.temperature, high.temperatureAndTint.temperature,
          mired: groups[groups.count - 1].mired - groups[0].mired))
    }
    self.warnings = warnings
  }

  /// Between neighbouring lights: an error of 1 % in a gain, 2 mired, would be half of what a curve tells by them.
  static let leastMired = 5.0

  /// Over 26 cameras, each left out of the typical one with the others of its maker, and lamps of IES TM-30: cards under
  /// A and D65 leave 13 mired and a Duv of 0.004 (root mean squares), a card under one of the two 18 and 0.0046.
  private static func fromLights() throws(WhiteBalanceError) -> CharacterizationUncertainty {
    try CharacterizationUncertainty(mired: 14, duv: 0.004)
  }

  private static func fromOneLight() throws(WhiteBalanceError) -> CharacterizationUncertainty {
    try CharacterizationUncertainty(mired: 18, duv: 0.005)
  }
}

extension CardGroup {
  fileprivate var mired: Double { light.temperatureAndTint.mired }

  fileprivate var point: GainCurveCharacterization.Point {
    GainCurveCharacterization.Point(
      temperature: light.temperatureAndTint.temperature, duv: light.temperatureAndTint.duv,
      redRatio: .exp(ratios.value.x), blueRatio: .exp(ratios.value.y))
  }
}
