internal import Colorimetry
internal import RealModule
public import WhiteBalance

/// The calibration of a device without a profile from gray cards under known lights: its gain curve.
public struct GainCurveCalibration: Hashable, Sendable {
  /// The gain curve.
  public let characterization: GainCurveCharacterization
  /// The uncertainty on lights that the curve was not made from, lamps included.
  public let uncertainty: CharacterizationUncertainty
  /// The warnings about the calibration.
  public let warnings: [CalibrationWarning]

  /// Makes a gain curve from cards.
  ///
  /// - Parameter cards: The readings of the cards, at least one.
  /// - Throws: ``CalibrationError`` where there is no card, a card cannot be used, two lights are too close, or the
  ///   points form no curve.
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

  /// The least distance between neighbouring lights, in mired. An error of 1 % in a gain, or 2 mired, would be almost
  /// half of the difference between closer lights.
  static let leastMired = 5.0

  /// Returns the uncertainty of curves from several lights.
  ///
  /// Over 26 cameras and lamps of IES TM-30, cross-validated with typical cameras that exclude the camera's maker,
  /// cards under A and D65 leave root mean squares of 13 mired and a Duv of 0.004; a card under one of the two leaves
  /// 18 and 0.0046.
  private static func fromLights() throws(WhiteBalanceError) -> CharacterizationUncertainty {
    try CharacterizationUncertainty(mired: 14, duv: 0.004, lights: lights(addingMired: 4, duv: 0.001))
  }

  /// Returns the errors by temperature and kind of light.
  ///
  /// They combine two independent errors: those of matrices on lamps, with temperatures a quarter larger because the
  /// matrices are a typical camera's, and those of the curve itself on black bodies and daylight.
  private static func lights(addingMired mired: Double, duv: Double) throws(WhiteBalanceError) -> LightErrorTable {
    try StudiedLightErrors.matrices.get().scaled(addingMired: mired, duv: duv) { _ in (1.25, 1) }
  }

  private static func fromOneLight() throws(WhiteBalanceError) -> CharacterizationUncertainty {
    try CharacterizationUncertainty(mired: 18, duv: 0.005, lights: lights(addingMired: 12, duv: 0.0035))
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
