public import Colorimetry
public import WhiteBalance

/// A device's matrix under one light by the readings of a chart, and how good it is.
///
/// The matrix takes the light's XYZ exactly to what the device gives for a perfect white, and makes the sum of squared
/// CIEDE2000 differences of the patches least. See Docs/Methods/WhitePreservingFit.md.
public struct ChartFit: Hashable, Sendable {
  /// How one patch fits.
  public struct Patch: Hashable, Sendable {
    public let name: String
    /// CIEDE2000 differences: with white balance alone, with the matrix, and with the matrix of all other patches.
    public let before, after, leftOut: Double
    /// XYZ relative to a white of Y = 1: what the matrix makes of the reading, and the reference.
    public let measured, reference: TristimulusValues
  }

  public let light: CalibrationLight
  /// The device's response to a perfect white, in the readings' scale.
  public let neutral: LinearRGB
  /// CIE XYZ, relative to a white of Y = 1, to linear device RGB.
  public let matrix: Matrix3x3
  /// Those that were fitted, in the order of the readings.
  public let patches: [Patch]
  /// Those that were not.
  public let excluded: [ExcludedPatch]
  /// Of balanced RGB to XYZ in shares of the white: how many times a relative error can grow.
  public let conditionNumber: Double
  public let orientation: ChartOrientation
  /// Of a channel of ``neutral``: by how much the chart's grays disagree, as a share.
  public let neutralError: Double
  /// What the device gives for black by the chart's grays, in the readings' scale; absent where they do not tell.
  public let black: LinearRGB?
  public let warnings: [CalibrationWarning]
  /// Why the fit is not to be trusted; empty where it is.
  public let refusals: [CalibrationRefusal]

  /// What a ``MatrixCharacterization`` is made of.
  public var calibratedLight: MatrixCharacterization.CalibratedLight {
    MatrixCharacterization.CalibratedLight(temperature: light.temperatureAndTint.temperature, matrix: matrix)
  }

  /// Mean CIEDE2000 differences over the patches.
  public var meanBefore: Double { mean(\.before) }
  public var meanAfter: Double { mean(\.after) }
  public var meanLeftOut: Double { mean(\.leftOut) }
  public var largestAfter: Double { patches.map(\.after).max() ?? 0 }

  private func mean(_ difference: KeyPath<Patch, Double>) -> Double {
    patches.reduce(0) { $0 + $1[keyPath: difference] } / Double(patches.count)
  }

  /// - Parameters:
  ///   - readings: of a chart under `light`; those without a reference are left out, and named.
  ///   - reference: of the chart.
  /// - Throws: ``CalibrationError``.
  public init(
    readings: [ChartReading], reference: ChartReference, light: CalibrationLight,
    limits: CalibrationLimits = CalibrationLimits()
  ) throws(CalibrationError) {
    let (colors, assumptions) = reference.colors(under: light)
    let matched = try MatchedChart(readings: readings, reference: reference, colors: colors)
    var excluded = matched.excluded
    let (chart, orientation) = matched.oriented(white: light.white.vector)
    var problem = FitProblem(white: light.white.vector, samples: chart.samples)
    func check() throws(CalibrationError) -> FitProblem.Solution {
      guard problem.samples.count >= Self.leastPatchCount else {
        throw .tooFewPatches(usable: problem.samples.count, needed: Self.leastPatchCount, excluded: excluded)
      }
      guard let solution = problem.solution() else { throw .noSpreadOfColors(usable: problem.samples.count) }
      return solution
    }
    var solution = try check()
    // The worst patch goes, and the others are asked again without it, for as long as one is out of all proportion.
    while let (place, suspect) = Self.suspect(solution, problem) {
      excluded.append(suspect)
      problem.samples.remove(at: place)
      solution = try check()
    }
    let neutral = LinearRGB(solution.neutral)
    let toDevice = Matrix3x3(diagonal: solution.neutral) * solution.matrix.matrix.inverse
    guard neutral.isPositive, toDevice.isFinite else { throw .noNeutral(neutral) }

    self.light = light
    self.neutral = neutral
    self.orientation = orientation
    self.excluded = excluded
    matrix = toDevice
    patches = problem.samples.indices.map { Self.patch($0, of: problem, solution) }
    conditionNumber = (Matrix3x3(diagonal: 1 / light.white.vector) * solution.matrix.matrix).conditionNumber
    neutralError = solution.neutralError
    let line = GrayLine(chart.samples, white: light.white.vector)
    black = line.map { LinearRGB($0.black) }
    var judge = FitJudge(limits: limits)
    judge.judge(difference: patches.reduce(0) { $0 + $1.leftOut } / Double(patches.count))
    judge.judge(leftOut: chart.samples.count - problem.samples.count, of: chart.samples.count)
    judge.judge(conditionNumber: conditionNumber)
    if let line { judge.judge(black: line.black, neutral: solution.neutral) }
    judge.judge(white: neutral, under: light)
    refusals = judge.refusals
    var warnings = assumptions
    if orientation != .upright { warnings.insert(.turned(orientation), at: 0) }
    if !matched.missing.isEmpty { warnings.append(.missingPatches(matched.missing)) }
    if !solution.hasGray { warnings.append(.noGrayPatch) }
    if patches.count < limits.patchCountWarning {
      warnings.append(.fewPatches(patches.count, limit: limits.patchCountWarning))
    }
    self.warnings = warnings + judge.warnings
  }

