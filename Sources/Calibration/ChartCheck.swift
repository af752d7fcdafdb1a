public import Colorimetry
public import DeviceProfiles
internal import RealModule
public import WhiteBalance

/// The quality of a characterization on readings of a chart that it was not made from.
public struct ChartCheck: Hashable, Sendable {
  /// The check of one patch.
  public struct Patch: Hashable, Sendable {
    /// The name of the patch.
    public let name: String
    /// The CIEDE2000 difference between ``measured`` and ``reference``.
    public let difference: Double
    /// The characterization's colour of the reading, and the reference, each relative to its own white.
    public let measured, reference: CIELab
  }

  /// The light that the chart was read under.
  public let light: CalibrationLight
  /// The device's response to a perfect white, as determined by the chart's grays.
  public let neutral: LinearRGB
  /// The light that the characterization finds for ``neutral``, corrected for its kind.
  public let estimate: LightEstimate
  /// The standard errors of that light, which combine those of the profile and of the chart's white.
  ///
  /// It is `nil` where the profile states none, where the light has no temperature, or where lights beside it have no
  /// response, so that the effect of an error of the white is not known.
  public let stated: StatedLightErrors?
  /// The patches that were compared. It is empty where the characterization gives no colours other than lights.
  public let patches: [Patch]
  /// The patches that were rejected.
  public let excluded: [ExcludedPatch]
  /// The warnings about the check.
  public let warnings: [CalibrationWarning]
  /// The reasons not to trust the profile under this light; empty where it can be trusted.
  public let refusals: [CalibrationRefusal]

  /// The error of the light that was found, in mired and Duv, or `nil` where it has no temperature.
  public var residual: (mired: Double, duv: Double)? { light.residual(of: estimate) }

  /// The mean CIEDE2000 difference, or `nil` without patches.
  public var meanDifference: Double? { Self.mean(patches) }

  private static func mean(_ patches: [Patch]) -> Double? {
    patches.isEmpty ? nil : patches.reduce(0) { $0 + $1.difference } / Double(patches.count)
  }

  /// Checks a profile on readings of a chart.
  ///
  /// - Parameters:
  ///   - readings: The device's readings of the patches.
  ///   - reference: The colours of the patches.
  ///   - light: The light that the chart was read under.
  ///   - profile: The profile of the device that gave the readings.
  ///   - kind: The kind of the light, which the stated errors depend on. The light is found as one of this kind, and
  ///     Duv is corrected for it.
  ///   - limits: The limits for refusals and warnings.
  /// - Throws: ``CalibrationError`` where the readings cannot be compared.
  public init(
    readings: [ChartReading], reference: ChartReference, light: CalibrationLight, profile: DeviceProfile,
    kind: LightKind = .any, limits: CalibrationLimits = CalibrationLimits()
  ) throws(CalibrationError) {
    let uncertainty = profile.uncertainty
    let characterization = profile.characterization.specialized(for: kind)
    let (colors, assumptions) = try reference.colors(under: light)
    let matched = try MatchedChart(readings: readings, reference: reference, colors: colors)
    let (chart, orientation) = matched.oriented(white: light.white.vector)
    guard chart.samples.count >= Self.leastPatchCount else {
      throw .tooFewPatches(usable: chart.samples.count, needed: Self.leastPatchCount, excluded: matched.excluded)
    }
    let problem = FitProblem(white: light.white.vector, samples: chart.samples)
    guard let (neutral, hasGray, neutralError) = problem.neutral() else {
      throw .noSpreadOfColors(usable: chart.samples.count)
    }
    self.light = light
    self.neutral = LinearRGB(neutral)
    let found: LightEstimate
    do throws(WhiteBalanceError) { found = try characterization.light(forNeutral: LinearRGB(neutral)) } catch {
      throw .characterization(error)
    }
    let place = found.status == .converged ? found.temperatureAndTint : nil
    let own = place.flatMap {
      uncertainty?.errors(at: $0, kind: kind, miredOutside: profile.characterization.miredOutside($0) ?? 0)
    }
    let corrected = own.map { found.corrected(by: $0) }
    estimate = corrected?.estimate ?? found
    excluded = matched.excluded
    var warnings = assumptions
    if orientation != .upright { warnings.append(.turned(orientation)) }
    if !matched.missing.isEmpty { warnings.append(.missingPatches(matched.missing)) }
    if !hasGray { warnings.append(.noGrayPatch) }
    patches = Self.patches(
      chart.samples, neutral: neutral, light: light,
      toDevice: profile.characterization.colors?.matrix(
        atTemperature: estimate.temperatureAndTint?.temperature ?? light.temperatureAndTint.temperature))
    var judge = FitJudge(limits: limits)
    let line = GrayLine(problem)
    let whiteError = ChartWhiteError(of: neutral, scatter: neutralError, in: problem, line: line, readings: readings)
    stated = place.flatMap { place -> StatedLightErrors? in
      // Where a light nearby has no response, nobody knows what an error of the white does to the light. Stating no
      // error is better than stating one that is too small.
      guard let own, let corrected, let slopes = try? RatioSlopes(of: characterization, at: place) else { return nil }
      let white = slopes.errors(whiteError.covariance)
      return StatedLightErrors(
        mired: .hypot(own.mired, white.mired), duv: .hypot(corrected.duvError, white.duv), kind: own.kind,
        duvCorrection: corrected.duvCorrection)
    }
    judge.judge(
      found: estimate.status == .converged ? estimate.temperatureAndTint : nil, truth: light.temperatureAndTint,
      stated: stated)
    if let mean = Self.mean(patches) { judge.judge(difference: mean) }
    if let line {
      judge.judge(black: line.black, neutral: neutral)
      if let bend = line.bend { judge.judge(bend: bend) }
    }
    self.warnings = warnings + judge.warnings
    refusals = judge.refusals
  }

  /// The least number of patches. Three are needed to tell three channels apart.
  private static let leastPatchCount = 3

  private static func patches(
    _ samples: [FitSample], neutral: SIMD3<Double>, light: CalibrationLight, toDevice: Matrix3x3?
  ) -> [Patch] {
    guard let toColor = toDevice?.inverse, toColor.isFinite else { return [] }
    let found = toColor * neutral
    return samples.map { sample in
      let color = CIELab(
        TristimulusValues(toColor * sample.response * (1 / found.y)), white: TristimulusValues(found / found.y))
      let truth = CIELab(TristimulusValues(sample.color), white: light.white)
      return Patch(
        name: sample.name, difference: color.differenceCIEDE2000(from: truth), measured: color, reference: truth)
    }
  }
}
