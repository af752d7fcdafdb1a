internal import Colorimetry
internal import RealModule
public import WhiteBalance

/// A device's characterization from charts under one light or several.
public struct ChartCalibration: Hashable, Sendable {
  /// The fits of the lights, by rising temperature.
  public let fits: [ChartFit]
  /// The matrices of the fits.
  public let characterization: MatrixCharacterization
  /// The uncertainty on lights that no chart was read under, lamps included. See Docs/Methods/WhitePreservingFit.md.
  public let uncertainty: CharacterizationUncertainty
  /// The warnings about the lights together. The fits have those about each light.
  public let warnings: [CalibrationWarning]
  /// The reasons not to trust the lights together.
  package let refusalsTogether: [CalibrationRefusal]
  /// The reasons not to trust the calibration: those of the lights together, and those of each fit. No profile is made
  /// of a calibration that has any.
  public var refusals: [CalibrationRefusal] { refusalsTogether + fits.flatMap(\.refusals) }

  /// Combines the fits of several lights.
  ///
  /// - Parameters:
  ///   - fits: One fit for each light, at least one, in any order.
  ///   - limits: The limits for refusals and warnings.
  /// - Throws: ``CalibrationError/characterization(_:)`` where two lights have the same temperature, or their matrices
  ///   cannot be combined.
  public init(_ fits: [ChartFit], limits: CalibrationLimits = CalibrationLimits()) throws(CalibrationError) {
    var judge = FitJudge(limits: limits)
    do throws(WhiteBalanceError) {
      characterization = try MatrixCharacterization(lights: fits.map(\.calibratedLight))
      var lights: [Disagreement] = []
      if fits.count > 1 { for fit in fits { lights.append(try Disagreement(of: fit, among: fits)) } }
      uncertainty = try Self.uncertainty(of: fits, characterization, doubt: judge.doubt(among: lights))
    } catch {
      throw .characterization(error)
    }
    self.fits = fits.sorted { $0.light.temperatureAndTint.temperature < $1.light.temperatureAndTint.temperature }
    let temperatures = self.fits.map(\.light.temperatureAndTint.temperature)
    var warnings: [CalibrationWarning] = []
    if temperatures.count == 1 { warnings.append(.oneLight(temperature: temperatures[0])) }
    for (low, high) in zip(temperatures, temperatures.dropFirst()) {
      let mired = 1e6 / low - 1e6 / high
      if mired < Self.closeMired { warnings.append(.closeLights(low, high, mired: mired)) }
    }
    self.warnings = warnings + judge.warnings
    refusalsTogether = judge.refusals
  }

  /// The least distance of two lights without a warning, in mired: that of 6500 K and 5000 K. Beyond closer lights, an
  /// error of a matrix is more than doubled.
  static let closeMired = 46.0
}

// MARK: - Lights that disagree

extension ChartCalibration {
  /// The distance of a chart's light from the one that the charts under the other lights find.
  struct Disagreement {
    /// The name of the light.
    let light: String
    /// The distance, in mired; infinite where the other charts find no light.
    let mired: Double
    /// The distance that right lights may have, in mired: two of the standard errors that charts under the other lights
    /// state for a light of this kind.
    let explained: Double

    init(light: String, mired: Double, explained: Double) {
      self.light = light
      self.mired = mired
      self.explained = explained
    }

    init(of fit: ChartFit, among fits: [ChartFit]) throws(WhiteBalanceError) {
      let own = fit.light.temperatureAndTint
      let others = fits.filter { $0.light.temperatureAndTint.temperature != own.temperature }
      guard let matrices = try? MatrixCharacterization(lights: others.map(\.calibratedLight)),
        let found = try? matrices.light(forNeutral: fit.neutral).temperatureAndTint
      else {
        self.init(light: fit.light.name, mired: .infinity, explained: 0)
        return
      }
      let stated = try uncertainty(of: others, matrices, doubt: 0)
        .errors(at: own, kind: LightErrorsOfCharts.kind(of: fit.light), miredOutside: matrices.miredOutside(own) ?? 0)
      self.init(light: fit.light.name, mired: abs(found.mired - own.mired), explained: 2 * stated.mired)
    }
  }
}

