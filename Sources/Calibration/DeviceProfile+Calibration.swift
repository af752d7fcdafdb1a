public import DeviceProfiles
internal import NumericalMethods
public import RawFrames
public import WhiteBalance

/// Profiles from calibrations. Their provenance states how they were made.
extension DeviceProfile {
  /// Creates the profile of a device that had none from its gray cards.
  ///
  ///     let calibration = try GainCurveCalibration(cards: cards)
  ///     let profile = DeviceProfile(calibration, by: cards, identity: identity, program: "my app")
  ///
  /// - Parameters:
  ///   - calibration: The gain curve of the cards.
  ///   - cards: The cards.
  ///   - identity: The device.
  ///   - levels: The black and white levels of its frames, or `nil` where they are not known.
  ///   - program: The program that calibrates, for the provenance.
  public init(
    _ calibration: GainCurveCalibration, by cards: [CardReading], identity: DeviceIdentity,
    levels: SampleLevels? = nil, program: String
  ) {
    self.init(
      identity: identity, characterization: .gainCurve(calibration.characterization), levels: levels,
      uncertainty: calibration.uncertainty,
      provenance: "\(program): a gain curve by gray cards under \(cards.lightNames)")
  }

  /// Creates the profile of a device from its charts.
  ///
  /// - Parameters:
  ///   - calibration: The calibration by the charts.
  ///   - charts: The fits of the charts, each with the name of its reference.
  ///   - identity: The device.
  ///   - levels: The levels of its frames, where they are known.
  ///   - program: The program that calibrates, for the provenance.
  /// - Throws: ``CalibrationError/refused(_:)`` where the calibration has refusals.
  public init(
    _ calibration: ChartCalibration, by charts: [(reference: String, fit: ChartFit)], identity: DeviceIdentity,
    levels: SampleLevels? = nil, program: String
  ) throws(CalibrationError) {
    guard calibration.refusals.isEmpty else { throw .refused(calibration.refusals) }
    self.init(evenIfRefused: calibration, by: charts, identity: identity, levels: levels, program: program)
  }

  /// Creates the profile of a device from its charts, to be shown beside the refusals.
  package init(
    evenIfRefused calibration: ChartCalibration, by charts: [(reference: String, fit: ChartFit)],
    identity: DeviceIdentity, levels: SampleLevels?, program: String
  ) {
    let made = charts.map { reference, fit in
      "\(reference) under \(fit.light.name), \(fit.patches.count) patches, mean CIEDE2000 "
        + fit.meanAfter.fixed(decimals: 2)
    }
    self.init(
      identity: identity, characterization: .matrices(calibration.characterization), levels: levels,
      uncertainty: calibration.uncertainty, provenance: "\(program): \(made.joined(separator: "; "))")
  }

  /// Creates the profile of a device from its spectral sensitivities. It takes as long as ten calibrations.
  ///
  ///     let calibration = try WhiteMapCalibration(sensitivities, lights: .standard())
  ///     let profile = try DeviceProfile(
  ///       calibration, of: sensitivities, lamps: "the CIE", identity: DeviceIdentity(model: "Camera"), program: "my app")
  ///
  /// - Parameters:
  ///   - calibration: The white map that was learnt.
  ///   - sensitivities: The sensitivities from which it was learnt.
  ///   - lamps: Whose lamps the map was learnt from, for the provenance.
  ///   - identity: The device.
  ///   - program: The program that calibrates, for the provenance.
  /// - Throws: ``SensitivityError`` where a part of the lights does not determine a map, or the errors are not valid.
  public init(
    _ calibration: WhiteMapCalibration, of sensitivities: SpectralSensitivities, lamps: String,
    identity: DeviceIdentity, program: String
  ) throws(SensitivityError) {
    let checks = try calibration.checks()
    self.init(
      calibration, by: checks, lamps: lamps, uncertainty: try calibration.uncertainty(sensitivities, checks),
      identity: identity, program: program)
  }

  /// Creates the profile of a device from its spectral sensitivities, whose map was checked already.
  ///
  /// - Parameters:
  ///   - calibration: The white map that was learnt.
  ///   - checks: The cross-validation of the map.
  ///   - lamps: Whose lamps the map was learnt from, for the provenance.
  ///   - uncertainty: How well the map finds lights, from the same cross-validation.
  ///   - identity: The device.
  ///   - program: The program that calibrates, for the provenance.
  package init(
    _ calibration: WhiteMapCalibration, by checks: [WhiteMapCalibration.Check], lamps: String,
    uncertainty: CharacterizationUncertainty, identity: DeviceIdentity, program: String
  ) {
    let lampCount = checks.count { !$0.light.isReference }
    self.init(
      identity: identity, characterization: .whiteMap(calibration.characterization), uncertainty: uncertainty,
      provenance: "\(program): a white map from spectral sensitivities and \(lampCount) lamps of \(lamps)")
  }

  /// Returns the profile fitted to one unit of its device.
  ///
  ///     let refinement = try UnitRefinement(
  ///       of: profile.characterization, uncertainty: profile.uncertainty, cards: cards)
  ///     let unit = try profile.fitted(by: refinement, cards: cards, program: "my app")
  ///
  /// - Parameters:
  ///   - refinement: The refinement of this profile's characterization.
  ///   - cards: The cards that the refinement is of.
  ///   - program: The program that calibrates, for the provenance.
  /// - Returns: A profile with the refinement's uncertainty, and with the rest of this one.
  /// - Throws: ``CalibrationError/characterization(_:)`` where the unit's response cannot be expressed.
  public func fitted(
    by refinement: UnitRefinement, cards: [CardReading], program: String
  ) throws(CalibrationError) -> DeviceProfile {
    var unit = self
    do throws(WhiteBalanceError) {
      unit.characterization = try characterization.scaled(by: refinement.factors)
    } catch { throw .characterization(error) }
    unit.uncertainty = refinement.uncertainty
    unit.provenance += "; \(program): fitted to a unit by gray cards under \(cards.lightNames)"
    return unit
  }
}

extension [CardReading] {
  fileprivate var lightNames: String { map(\.light.name).joined(separator: ", ") }
}
