public import Colorimetry
internal import NumericalMethods
public import WhiteBalance

/// A device's matrix under one light, fitted to the readings of a chart, with its quality.
///
/// The matrix maps the light's XYZ exactly to the device's response to a perfect white, and minimizes the sum of the
/// squared CIEDE2000 differences of the patches, each weighted by the square root of its luminance. See
/// Docs/Methods/WhitePreservingFit.md.
public struct ChartFit: Hashable, Sendable {
  /// The fit of one patch.
  public struct Patch: Hashable, Sendable {
    /// The name of the patch.
    public let name: String
    /// The CIEDE2000 differences with white balance alone, with the matrix, and cross-validated: with the matrix of all
    /// other patches.
    public let before, after, crossValidated: Double
    /// The colour that the matrix gives for the reading, and the reference, as XYZ relative to a white of Y = 1.
    public let measured, reference: TristimulusValues
  }

  /// The light that the chart was read under.
  public let light: CalibrationLight
  /// The device's response to a perfect white, on the scale of the readings.
  public let neutral: LinearRGB
  /// The matrix from CIE XYZ, relative to a white of Y = 1, to linear device RGB.
  public let matrix: Matrix3x3
  /// The patches that were fitted, in the order of the readings.
  public let patches: [Patch]
  /// The patches that were rejected.
  public let excluded: [ExcludedPatch]
  /// The condition number of the matrix from balanced RGB to XYZ in shares of the white: the largest growth of a
  /// relative error.
  public let conditionNumber: Double
  /// The orientation in which the chart was read.
  package let orientation: ChartOrientation
  /// The error of a channel of ``neutral``, as a share, by the disagreement of the chart's grays.
  package var neutralError: Double { whiteError.scatter }
  /// The device's response to black by the chart's grays, on the scale of the readings, or `nil` where they do not
  /// determine it.
  public let black: LinearRGB?
  /// The error of ``neutral``.
  let whiteError: ChartWhiteError
  /// The warnings about the fit.
  public let warnings: [CalibrationWarning]
  /// The reasons not to trust the fit; empty where it can be trusted.
  public let refusals: [CalibrationRefusal]

  /// The light and its matrix for a ``/WhiteBalance/MatrixCharacterization``. Green's response to white is 1, so that
  /// the exposures of several charts do not weigh their matrices.
  package var calibratedLight: MatrixCharacterization.CalibratedLight {
    MatrixCharacterization.CalibratedLight(
      temperature: light.temperatureAndTint.temperature, duv: light.temperatureAndTint.duv,
      matrix: matrix * (1 / neutral.green))
  }

  /// The mean CIEDE2000 difference of the patches with white balance alone.
  public var meanBefore: Double { Self.mean(patches, \.before) }
  /// The mean CIEDE2000 difference of the patches with the matrix.
  public var meanAfter: Double { Self.mean(patches, \.after) }
  /// The cross-validated mean CIEDE2000 difference of the patches: each is judged by a fit of others.
  public var meanCrossValidated: Double { Self.mean(patches, \.crossValidated) }
  /// The largest CIEDE2000 difference of a patch with the matrix.
  package var largestAfter: Double { patches.map(\.after).max() ?? 0 }

  private static func mean(_ patches: [Patch], _ difference: KeyPath<Patch, Double>) -> Double {
    patches.reduce(0) { $0 + $1[keyPath: difference] } / Double(patches.count)
  }

