internal import Colorimetry
internal import RealModule
public import WhiteBalance

/// The factors by which the channels of one unit differ from those of the device that a profile describes, from gray
/// cards under known lights.
///
/// They are a weighted least-squares fit of ln R/G and ln B/G. The error of a card combines its own with the profile's
/// on the card's light. Only where both are stated can the cards show whether the profile fits.
public struct UnitRefinement: Hashable, Sendable {
  /// The remaining error at one light.
  public struct Residual: Hashable, Sendable {
    /// The names of the cards under the light.
    public let cards: [String]
    /// The light that was stated.
    public let light: CalibrationLight
    /// The light that the refined profile finds minus the stated one, in mired and in Duv.
    public let mired, duv: Double
    /// The correction that was added to the Duv that was found: minus the profile's mean error on lights of this kind.
    public let duvCorrection: Double
    /// The largest error that a right light of this kind may have, in mired and in Duv.
    fileprivate let largestMired, largestDuv: Double

    /// Whether the light is farther off than the lights of charts of one camera may be, and than this kind may be.
    fileprivate var isFar: Bool { !(abs(mired) <= max(CalibrationLimits().lightsDisagree, largestMired)) }
  }

  /// The responses of this unit's channels relative to the base's; green is 1.
  public let factors: LinearRGB
  /// The relative standard errors of the factors; 0 for green.
  public let standardError: LinearRGB
  /// The remaining error at each light.
  public let residuals: [Residual]
  /// The uncertainty of the refined profile on lights that it has not seen.
  public let uncertainty: CharacterizationUncertainty
  /// The sum of squares of the remaining errors, in standard errors; 0 for lights on which the base errs alike, such as
  /// a single one.
  public let chiSquare: Double
  /// The degrees of freedom of ``chiSquare``.
  package let degreesOfFreedom: Int
  /// The warnings about the refinement.
  public let warnings: [CalibrationWarning]

  /// Fits the factors of a unit to readings of cards.
  ///
  /// - Parameters:
  ///   - base: The characterization of another unit of the device, or of this one at another time.
  ///   - stated: The uncertainty that the base states; `nil` assumes that of matrices on lamps.
  ///   - cards: The readings of the cards, at least one.
  /// - Throws: ``CalibrationError`` where there is no card, a card cannot be used or shows another light than stated,
  ///   or the unit is too different from the base.
  public init(
    of base: some DeviceCharacterization, uncertainty stated: CharacterizationUncertainty?, cards: [CardReading]
  ) throws(CalibrationError) {
    do throws(CalibrationError) {
      try self.init(fitting: base, uncertainty: stated, cards: cards)
    } catch {
      guard error.isOfWrongLight, let names = Self.exchanged(base, stated, cards) else { throw error }
      throw .exchangedLights(names.0, names.1)
    }
  }

  /// Returns the names of two cards that fit after exchanging their lights; `nil` where there are none.
  private static func exchanged(
    _ base: some DeviceCharacterization, _ stated: CharacterizationUncertainty?, _ cards: [CardReading]
  ) -> (String, String)? {
    guard let groups = try? CardGroup.groups(cards), groups.count <= mostExchanged else { return nil }
    for first in groups.indices {
      for second in groups.indices where second > first {
        let lights = (groups[first].light, groups[second].light)
        let turned = cards.map { card in
          let light =
            card.light.chromaticity == lights.0.chromaticity
            ? lights.1 : card.light.chromaticity == lights.1.chromaticity ? lights.0 : card.light
          return CardReading(name: card.name, light: light, neutral: card.neutral)
        }
        if (try? UnitRefinement(fitting: base, uncertainty: stated, cards: turned)) != nil {
          return (groups[first].name, groups[second].name)
        }
      }
    }
    return nil
  }

  /// The largest number of lights for which exchanges are tried. More would take long, and nobody reads so many cards.
  private static let mostExchanged = 12

