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
  /// - Throws: ``CalibrationError`` where there is no card, a card cannot be used, cards of one light differ by too
  ///   much, two lights are too close or exchanged or cannot both be right, or the points form no curve.
  public init(cards: [CardReading]) throws(CalibrationError) {
    let groups = try CardGroup.groups(cards).sorted { $0.mired < $1.mired }
    for (hotter, colder) in zip(groups, groups.dropFirst()) where colder.mired - hotter.mired < Self.leastMired {
      throw .lightsTooClose(hotter.name, colder.name, mired: colder.mired - hotter.mired)
    }
    let span = (groups.last?.mired ?? 0) - (groups.first?.mired ?? 0)
    let unusual = Self.unusualWhites(groups)
    let pairs = Self.pairs(of: groups)
    let doubt = Self.doubt(pairs)
    do throws(WhiteBalanceError) {
      characterization = try GainCurveCharacterization(points: groups.map(\.point))
      var own = try Self.errors(of: groups, on: characterization)
      // Cards under close lights do not say whether the camera is unusual or the lights are wrong.
      if unusual.count == groups.count, span < ChartCalibration.closeMired {
        own.mired = .hypot(own.mired, unusual.map { abs($0.mired) }.min() ?? 0)
      }
      own.mired = .hypot(own.mired, doubt?.mired ?? 0)
      uncertainty = try Self.uncertainty(
        of: groups, adding: own, widestGap: zip(groups, groups.dropFirst()).map { $1.mired - $0.mired }.max() ?? 0)
    } catch {
      if case .invalidCharacterization(.curveNotMonotone(let hotter, let colder)) = error {
        if let names = Self.exchanged(groups) { throw .exchangedLights(names.0, names.1) }
        try Self.checkAgreement(pairs)
        let pair = [hotter, colder].compactMap { point in groups.first { $0.point == point } }
        // The curve may also turn back between two cards that are in order themselves.
        if pair.count == 2, !(pair[0].redOverBlue < pair[1].redOverBlue) {
          throw .lightsOutOfOrder(
            hotter: pair[0].name, pair[0].redOverBlue, colder: pair[1].name, pair[1].redOverBlue)
        }
      }
      throw .characterization(error)
    }
    try Self.checkAgreement(pairs)
    var warnings = groups.compactMap(\.warning)
    warnings += unusual.map { .unusualWhite(mired: $0.mired, limit: $0.limit, card: $0.card) }
    if let doubt { warnings.append(.lightsDisagree(mired: doubt.mired, limit: Self.disagreement, names: doubt.names)) }
    let (low, high) = (groups[groups.count - 1].light, groups[0].light)
    if groups.count == 1 {
      warnings.append(.onePoint(temperature: low.temperatureAndTint.temperature))
    } else if span < ChartCalibration.closeMired {
      warnings.append(
        .closeLights(low.temperatureAndTint.temperature, high.temperatureAndTint.temperature, mired: span))
    }
    self.warnings = warnings
  }

  /// The least distance between neighbouring lights, in mired. An error of 1 % in a gain, or 2 mired, would be almost
  /// half of the difference between closer lights.
  static let leastMired = 5.0

  // MARK: - The errors

  /// Errors in mired and Duv.
  private typealias Errors = (mired: Double, duv: Double)

  /// Returns the largest errors that the cards' own errors cause in the light that is found.
  private static func errors(
    of groups: [CardGroup], on curve: GainCurveCharacterization
  ) throws(WhiteBalanceError) -> Errors {
    var errors: [Errors] = []
    for group in groups {
      errors.append(try RatioSlopes(of: curve, at: group.light.temperatureAndTint).errors(group.ratios.covariance))
    }
    return RatioSlopes.worst(errors)
  }

  /// Returns the uncertainty on any light, and by temperature and kind of light.
  ///
  /// The latter combines independent errors: those of matrices on lamps, those of the curve itself on black bodies and
  /// daylight, and the cards' own. The first have errors of temperature that are multiplied by 1.25, because the
  /// matrices are a typical camera's. A curve is exact for the lights of its cards, as a matrix is for the light of its
  /// chart, so lamps among them add the errors of their kinds by the same rule.
  ///
  /// - Parameter widestGap: The largest distance between neighbouring cards, in mired.
  private static func uncertainty(
    of groups: [CardGroup], adding own: Errors, widestGap: Double
  ) throws(WhiteBalanceError) -> CharacterizationUncertainty {
    let part = Double.pow(max(widestGap / studiedGap, 1), gapExponent)
    let ofLights = try LightErrorsOfCharts(lights: groups.map { ($0.mired, LightErrorsOfCharts.kind(of: $0.light)) })
    let lights = try ofLights.table().scaled(
      addingMired: .hypot(part * between.mired, own.mired), duv: .hypot(part * between.duv, own.duv)
    ) { _ in typicalCamera }
    return try CharacterizationUncertainty(
      mired: .hypot(.hypot(lamps.mired, own.mired), ofLights.addedMired), duv: .hypot(lamps.duv, own.duv),
      miredPerMired: growth.mired, duvPerMired: growth.duv, lights: lights)
  }

  /// The errors of a curve on lamps, on black bodies between its lights, and for each mired outside of them.
  ///
  /// They are root mean squares over 26 cameras, cross-validated with typical cameras that exclude the camera's maker.
  /// Outside of its lights a curve is that of the nearest one alone, so the growth is the same for curves of one light
  /// and of several, whatever they span. See Docs/Methods/GainCurve.md.
  private static let lamps: Errors = (14, 0.004)
  private static let between: Errors = (2, 0.001)
  private static let growth: Errors = (0.09, 2.5e-5)
  /// The factors from the errors of matrices of a camera itself to those of a typical camera's matrices. Larger ones
  /// state larger errors on lamps than curves have.
  private static let typicalCamera: Errors = (1.25, 1)
  /// The gap between neighbouring lights for which ``between`` was studied, in mired (A to D65), and the power of the
  /// gap with which the errors grow beyond it.
  private static let (studiedGap, gapExponent) = (196.0, 1.5)

  // MARK: - Lights that are not those of the cards

  /// Returns the names of two cards that do not fit their own lights and fit each other's; `nil` where there are none.
  private static func exchanged(_ groups: [CardGroup]) -> (String, String)? {
    for second in groups.indices {
      for first in 0..<second {
        let (one, other) = (groups[first], groups[second])
        if one.disagreement(with: other) > disagreement,
          one.under(other.light).disagreement(with: other.under(one.light)) <= disagreement
        {
          return (one.name, other.name)
        }
      }
    }
    return nil
  }

  /// Returns the cards whose white other cameras have under another light, each with the distance of that light in
  /// mired.
  private static func unusualWhites(_ groups: [CardGroup]) -> [(card: String, mired: Double, limit: Double)] {
    let limit = CalibrationLimits().unusualWhiteWarning
    return groups.map { ($0.name, TypicalWhitePoint.mired($0.neutral) - $0.mired, limit) }.filter { abs($0.1) > limit }
  }

  /// Two cards, the distance of one's light from where the curve of the other finds it, and that of their lights, in
  /// mired.
  private struct Pair {
    let names: [String]
    let mired, gap: Double

    /// The distance beyond which the two lights cannot both be right.
    var limit: Double {
      max(GainCurveCalibration.largestDisagreement, GainCurveCalibration.largestShareOfGap * gap)
    }
  }

  private static func pairs(of groups: [CardGroup]) -> [Pair] {
    groups.indices.flatMap { first in
      groups[(first + 1)...].map { other in
        let one = groups[first]
        return Pair(
          names: [one.name, other.name], mired: one.disagreement(with: other), gap: abs(one.mired - other.mired))
      }
    }
  }

  /// Returns two cards whose lights are unlikely to be both right. Nothing tells which light is wrong, so their
  /// distance is an error of every light that the curve finds.
  private static func doubt(_ pairs: [Pair]) -> Pair? {
    pairs.max { $0.mired < $1.mired }.flatMap { $0.mired > disagreement ? $0 : nil }
  }

  /// Throws where the lights of two cards cannot both be right.
  private static func checkAgreement(_ pairs: [Pair]) throws(CalibrationError) {
    let worst = pairs.max { $0.mired - $0.limit < $1.mired - $1.limit }
    guard let worst, worst.mired > worst.limit else { return }
    throw .lightsDisagree(worst.names[0], worst.names[1], mired: worst.mired, limit: worst.limit)
  }

  /// The largest distance, in mired, between a card's light and where the curve of another card alone finds it. On 25
  /// of 26 cameras, a curve from A alone finds D65 within this distance. It finds 98 % of the CIE's lamps within it.
  static let disagreement = 40.0
  /// The distance, in mired, beyond which two lights cannot both be right, and its share of the gap between lights that
  /// are far apart. On 26 cameras, no pair of correctly stated lights, black bodies or lamps, is farther apart.
  static let largestDisagreement = 85.0
  static let largestShareOfGap = 0.5
}

extension CardGroup {
  fileprivate var mired: Double { light.temperatureAndTint.mired }

  fileprivate var redOverBlue: Double { neutral.red / neutral.blue }

  fileprivate var neutral: LinearRGB { LinearRGB(logRatios: ratios.value) }

  fileprivate var point: GainCurveCharacterization.Point {
    GainCurveCharacterization.Point(
      temperature: light.temperatureAndTint.temperature, duv: light.temperatureAndTint.duv, redRatio: neutral.red,
      blueRatio: neutral.blue)
  }

  /// Returns the same cards under another light.
  fileprivate func under(_ light: CalibrationLight) -> CardGroup {
    CardGroup(light: light, names: names, ratios: ratios, warning: warning)
  }

  /// Returns the largest distance, in mired, between the light of a group and where the curve of the other group alone
  /// finds it. Curves that find none do not count.
  fileprivate func disagreement(with other: CardGroup) -> Double {
    [(self, other), (other, self)].map { known, sought in
      let curve = try? GainCurveCharacterization(points: [known.point])
      let found = try? curve?.light(forNeutral: sought.neutral).temperatureAndTint
      return found.map { abs($0.mired - sought.mired) } ?? 0
    }.max() ?? 0
  }
}
