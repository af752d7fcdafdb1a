internal import Colorimetry
public import WhiteBalance

extension WhiteMapCalibration {
  /// Returns the uncertainty of the map by kind of light, from its cross-validation. It takes as long as ten
  /// calibrations.
  ///
  /// - Parameter sensitivities: The sensitivities from which the map was learnt.
  /// - Throws: ``SensitivityError`` where a part of the lights does not determine a map, or the errors are not valid.
  public func uncertainty(
    of sensitivities: SpectralSensitivities
  ) throws(SensitivityError) -> CharacterizationUncertainty {
    try uncertainty(sensitivities, checks())
  }

  /// Returns the uncertainty of the map by kind of light.
  ///
  /// The dependence of errors on the light comes from a study of about 25 cameras. Their size on this camera comes from
  /// lamps from which the map was not learnt: the cross-validated ones of the population for each kind, and the bundled
  /// ones for a kind with few. The errors of any light are at least the mean of the kinds', unless the population has
  /// enough lamps of three kinds. Near copies of one lamp count as one lamp.
  ///
  /// Maps that were learnt from the standard lamps find phosphor LEDs and fluorescent lamps too green. The study's mean
  /// errors of Duv are of such maps; with other lamps in the population they count as errors.
  ///
  /// Daylight and filament lamps are found as smooth lights, and the population's daylights and colder black bodies
  /// tell how well. They are smoother than skies and lamps, so errors below the study's do not count. Each of them also
  /// has the error that the steps and the ends of the sensitivities cause, which is small beside the errors of lamps.
  ///
  /// - Parameters:
  ///   - sensitivities: The sensitivities from which the map was learnt.
  ///   - checks: The cross-validated errors of the population, from `checks()`.
  /// - Throws: ``SensitivityError`` where the errors are not valid.
  package func uncertainty(
    _ sensitivities: SpectralSensitivities, _ checks: [Check]
  ) throws(SensitivityError) -> CharacterizationUncertainty {
    let trials: [Trial]
    let studied: LightErrorTable
    let sampling: SamplingErrors
    do throws(SpectralDistributionError) { sampling = try SamplingErrors(of: sensitivities) } catch {
      throw .spectrum(error)
    }
    let isOfStandardLamps: Bool
    do throws(ColorimetryError) { isOfStandardLamps = try self.isOfStandardLamps() } catch {
      throw .characterization(.colorimetry(error))
    }
    do throws(WhiteBalanceError) {
      let ofStandardLamps = try StudiedLightErrors.whiteMaps.get()
      studied = isOfStandardLamps ? ofStandardLamps : try ofStandardLamps.countingBiases()
    } catch { throw .characterization(error) }
    do throws(ColorimetryError) { trials = try self.trials(sensitivities, checks, studied) } catch {
      throw .characterization(.colorimetry(error))
    }
    var factors: [LightKind: (mired: Double, duv: Double)] = [:]
    for kind in LightKind.allCases where !kind.isSmooth {
      let ofKind = trials.filter { kind == .any || $0.kind == kind }
      let own = ofKind.filter { !$0.isBundled }
      factors[kind] = Self.factor(
        of: own.count >= Self.sufficientLampCount ? own : ofKind,
        StudiedLightErrors.bundledSquares[kind] ?? (mired: 1, duv: 1))
    }
    for kind in LightKind.allCases where kind.isSmooth {
      factors[kind] = factor(onReferencesOf: kind, studied, sampling)
    }
    // Lamps of one or two kinds alone do not tell how well a lamp of any kind is found.
    let ofLamps = LightKind.allCases.filter { $0 != .any && !$0.isSmooth }
    let wellKnownKindCount = ofLamps.count { kind in
      trials.count { $0.kind == kind && !$0.isBundled } >= Self.sufficientLampCount
    }
    if wellKnownKindCount < Self.fewestKinds, let any = factors[.any] {
      let kinds = ofLamps.compactMap { factors[$0] }
      let squares = kinds.reduce(SIMD2<Double>.zero) { $0 + [$1.mired * $1.mired, $1.duv * $1.duv] }
      let mean = (squares / Double(kinds.count)).squareRoot()
      factors[.any] = (max(any.mired, mean.x), max(any.duv, mean.y))
    }
    do throws(WhiteBalanceError) {
      return try CharacterizationUncertainty(
        lights: studied.scaled { factors[$0] ?? (mired: 1, duv: 1) }, miredPerMired: Self.growth.mired,
        duvPerMired: Self.growth.duv)
    } catch { throw .characterization(error) }
  }

  /// The growth of the errors for each mired outside of the temperatures that the map was learnt at.
  ///
  /// Only lights below 1650 K are far outside. It was learnt on black bodies down to 1000 K over half of 26
  /// cameras (rawtoaces-data), and two thirds of those on the other half are within the stated error. Lamps behind
  /// filters as warm need as much in mired. `Tests/Benchmarks/run stated-errors outside` prints the shares.
  private static let growth = (mired: 0.22, duv: 2.5e-5)

  /// The squared errors on a lamp that the map was not learnt from, in squared errors of the study.
  private struct Trial {
    let kind: LightKind
    let isBundled: Bool
    let mired, duv: Double

    /// The mean of trials on near copies of one lamp, at least one.
    init(meanOf trials: [Trial]) {
      (kind, isBundled) = (trials[0].kind, trials[0].isBundled)
      mired = trials.reduce(0) { $0 + $1.mired } / Double(trials.count)
      duv = trials.reduce(0) { $0 + $1.duv } / Double(trials.count)
    }

