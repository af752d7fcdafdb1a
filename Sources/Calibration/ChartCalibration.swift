internal import Colorimetry
public import WhiteBalance

/// A device's characterization by charts under one light or several.
public struct ChartCalibration: Hashable, Sendable {
  /// By rising temperature.
  public let fits: [ChartFit]
  public let characterization: MatrixCharacterization
  /// Of lights that no chart was read under, lamps among them; see Docs/Methods/WhitePreservingFit.md.
  public let uncertainty: CharacterizationUncertainty
  /// Of the lights together; those of each light are in its fit.
  public let warnings: [CalibrationWarning]
  public let refusals: [CalibrationRefusal]

  /// - Throws: ``CalibrationError/characterization(_:)`` where two lights have one temperature, or their matrices do not
  ///   go together.
  public init(_ fits: [ChartFit], limits: CalibrationLimits = CalibrationLimits()) throws(CalibrationError) {
    do throws(WhiteBalanceError) {
      characterization = try MatrixCharacterization(lights: fits.map(\.calibratedLight))
      uncertainty = try Self.uncertainty(of: fits, characterization)
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
    var judge = FitJudge(limits: limits)
    if fits.count > 1 { judge.judge(lightsDisagreeBy: fits.map { Self.disagreement($0, fits) }.max() ?? 0) }
    self.warnings = warnings + judge.warnings
    refusals = judge.refusals
  }

  /// How far a light is from where the charts under the others find it, in mired.
  private static func disagreement(_ fit: ChartFit, _ fits: [ChartFit]) -> Double {
    let others = fits.filter { $0.light.temperatureAndTint.temperature != fit.light.temperatureAndTint.temperature }
    guard let matrices = try? MatrixCharacterization(lights: others.map(\.calibratedLight)),
      let found = try? matrices.light(causing: fit.neutral).temperatureAndTint
    else { return .infinity }
    return abs(found.mired - fit.light.temperatureAndTint.mired)
  }

  /// 6500 K from 5000 K: an error of a matrix is more than doubled beyond lights that are closer.
  static let closeMired = 46.0
}

// MARK: - How far off it is

extension ChartCalibration {
  /// What matrices do to lamps that they were not made for, more where the charts fit worse than cameras do, and the error
  /// of the charts' own whites, at the worst of the lights.
  private static func uncertainty(
    of fits: [ChartFit], _ characterization: MatrixCharacterization
  ) throws(WhiteBalanceError) -> CharacterizationUncertainty {
    var (mired, duv) = (0.0, 0.0)
    for fit in fits {
      // A matrix that has no answer beside its own light is refused for what else is wrong with it.
      guard let slopes = try? RatioSlopes(of: characterization, at: fit.light.temperatureAndTint) else { continue }
      let white = slopes.errors(fit.whiteCovariance)
      mired = max(mired, white.mired)
      duv = max(duv, white.duv)
    }
    let difference = fits.map(\.meanLeftOut).filter(\.isFinite).max() ?? 0
    let lamps = max(1, difference / usualDifference)
    func length(_ lamp: Double, _ white: Double) -> Double { (lamps * lamp * lamps * lamp + white).squareRoot() }
    return try CharacterizationUncertainty(
      mired: length(lampMired, mired), duv: length(lampDuv, duv), miredPerMired: miredPerMired,
      duvPerMired: duvPerMired)
  }

  /// Two lamps of three are found within these by matrices of one light, of two or of three, over 26 cameras (rawtoaces-data)
  /// and 207 lamps and skies (IES TM-30, Osram, JMO_Spectrum): metamerism, which no number of lights takes away. The two
  /// halves of the cameras agree within 8 %. `Tests/Benchmarks/run chart-uncertainty` prints them.
  private static let lampMired = 10.0
  private static let lampDuv = 0.0037
  /// The same, outside of the calibrated temperatures: a matrix does not know how the device changes.
  private static let miredPerMired = 0.03
  private static let duvPerMired = 2e-5
  /// The largest mean CIEDE2000 difference of patches left out, of a ColorChecker without noise, over the same cameras.
  private static let usualDifference = 1.6
}

extension ChartFit {
  /// Of ln R/G and ln B/G of the white: the grays' scatter, and what their black adds to them all.
  fileprivate var whiteCovariance: RatioCovariance {
    let variance = neutralError * neutralError
    let shares = black.map { $0.vector / neutral.vector } ?? .zero
    let (red, blue) = (shares.x - shares.y, shares.z - shares.y)
    return RatioCovariance(red: 2 * variance + red * red, blue: 2 * variance + blue * blue, both: variance + red * blue)
  }
}
