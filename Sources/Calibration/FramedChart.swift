public import GrayCard
public import RawFrames
public import WhiteBalance

/// A chart in a raw frame, read like the command-line tool reads it.
///
/// Its readings are the sensor's own, without a device's gains, and above a black level that was judged:
///
///     let chart = try FramedChart(in: SourceFrame(frame), corners: corners, of: .colorChecker24)
///     if let refusal = chart.refusal { print(refusal) }
///     let fit = try ChartFit(readings: chart.readings, reference: .colorChecker24, light: light)
public struct FramedChart: Sendable {
  /// The readings of the patches, row by row, in raw values above black, without ``appliedGains``.
  public let readings: [ChartReading]
  /// The reason why the black level, and so the readings, cannot be trusted; `nil` where they can.
  public var refusal: CardRefusal? { frame.refusal }
  /// The frame, with its black level judged.
  package let frame: PatchedFrame
  /// The gains that the device has multiplied the samples by.
  public let appliedGains: WhiteBalanceGains
  /// The warnings about the corners and about the frame.
  public let warnings: [Finding]

  /// Reads a chart between its corners, and judges the black level of its frame.
  ///
  /// - Parameters:
  ///   - source: The frame, with its origin. A black level that is not known is estimated.
  ///   - corners: The corners of the chart, as in ``ChartFrame``.
  ///   - reference: The chart, which must be a grid.
  ///   - appliedGains: The gains that the device has multiplied the samples by, each above 0 and finite.
  /// - Throws: ``ChartFrameError`` where the chart cannot be read between these corners. A black level that cannot be
  ///   trusted does not throw: ``refusal`` has the reason.
  public init(
    in source: SourceFrame, corners: [ChartFrame.Point], of reference: ChartReference,
    appliedGains: WhiteBalanceGains = .unity
  ) throws(ChartFrameError) {
    guard appliedGains.isPositive else { throw ChartFrameError.invalidGains(appliedGains) }
    guard let columns = reference.columns else { throw ChartFrameError.noGrid(reference: reference.name) }
    let names = reference.patches.map(\.name)
    let chart = try ChartFrame(corners: corners, columns: columns, rows: names.count / columns)
    // This also checks that the patches are in the frame.
    var readings = try chart.readings(of: source.frame, names: names)
    do throws(GrayCardError) {
      frame = try PatchedFrame(source, patches: chart.insides(in: source.frame), appliedGains: appliedGains)
    } catch { throw .monochrome(source.frame.format.fourCC) }
    if frame.source.blackOrigin != source.blackOrigin {
      readings = try chart.readings(of: frame.source.frame, names: names)
    }
    self.readings = readings.map { $0.divided(by: appliedGains) }
    warnings = [chart.warning?.finding].compactMap(\.self) + frame.warnings
    self.appliedGains = appliedGains
  }
}

extension ChartReading {
  /// Returns the reading of the samples before they were multiplied by these gains.
  fileprivate func divided(by gains: WhiteBalanceGains) -> ChartReading {
    ChartReading(
      patch: patch, response: response.divided(by: gains), standardError: standardError?.divided(by: gains),
      blackError: blackError?.divided(by: gains), sharedBlackError: sharedBlackError?.divided(by: gains),
      isClipped: isClipped)
  }
}