// MARK: - Uncertainty

extension ChartCalibration {
  /// Returns the uncertainty of matrices on lights that they were not made for, increased where the charts fit worse
  /// than on most cameras and where they were read under lamps, combined with the error of the charts' own whites at the
  /// worst of the lights.
  ///
  /// - Parameter doubt: The part of the lights' disagreement that their errors do not explain, in mired; 0 where they
  ///   agree.
  private static func uncertainty(
    of fits: [ChartFit], _ characterization: MatrixCharacterization, doubt: Double
  ) throws(WhiteBalanceError) -> CharacterizationUncertainty {
    // A matrix that has no answer close to its own light is refused for other reasons.
    var whiteVariance = RatioSlopes.worst(
      fits.compactMap { fit in
        (try? RatioSlopes(of: characterization, at: fit.light.temperatureAndTint))?.variances(fit.whiteError.covariance)
      })
    whiteVariance.mired += doubt * doubt
    let difference = fits.map(\.meanCrossValidated).filter(\.isFinite).max() ?? 0
    let factor = max(1, difference / usualDifference)
    func combined(_ error: Double, whiteVariance: Double) -> Double {
      (factor * error * factor * error + whiteVariance).squareRoot()
    }
    let errors = try LightErrorsOfCharts(fits)
    return try CharacterizationUncertainty(
      mired: combined(.hypot(lampMired, errors.addedMired), whiteVariance: whiteVariance.mired),
      duv: combined(lampDuv, whiteVariance: whiteVariance.duv), miredPerMired: miredPerMired, duvPerMired: duvPerMired,
      lights: errors.table().scaled(
        addingMired: whiteVariance.mired.squareRoot(), duv: whiteVariance.duv.squareRoot()
      ) { _ in (factor, factor) })
  }

  /// Returns the uncertainty of exact matrices for two or more lights, by kind of light.
  ///
  /// - Throws: ``/WhiteBalance/WhiteBalanceError/invalidUncertainty(mired:duv:)``, which the library's own numbers
  ///   never cause.
  package static func uncertaintyOfMatrices() throws(WhiteBalanceError) -> CharacterizationUncertainty {
    try CharacterizationUncertainty(
      mired: lampMired, duv: lampDuv, miredPerMired: miredPerMired, duvPerMired: duvPerMired,
      lights: StudiedLightErrors.matrices.get())
  }

  /// The error of matrices on lamps, in mired and Duv: two lamps of three are found within it.
  ///
  /// It holds for matrices of one, two or three lights. It is due to metamerism, which more lights do not reduce.
  /// `Tests/Benchmarks/run chart-uncertainty` prints it, and Docs/Accuracy.md, "What a profile from charts says of
  /// itself", names the cameras and lamps.
  private static let lampMired = 10.0
  private static let lampDuv = 0.0037
  /// The growth of the errors for each mired outside of the calibrated temperatures, where the matrices do not follow
  /// the device.
  ///
  /// It is one for all kinds of light and both sides. It was learnt on half of 26 cameras with charts under A, daylight
  /// and black bodies, and holds on the other half. `Tests/Benchmarks/run stated-errors outside` prints the shares.
  package static let miredPerMired = 0.04
  package static let duvPerMired = 2e-5
  /// The cross-validated mean CIEDE2000 difference from which the errors grow in proportion.
  ///
  /// Charts without noise have less on 20 of the same cameras. Fujifilm's two have 1.63, and find fluorescent lamps three
  /// times as far off as these 20 do. Four others have up to 1.42 and err no more than the 20, so their errors are
  /// stated larger than they need.
  package static let usualDifference = 1.2
}
