public import Colorimetry
public import WhiteBalance

/// How good a characterization is on readings of a chart that it was not made from.
public struct ChartCheck: Hashable, Sendable {
  public struct Patch: Hashable, Sendable {
    public let name: String
    /// CIEDE2000 between what the characterization makes of the reading and the reference, each beside its own white.
    public let difference: Double
    /// What the characterization makes of the reading, and the reference, each beside its own white.
    public let measured, reference: CIELab
  }

  public let light: CalibrationLight
  /// The device's response to a perfect white, by the chart's grays.
  public let neutral: LinearRGB
  /// The light that the characterization takes ``neutral`` for.
  public let estimate: LightEstimate
  /// Empty where the characterization says nothing of colours other than lights.
  public let patches: [Patch]
  public let excluded: [ExcludedPatch]
  public let warnings: [CalibrationWarning]
  /// Why the profile is not to be trusted under this light; empty where it is.
  public let refusals: [CalibrationRefusal]

  /// How far the light found is off, in mired and Duv; absent where it has no temperature.
  public var residual: (mired: Double, duv: Double)? {
    guard let found = estimate.temperatureAndTint else { return nil }
    let truth = light.temperatureAndTint
    return (found.mired - truth.mired, found.duv - truth.duv)
  }

  /// Mean CIEDE2000 difference; absent without patches.
  public var meanDifference: Double? {
    patches.isEmpty ? nil : patches.reduce(0) { $0 + $1.difference } / Double(patches.count)
  }

  /// - Parameters:
  ///   - characterization: of the device that gave the readings.
  ///   - uncertainty: what it states of itself.
  ///   - toDevice: its matrix from XYZ under a light of a temperature; `nil` where it has none.
  /// - Throws: ``CalibrationError``.
  public init(
    readings: [ChartReading], reference: ChartReference, light: CalibrationLight,
    characterization: some DeviceCharacterization, uncertainty: CharacterizationUncertainty? = nil,
    limits: CalibrationLimits = CalibrationLimits(), toDevice: (_ temperature: Double) -> Matrix3x3?
  ) throws(CalibrationError) {
    let (colors, assumptions) = reference.colors(under: light)
    let matched = try MatchedChart(readings: readings, reference: reference, colors: colors)
    let (chart, orientation) = matched.oriented(white: light.white.vector)
    guard chart.samples.count >= Self.leastPatchCount else {
      throw .tooFewPatches(usable: chart.samples.count, needed: Self.leastPatchCount, excluded: matched.excluded)
    }
    guard let (neutral, hasGray, _) = FitProblem(white: light.white.vector, samples: chart.samples).neutral() else {
      throw .noSpreadOfColors(usable: chart.samples.count)
    }
    self.light = light
    self.neutral = LinearRGB(neutral)
    do throws(WhiteBalanceError) { estimate = try characterization.light(causing: LinearRGB(neutral)) } catch {
      throw .characterization(error)
    }
    excluded = matched.excluded
    var warnings = assumptions
    if orientation != .upright { warnings.append(.turned(orientation)) }
    if !hasGray { warnings.append(.noGrayPatch) }
    patches = Self.patches(
      chart.samples, neutral: neutral, light: light,
      toDevice: toDevice(estimate.temperatureAndTint?.temperature ?? light.temperatureAndTint.temperature))
    var judge = FitJudge(limits: limits)
    let (truth, found) = (light.temperatureAndTint, estimate.status == .converged ? estimate.temperatureAndTint : nil)
    judge.judge(
      mired: found.map { $0.mired - truth.mired } ?? .infinity, duv: found.map { $0.duv - truth.duv } ?? .infinity,
      stated: uncertainty?.errors(miredOutside: characterization.miredOutside(truth) ?? 0))
    if !patches.isEmpty {
      judge.judge(difference: patches.reduce(0) { $0 + $1.difference } / Double(patches.count))
    }
    if let line = GrayLine(chart.samples, white: light.white.vector) {
      judge.judge(black: line.black, neutral: neutral)
    }
    self.warnings = warnings + judge.warnings
    refusals = judge.refusals
  }

  /// What tells three channels apart.
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