  private init(
    fitting base: some DeviceCharacterization, uncertainty stated: CharacterizationUncertainty?, cards: [CardReading]
  ) throws(CalibrationError) {
    let groups = try CardGroup.groups(cards)
    var warnings = groups.compactMap(\.warning)
    let own: CharacterizationUncertainty
    do throws(WhiteBalanceError) {
      own =
        if let stated { stated } else {
          try CharacterizationUncertainty(
            lights: StudiedLightErrors.matrices.get().countingBiases(), miredPerMired: ChartCalibration.miredPerMired,
            duvPerMired: ChartCalibration.duvPerMired)
        }
    } catch { throw .characterization(error) }
    if stated == nil { warnings.append(.assumedUncertainty(own)) }

    var (offsets, slopes): ([Offset], [RatioSlopes]) = ([], [])
    for group in groups {
      do throws(WhiteBalanceError) {
        let kind = group.kind
        let best = base.specialized(for: kind)
        let slope = try RatioSlopes(of: best, at: group.light.temperatureAndTint)
        // The light as the base finds it.
        let found = group.light.moved(byDuv: own.duvBias(at: group.light.temperatureAndTint, kind: kind)) ?? group.light
        let errors = own.errors(
          at: found.temperatureAndTint, kind: kind,
          miredOutside: base.miredOutside(group.light.temperatureAndTint) ?? 0)
        slopes.append(slope)
        var ratios = group.ratios
        ratios.value -= try best.response(to: found.chromaticity).logRatios
        offsets.append(
          Offset(
            mired: group.light.temperatureAndTint.mired, kind: kind, ratios: ratios,
            ofBase: try RatioSlopes.covariance(
              of: (errors.mired, errors.duv), on: best, at: group.light.temperatureAndTint)))
      } catch {
        throw .lightNotSeen(card: group.name, error)
      }
    }
    let lights = Self.meansOfLights(offsets)
    let fit = MeasuredRatios.mean(lights)
    factors = LinearRGB(logRatios: fit.mean.value)
    degreesOfFreedom = 2 * (lights.count - 1)
    chiSquare = lights.count > 1 ? fit.chiSquare : 0
    residuals = try Self.residuals(groups, own, base: base, factors: factors)
    let alone = try Self.residuals(groups, own, base: base, factors: LinearRGB(red: 1, green: 1, blue: 1))
    try Self.checkResiduals(residuals, alone: alone)

    // The spread of units, and the errors of the profile and of the cards, together explain a distance.
    let allowed = (fit.mean.covariance + UnitSpread.covariance).inverse
    guard (fit.mean.value * (allowed * fit.mean.value)).sum() <= chiSquareLimit(2) else {
      throw .notThisDevice(factors)
    }
    let difference = Double.exp(max(abs(fit.mean.value.x), abs(fit.mean.value.y)))
    guard !alone.allSatisfy(\.isFar), difference <= Self.largestFactor else {
      throw .notThisDevice(factors)
    }
    if difference > Self.usualFactor {
      warnings.append(.farFromBase(share: difference - 1, limit: Self.usualFactor - 1))
    }
    // Cards that disagree make the factors as unsure as they scatter.
    var covariance = fit.mean.covariance
    if degreesOfFreedom == 0 {
      warnings.append(
        .uncheckedBase(temperature: groups[0].light.temperatureAndTint.temperature, lightCount: groups.count))
    } else if chiSquare > chiSquareLimit(degreesOfFreedom) {
      warnings.append(.cardsDisagree(chiSquare: chiSquare, limit: chiSquareLimit(degreesOfFreedom)))
      covariance = covariance.scaled(by: chiSquare / Double(degreesOfFreedom))
    }
    self.warnings = warnings
    standardError = LinearRGB(red: covariance.red.squareRoot(), green: 0, blue: covariance.blue.squareRoot())
    // The factors' own errors, at the worst of the lights.
    let added = RatioSlopes.worst(slopes.map { $0.errors(covariance) })
    do throws(WhiteBalanceError) {
      uncertainty = try CharacterizationUncertainty(
        mired: .hypot(own.mired, added.mired), duv: .hypot(own.duv, added.duv),
        miredPerMired: own.miredPerMired, duvPerMired: own.duvPerMired,
        lights: own.lights?.scaled(addingMired: added.mired, duv: added.duv) { _ in (1, 1) })
    } catch { throw .characterization(error) }
  }

  /// The log ratios of the cards under a light, relative to what the base expects, and the covariance of the base's
  /// error there.
  private struct Offset {
    let mired: Double
    let kind: LightKind
    let ratios: MeasuredRatios
    let ofBase: RatioCovariance

    /// Whether the base errs alike on two lights: lamps of one kind, and close lights that are no such lamps.
    func isAlike(_ other: Offset) -> Bool {
      [kind, other.kind].contains(where: LightErrorsOfCharts.isOfAlikeLamps)
        ? kind == other.kind : abs(mired - other.mired) < ChartCalibration.closeMired
    }
  }

  /// Returns one mean offset for each group of lights on which the base errs alike.
  ///
  /// The base's error is the same for all cards of a group, so averaging does not reduce it. The mean of its
  /// covariances is added to that of the cards. A light on which the base errs more than twice as much as on the best
  /// light of its group is not used, because it would make the mean less certain.
  private static func meansOfLights(_ offsets: [Offset]) -> [MeasuredRatios] {
    var lights: [[Offset]] = []
    for offset in offsets.sorted(by: { $0.mired < $1.mired }) {
      if let index = lights.firstIndex(where: { $0[0].isAlike(offset) }) {
        lights[index].append(offset)
      } else {
        lights.append([offset])
      }
    }
    return lights.map { alike in
      let least = alike.map(\.ofBase.trace).min() ?? 0
      // The traces are of variances.
      let close = alike.filter { !($0.ofBase.trace > 4 * least) }
      var mean = MeasuredRatios.mean(close.map(\.ratios)).mean
      mean.own = mean.own + close.map(\.ofBase).reduce(.zero, +).scaled(by: 1 / Double(close.count))
      return mean
    }
  }