  /// Fits a matrix to readings of a chart.
  ///
  /// - Parameters:
  ///   - readings: The device's readings of the patches under `light`. Readings without a reference are rejected, and
  ///     named.
  ///   - reference: The colours of the patches.
  ///   - light: The light that the chart was read under.
  ///   - limits: The limits for refusals and warnings.
  /// - Throws: ``CalibrationError`` where the readings determine no matrix.
  public init(
    readings: [ChartReading], reference: ChartReference, light: CalibrationLight,
    limits: CalibrationLimits = CalibrationLimits()
  ) throws(CalibrationError) {
    let (colors, assumptions) = try reference.colors(under: light)
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
    // While patches fit far worse than the others, they are rejected and the others are fitted again: one at a time, or
    // a share of a large chart, so that the time does not grow with the square of their number.
    let rejected = (chart.samples.count - 1) / Self.mostGroups + 1
    while true {
      let suspects = Self.suspects(solution, problem, most: rejected)
      guard !suspects.isEmpty else { break }
      excluded += suspects.map(\.patch)
      for place in suspects.map(\.place).sorted(by: >) { problem.samples.remove(at: place) }
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
    let crossValidated = Self.crossValidated(problem, solution)
    patches = problem.samples.indices.map { Self.patch($0, of: problem, solution, crossValidated: crossValidated[$0]) }
    let toShares = Matrix3x3(diagonal: 1 / light.white.vector) * solution.matrix.matrix
    conditionNumber = toShares.conditionNumber
    let line = GrayLine(FitProblem(white: light.white.vector, samples: chart.samples))
    black = line.map { LinearRGB($0.black) }
    whiteError = ChartWhiteError(
      of: solution.neutral, scatter: solution.neutralError, in: problem, line: line, readings: readings)
    var judge = FitJudge(limits: limits)
    judge.judge(difference: Self.mean(patches, \.crossValidated))
    judge.judge(balanceAlone: Self.mean(patches, \.before))
    judge.judge(lightest: colors.map(\.y).max() ?? 0)
    judge.judge(leftOut: chart.samples.count - problem.samples.count, of: chart.samples.count)
    judge.judge(conditionNumber: conditionNumber)
    if let line { judge.judge(black: line.black, neutral: solution.neutral) }
    // A rejected gray may bend the line, and a nonlinear response may cause grays to be rejected. So the smaller of
    // both bends counts.
    let bends = [line?.bend, GrayLine(problem)?.bend].compactMap(\.self)
    if let bend = bends.min(by: { $0.largestMagnitude < $1.largestMagnitude }) { judge.judge(bend: bend) }
    // A wrong black level spoils the matrix too, so only the black level is reported.
    let shares = line.map { $0.black / solution.neutral } ?? .zero
    if shares.largestMagnitude <= limits.blackShare { judge.judge(channelsOf: toShares) }
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

  /// Returns the difference of each patch by a fit of the others. It is infinite where the others spread too little to
  /// determine a fit.
  ///
  /// In a chart of many patches, groups of them are left out together, so that the time does not grow with the square
  /// of their number.
  private static func crossValidated(_ problem: FitProblem, _ solution: FitProblem.Solution) -> [Double] {
    var differences = Array(repeating: Double.infinity, count: problem.samples.count)
    let groupCount = min(problem.samples.count, mostGroups)
    for group in 0..<groupCount {
      let places = Array(stride(from: group, to: problem.samples.count, by: groupCount))
      var others = problem
      for place in places.reversed() { others.samples.remove(at: place) }
      guard let fitOfOthers = others.solution(near: solution.matrix) else { continue }
      for place in places { differences[place] = fitOfOthers.difference(problem.samples[place]) }
    }
    return differences
  }

  private static func patch(
    _ place: Int, of problem: FitProblem, _ solution: FitProblem.Solution, crossValidated: Double
  ) -> Patch {
    let sample = problem.samples[place]
    let white = TristimulusValues(problem.white)
    let balanced = TristimulusValues(problem.white * sample.response / solution.neutral)
    let reference = TristimulusValues(sample.color)
    let before = CIELab(balanced, white: white).differenceCIEDE2000(from: CIELab(reference, white: white))
    let after = solution.difference(sample)
    return Patch(
      name: sample.name, before: before, after: after, crossValidated: crossValidated,
      measured: TristimulusValues(solution.color(sample.response)), reference: reference)
  }

  /// Returns the patches with the worst fits, up to a number, that fit far worse than the others.
  private static func suspects(
    _ solution: FitProblem.Solution, _ problem: FitProblem, most: Int
  ) -> [(place: Int, patch: ExcludedPatch)] {
    let differences = problem.samples.map(solution.difference)
    let worst = differences.indices.sorted { differences[$0] > differences[$1] }.prefix(most)
    // Bad patches pull the matrix towards themselves, so they are judged by the fit of the others.
    var others = problem
    for place in worst.sorted(by: >) { others.samples.remove(at: place) }
    guard let fitOfOthers = others.solution(near: solution.matrix) else { return [] }
    let typical = others.samples.map(fitOfOthers.difference).median
    return worst.compactMap { place in
      let sample = problem.samples[place]
      let difference = fitOfOthers.difference(sample)
      guard difference > max(suspectDifference, suspectRatio * typical) else { return nil }
      let isBrighter = (sample.response / fitOfOthers.expectedResponse(sample)).min() > 1
      let isFlared = sample.color.y < flareLuminance && isBrighter
      let reason = isFlared ? ExcludedPatch.Reason.flared(difference: difference) : .offTheFit(difference: difference)
      return (place, ExcludedPatch(patch: sample.name, reason: reason))
    }
  }

  /// The least number of patches. The matrix has six unknowns and each patch determines two, so three patches are
  /// enough for it. The rest determine the white and reveal errors.
  private static let leastPatchCount = 6
  /// The largest number of groups of patches that are left out or judged in turn. Most charts for cameras have at most
  /// 140 patches, and each is left out by itself.
  private static let mostGroups = 150
  /// The CIEDE2000 difference below which no patch is rejected. Cameras see some patches this far off under lamps, and
  /// errors of 1 % cause 6 on a gray.
  private static let suspectDifference = 8.0
  /// The ratio to the median difference above which a patch is rejected. Normal errors reach 4 once in 150 patches.
  private static let suspectRatio = 5.0
  /// The luminance, as a share of white, below which stray light is visible. It is visible only on dark patches.
  private static let flareLuminance = 0.1
}