  private static func patch(_ place: Int, of problem: FitProblem, _ solution: FitProblem.Solution) -> Patch {
    let sample = problem.samples[place]
    var others = problem
    others.samples.remove(at: place)
    let white = TristimulusValues(problem.white)
    let balanced = TristimulusValues(problem.white * sample.response / solution.neutral)
    let reference = TristimulusValues(sample.color)
    let before = CIELab(balanced, white: white).differenceCIEDE2000(from: CIELab(reference, white: white))
    let after = solution.difference(sample)
    return Patch(
      name: sample.name, before: before, after: after,
      // Where the others alone spread too little, the patch carries the fit: it says nothing of itself.
      leftOut: others.solution(near: solution.matrix)?.difference(sample) ?? .infinity,
      measured: TristimulusValues(solution.color(sample.response)), reference: reference)
  }

  /// The patch that fits worst, where it is out of proportion to the others.
  private static func suspect(
    _ solution: FitProblem.Solution, _ problem: FitProblem
  ) -> (place: Int, ExcludedPatch)? {
    let differences = problem.samples.map(solution.difference)
    guard let place = differences.indices.max(by: { differences[$0] < differences[$1] }) else { return nil }
    // A bad patch pulls the matrix towards itself, so that it is judged by what the others say.
    var others = problem
    others.samples.remove(at: place)
    guard let judge = others.solution(near: solution.matrix) else { return nil }
    let sample = problem.samples[place]
    let difference = judge.difference(sample)
    let typical = median(others.samples.map(judge.difference))
    guard difference > max(Self.suspectDifference, Self.suspectRatio * typical) else { return nil }
    let isBrighter = (sample.response / judge.expectedResponse(sample)).min() > 1
    let isFlared = sample.color.y < Self.flareLuminance && isBrighter
    return (
      place,
      ExcludedPatch(
        patch: sample.name, reason: isFlared ? .flared(difference: difference) : .offTheFit(difference: difference))
    )
  }

  /// Six unknowns by two each, and the white, with some to spare.
  private static let leastPatchCount = 6
  /// CIEDE2000: nothing below is left out, because cameras see some patches so under lamps, and errors of 1 % make 6 of a
  /// gray.
  private static let suspectDifference = 8.0
  /// Of the median difference: normal errors reach 4 of it once in 150 patches.
  private static let suspectRatio = 5.0
  /// Of white: stray light shows on dark patches alone.
  private static let flareLuminance = 0.1
}