  /// The largest factor between units of one model without a warning: almost twice the largest of ``UnitSpread``'s
  /// pairs.
  private static let usualFactor = 1.1

  /// The largest factor between units of one model: four times the largest of ``UnitSpread``'s pairs. A wrong light
  /// makes larger ones, whatever error is stated for it.
  private static let largestFactor = 1.25

  /// Returns the errors of the lights that the refined device finds: the base, for the neutral with the factors divided
  /// out, without its mean error of Duv on lights of the kind.
  private static func residuals(
    _ groups: [CardGroup], _ own: CharacterizationUncertainty, base: some DeviceCharacterization, factors: LinearRGB
  ) throws(CalibrationError) -> [Residual] {
    var residuals: [Residual] = []
    for group in groups {
      let neutral = LinearRGB(LinearRGB(logRatios: group.ratios.value).vector / factors.vector)
      let truth = group.light.temperatureAndTint
      let kind = group.kind
      let found: TemperatureAndTint?
      do throws(WhiteBalanceError) {
        found = try base.specialized(for: kind).light(forNeutral: neutral).temperatureAndTint
      } catch {
        throw .lightNotSeen(card: group.name, error)
      }
      guard let found else { throw .noLight(card: group.name, light: group.light.name) }
      let stated = own.errors(at: found, kind: kind, miredOutside: base.miredOutside(found) ?? 0)
      // A light of unknown kind may be an odd lamp, so its stated errors are large. A wrong light could pass within
      // them, so they are not used.
      let reach = kind == .any ? 0 : reachOfKind
      residuals.append(
        Residual(
          cards: group.names, light: group.light, mired: found.mired - truth.mired,
          duv: found.duv - stated.duvBias - truth.duv, duvCorrection: stated.duvBias == 0 ? 0 : -stated.duvBias,
          largestMired: max(largestMired, reach * stated.mired), largestDuv: max(largestDuv, reach * stated.duv)))
    }
    return residuals
  }

  /// Throws where an error is larger than that of any profile.
  ///
  /// With two cards, the fit spreads one wrong light's error over both, so the card that is farther off by the base
  /// alone is named. With more cards, the correct ones dominate the fit, so the card farthest from the fit is named. A
  /// light that the base finds far off is wrong if the base finds another one near, and the cards do not agree on the
  /// factors. If it finds none near, the device is another one.
  private static func checkResiduals(_ residuals: [Residual], alone: [Residual]) throws(CalibrationError) {
    func size(_ residual: Residual) -> Double {
      max(abs(residual.mired) / residual.largestMired, abs(residual.duv) / residual.largestDuv)
    }
    func largest(_ residuals: [Residual]) -> Residual? { residuals.max { size($0) < size($1) } }
    let far = alone.filter(\.isFar)
    let worst: Residual
    if let fitted = largest(residuals), !(size(fitted) <= 1) {
      worst = alone.count == 2 ? largest(alone) ?? fitted : fitted
    } else if let farthest = largest(far), far.count < alone.count {
      // Factors that explain nearly all of the distances are those of a unit, and no light is wrong.
      guard residuals.contains(where: { size($0) > largestShareLeft * size(farthest) }) else { return }
      worst = farthest
    } else {
      return
    }
    throw .wrongLight(
      card: worst.cards.joined(separator: ", "), light: worst.light.name, mired: worst.mired, duv: worst.duv)
  }

  /// The largest share of a light's distance that may remain after the factors of the unit are applied, if these
  /// explain the distance. A wrong light beside a right one keeps half of its distance, because the factors are between
  /// both.
  private static let largestShareLeft = 0.25
  /// The errors of a known kind of lamp within which its light may be right. Lamps of red, green and blue LEDs have
  /// errors of 16 to 23 mired (``StudiedLightErrors``).
  private static let reachOfKind = 3.0
  /// The largest errors in mired and Duv of lamps on which the profile errs less: three times the first and four times
  /// the second of `ChartCalibration.lampMired` and `lampDuv`.
  private static let largestMired = 30.0
  private static let largestDuv = 0.015
}

extension CardGroup {
  /// The kind of the cards' light.
  fileprivate var kind: LightKind { LightErrorsOfCharts.kind(of: light) }
}