    init(
      _ check: WhiteMapCalibration.Check, of kind: LightKind, isBundled: Bool, _ studied: LightErrorTable,
      _ largest: Double
    ) {
      self.kind = kind
      self.isBundled = isBundled
      guard let errors = studied.kinds[studied.known(kind)], let mired = check.mired, let duv = check.duv else {
        (self.mired, self.duv) = (largest, largest)
        return
      }
      let truth = check.light.temperatureAndTint
      let found = TemperatureAndTint(temperature: 1e6 / max(truth.mired + mired, 1), duv: truth.duv + duv)
      let stated = errors.errors(at: found)
      let remaining = duv - errors.interpolated(at: found.mired).duvBias
      self.mired = (mired / stated.mired) * (mired / stated.mired)
      self.duv = (remaining / stated.duv) * (remaining / stated.duv)
    }
  }

  /// The number of the population's lamps of one kind that suffice for the factor of that kind. With fewer, the bundled
  /// lamps of the kind count too.
  private static let sufficientLampCount = 8
  /// The least number of kinds with so many lamps. With fewer kinds, the factor for light of any kind is at least the
  /// root mean square of the kinds' factors.
  private static let fewestKinds = 3
  /// The weight of the study, as a number of lamps of the population.
  private static let studiedCount = 5.0
  /// The largest squared error. A larger one, or that of a lamp that is not found, is reduced to it.
  private static let largestSquare = 25.0

  private func trials(
    _ sensitivities: SpectralSensitivities, _ checks: [Check], _ studied: LightErrorTable
  ) throws(ColorimetryError) -> [Trial] {
    let teller = try LightKindTeller.shared.get()
    let bundled = try LightPopulation.cieLamps()
    var copies = NearCopies()
    var own: [[Trial]] = []
    for check in checks where !check.light.isReference {
      let isBundled = bundled.contains { $0.spectrum == check.light.spectrum }
      let kind = teller.kind(of: check.light.spectrum)
      if kind.isSmooth { continue }
      let trial = Trial(check, of: kind, isBundled: isBundled, studied, Self.largestSquare)
      let group = copies.group(of: check.light.spectrum)
      if group == own.count { own.append([trial]) } else { own[group].append(trial) }
    }
    var trials = own.map(Trial.init(meanOf:))
    let others = bundled.map { (teller.kind(of: $0.spectrum), $0) } + MeasuredLamps.all().map { ($0.kind, $0.light) }
    for (kind, light) in others where !kind.isSmooth && !copies.contains(light.spectrum) {
      let check = Self.check(light, sensitivities.response(to: light.spectrum), characterization)
      trials.append(Trial(check, of: kind, isBundled: true, studied, Self.largestSquare))
    }
    return trials
  }

  /// Returns the factors from the study's errors of a kind to the camera's on black bodies and daylight, at least 1.
  private func factor(
    onReferencesOf kind: LightKind, _ studied: LightErrorTable, _ sampling: SamplingErrors
  ) -> (mired: Double, duv: Double) {
    let specialized = characterization.specialized(for: kind)
    let checks = checks(by: specialized).filter { check in
      let light = check.light.temperatureAndTint
      guard check.light.isReference else { return false }
      return kind == .daylight
        ? light.duv > Self.leastDuvOfDaylight && Self.daylightTemperatures.contains(light.temperature)
        : light.duv < Self.leastDuvOfDaylight && Self.filamentTemperatures.contains(light.temperature)
    }
    guard let errors = studied.kinds[studied.known(kind)], !checks.isEmpty else { return (1, 1) }
    var squares = SIMD2<Double>.zero
    for check in checks {
      let stated = errors.errors(at: check.light.temperatureAndTint)
      guard let mired = check.mired, let duv = check.duv else {
        squares += SIMD2(repeating: Self.largestSquare)
        continue
      }
      let errors = SIMD2(mired * mired, duv * duv) + sampling.squares(check, by: specialized)
      squares += errors / SIMD2(stated.mired * stated.mired, stated.duv * stated.duv)
    }
    let factors = (squares / Double(checks.count)).squareRoot()
    return (max(1, factors.x), max(1, factors.y))
  }

  /// The temperatures of the lights that determine the errors of daylight: those of skies in which people photograph.
  private static let daylightTemperatures = 4000.0...10_000.0
  /// The temperatures of the black bodies that determine the errors of filament lamps.
  private static let filamentTemperatures = ..<4000.0
  /// The Duv that separates CIE daylight from black bodies. Daylight of 4000 K and more has at least twice this.
  private static let leastDuvOfDaylight = 0.001

  /// Returns the factors from the study's errors to the camera's, in mired and in Duv.
  private static func factor(
    of trials: [Trial], _ usual: (mired: Double, duv: Double)
  ) -> (mired: Double, duv: Double) {
    func factor(_ square: (Trial) -> Double, _ usual: Double) -> Double {
      let sum = trials.reduce(0) { $0 + min(square($1), largestSquare) / ($1.isBundled ? usual : 1) }
      return ((sum + studiedCount) / (Double(trials.count) + studiedCount)).squareRoot()
    }
    return (factor(\.mired, usual.mired), factor(\.duv, usual.duv))
  }
}
