internal import WhiteBalance

/// The error of a chart's white: the scatter of its grays, and the shift of all grays by black.
///
/// Black shifts the white by several times its own share of it, because most grays are far darker than white.
struct ChartWhiteError: Hashable, Sendable {
  /// The error of each channel by the scatter of the grays, as a share.
  let scatter: Double
  /// The changes of the channels, as shares, due to the black that the grays show, due to one standard error of each
  /// channel's stated black level, and due to one of the black level of all.
  ///
  /// The first is 0 where the grays do not determine black. The others are 0 where they do, and where no error is
  /// stated.
  let blackShift, blackErrorShift, sharedBlackErrorShift: SIMD3<Double>

  /// Creates the error of a white.
  ///
  /// - Parameters:
  ///   - neutral: The device's response to the white.
  ///   - scatter: The error of each channel by the scatter of the grays, as a share.
  ///   - problem: The samples that the white was fitted to.
  ///   - line: The line of the chart's grays, or `nil` where they do not determine black.
  ///   - readings: The readings of the chart, which state the error of the black level.
  init(of neutral: SIMD3<Double>, scatter: Double, in problem: FitProblem, line: GrayLine?, readings: [ChartReading]) {
    let stated = line == nil ? readings.first { $0.blackError != nil || $0.sharedBlackError != nil } : nil
    func shift(by offset: SIMD3<Double>?) -> SIMD3<Double> {
      offset.map { problem.shift(of: neutral, by: $0) } ?? .zero
    }
    self.scatter = scatter
    blackShift = shift(by: line?.black)
    (blackErrorShift, sharedBlackErrorShift) = (
      shift(by: stated?.blackError?.vector), shift(by: stated?.sharedBlackError?.vector)
    )
  }

  /// The covariance of ln R/G and ln B/G of the white.
  var covariance: RatioCovariance {
    let variance = scatter * scatter
    func ofRatios(_ shift: SIMD3<Double>) -> RatioCovariance {
      RatioCovariance(shift: SIMD2(shift.x - shift.y, shift.z - shift.y))
    }
    // The errors of the channels' stated black levels are independent.
    let squares = blackErrorShift * blackErrorShift
    return RatioCovariance(red: 2 * variance, blue: 2 * variance, both: variance)
      + ofRatios(blackShift) + ofRatios(sharedBlackErrorShift)
      + RatioCovariance(red: squares.x + squares.y, blue: squares.z + squares.y, both: squares.y)
  }
}
