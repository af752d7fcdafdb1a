package import Calibration
package import DeviceProfiles
package import GrayCard
package import RawFrames
import WhiteBalance

/// The contents of a chart's file, light and reference.
package struct ReadChart {
  package let file: String
  /// The camera that the frame names; `nil` for readings, and where it names none.
  package let device: DeviceIdentity?
  package let readings: [ChartReading]
  package let reference: ChartReference
  package let light: CalibrationLight
  /// The facts that the light's file states about itself.
  package let meter: MeterReport?
  package let warnings: [Note]
  /// The chart in its frame; `nil` for a chart given by its readings.
  private let chart: FramedChart?

  package init(
    file: String, device: DeviceIdentity? = nil, readings: [ChartReading], reference: ChartReference,
    light: CalibrationLight, meter: MeterReport?, warnings: [Note], chart: FramedChart?
  ) {
    (self.file, self.device, self.readings, self.reference, self.light) = (file, device, readings, reference, light)
    (self.meter, self.warnings, self.chart) = (meter, warnings, chart)
  }

  /// The raw frame with the chart.
  package var source: SourceFrame? { chart?.frame.source }

  /// The reason why the black level of the frame cannot be trusted.
  package var blackRefusal: CardRefusal? { chart?.frame.refusal }

  /// Returns the reason why the frame's black level cannot be trusted, as text, with the level that the chart's grays
  /// give.
  func blackReason(grays black: LinearRGB?) -> String? {
    blackRefusal.map { $0.description + (blackAdvice(black).map { "; \($0)" } ?? "") }
  }

  /// Returns the frame's black level by the chart's grays, in raw values, as advice to a person whose level is wrong or
  /// not known.
  func blackAdvice(_ black: LinearRGB?) -> String? {
    guard let source, let black, let gains = chart?.appliedGains else { return nil }
    let scale = Double(source.average?.scale ?? 1)
    // The grays give the sensor's black. The level is one of samples, which include the device's gains.
    let found = (black.red * gains.red + black.green * gains.green + black.blue * gains.blue) / 3 / scale
    let used = source.levels.black.all.reduce(0, +) / 4
    let (byGrays, given) = (fixed(used + found, 0), source.toldLevels.map { _ in fixed(used, 0) })
    let contrast = given.map { $0 == byGrays ? "" : ", not \($0)" } ?? ""
    return
      "by the chart's grays the black level of \(file) is about \(byGrays)\(contrast); measure it from a dark frame "
      + "(--dark), or give --black"
  }
}
