internal import Colorimetry
internal import NumericalMethods
internal import WhiteBalance

/// A judge that compares results with limits, and collects refusals and warnings.
struct FitJudge {
  let limits: CalibrationLimits
  private(set) var refusals: [CalibrationRefusal] = []
  private(set) var warnings: [CalibrationWarning] = []

  init(limits: CalibrationLimits) { self.limits = limits }

  /// Adds a refusal for a value beyond its limit.
  ///
  /// - Returns: Whether the value is within its limit. NaN is not.
  private mutating func allows(_ code: CalibrationRefusal.Code, _ value: Double, limit: Double) -> Bool {
    if abs(value) <= limit { return true }
    refusals.append(CalibrationRefusal(code: code, value: value, limit: limit))
    return false
  }

  /// Adds a refusal for a value beyond its limit, or a warning for a value beyond the stricter limit of warnings.
  ///
  /// - Parameter warning: A function that returns the warning for a value and its limit.
  private mutating func judge(
    _ code: CalibrationRefusal.Code, _ value: Double, limit: Double, warningLimit: Double,
    warning: (Double, Double) -> CalibrationWarning
  ) {
    if allows(code, value, limit: limit), abs(value) > warningLimit { warnings.append(warning(value, warningLimit)) }
  }

  mutating func judge(difference: Double) {
    judge(.difference, difference, limit: limits.difference, warningLimit: limits.differenceWarning) {
      .largeDifference($0, limit: $1)
    }
  }

  /// Judges the difference with white balance alone.
  mutating func judge(balanceAlone: Double) { _ = allows(.balanceAlone, balanceAlone, limit: limits.balanceAlone) }

  /// Judges whether each channel contributes most to the row of XYZ that it should.
  ///
  /// - Parameter toShares: The matrix from balanced RGB to XYZ in shares of white.
  mutating func judge(channelsOf toShares: Matrix3x3) {
    let surplus = (0..<3).map { row in
      toShares[row, row] - (0..<3).filter { $0 != row }.map { toShares[row, $0] }.reduce(-.infinity, max)
    }.reduce(.infinity, min)
    guard !(surplus >= limits.channelSurplus) else { return }
    refusals.append(CalibrationRefusal(code: .exchangedChannels, value: surplus, limit: limits.channelSurplus))
  }

  /// Judges the luminance of the reference's lightest patch, as a share of white.
  mutating func judge(lightest: Double) {
    let allowed = limits.referenceLuminance
    guard !allowed.contains(lightest) else { return }
    refusals.append(
      CalibrationRefusal(
        code: .referenceScale, value: lightest,
        limit: lightest > allowed.upperBound ? allowed.upperBound : allowed.lowerBound))
  }

  /// Judges the share of patches that were rejected because they do not fit the others.
  mutating func judge(leftOut: Int, of count: Int) {
    judge(
      .leftOut, Double(leftOut) / Double(count), limit: limits.leftOutShare, warningLimit: limits.leftOutShareWarning
    ) { .leftOut(share: $0, limit: $1) }
  }

  mutating func judge(conditionNumber: Double) {
    judge(
      .illConditioned, conditionNumber, limit: limits.conditionNumber, warningLimit: limits.conditionNumberWarning
    ) { .illConditioned($0, limit: $1) }
  }

  /// Judges the error of the light that was found, also relative to its stated errors.
  ///
  /// - Parameter found: The light; `nil` where no light with a temperature was found.
  mutating func judge(found: TemperatureAndTint?, truth: TemperatureAndTint, stated: StatedLightErrors?) {
    guard let found else {
      _ = allows(.mired, .infinity, limit: limits.mired)
      return
    }
    let (mired, duv) = (found.mired - truth.mired, found.duv - truth.duv)
    let isNear = allows(.mired, mired, limit: limits.mired)
    guard allows(.duv, duv, limit: limits.duv), isNear, let stated else { return }
    let errors = stated.ratio(toMired: mired, duv: duv)
    if errors > limits.statedErrors { warnings.append(.beyondUncertainty(errors, limit: limits.statedErrors)) }
  }

  /// Judges the response to black in the channel where it is the largest share of white.
  mutating func judge(black: SIMD3<Double>, neutral: SIMD3<Double>) {
    let share = (black / neutral).farthestFromZero
    judge(.offBlack, share, limit: limits.blackShare, warningLimit: limits.blackShareWarning) {
      .offBlack(share: $0, limit: $1)
    }
  }

  /// Judges the departure of the grays' response from proportionality to luminance, in the channel with the largest
  /// one.
  mutating func judge(bend: SIMD3<Double>) {
    _ = allows(.notLinear, bend.farthestFromZero, limit: limits.grayBend)
  }

  mutating func judge(white: LinearRGB, under light: CalibrationLight) {
    if white.isBalancedWhite { warnings.append(.balancedReadings) }
    let difference = TypicalWhitePoint.mired(white) - light.temperatureAndTint.mired
    judge(
      .unusualWhite, difference, limit: limits.unusualWhite, warningLimit: limits.unusualWhiteWarning
    ) { .unusualWhite(mired: $0, limit: $1) }
  }

  /// Judges the distances of lights from those that the others find.
  ///
  /// A distance beyond the limit of refusals is reported first. Otherwise the light that exceeds its own limit of
  /// warnings by most is reported.
  ///
  /// - Returns: The part of the reported distance, in mired, that the stated errors do not explain; 0 where no distance
  ///   is beyond its limit, or where the lights are refused. It is not known which of the lights is wrong, so this part
  ///   counts as an error of every light that the charts find.
  mutating func doubt(among lights: [ChartCalibration.Disagreement]) -> Double {
    func limit(_ light: ChartCalibration.Disagreement) -> Double {
      max(limits.lightsDisagreeWarning, light.explained)
    }
    guard let farthest = lights.max(by: { $0.mired < $1.mired }),
      let farthestBeyondLimit = lights.max(by: { $0.mired - limit($0) < $1.mired - limit($1) })
    else { return 0 }
    let worst = farthest.mired <= limits.lightsDisagree ? farthestBeyondLimit : farthest
    judge(.lightsDisagree, worst.mired, limit: limits.lightsDisagree, warningLimit: limit(worst)) {
      .lightsDisagree(mired: $0, limit: $1, names: [worst.light])
    }
    guard worst.mired <= limits.lightsDisagree, worst.mired > limit(worst), worst.mired.isFinite else { return 0 }
    // The two parts of the distance are independent, so their squares add.
    return ((worst.mired - worst.explained) * (worst.mired + worst.explained)).squareRoot()
  }
}
