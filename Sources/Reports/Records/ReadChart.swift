package import Calibration
package import GrayCard
package import RawFrames
package import WhiteBalance

/// The contents of a chart's file, light and reference.
package struct ReadChart {
  package let file: String
  package let readings: [ChartReading]
  package let reference: ChartReference
  package let light: CalibrationLight
  /// The facts that the light's file states about itself.
  package let meter: MeterReport?
  package let warnings: [Note]
  /// The chart in its frame; `nil` for readings.
  private let chart: FramedChart?

  package init(
    file: String, readings: [ChartReading], reference: ChartReference, light: CalibrationLight, meter: MeterReport?,
    warnings: [Note], chart: FramedChart?
  ) {
    (self.file, self.readings, self.reference, self.light) = (file, readings, reference, light)
    (self.meter, self.warnings, self.chart) = (meter, warnings, chart)
  }

  /// The raw frame that the chart is in.
  package var source: SourceFrame? { chart?.frame.source }

  /// The reason why the black level of the frame cannot be trusted.
  package var blackRefusal: CardRefusal? { chart?.frame.refusal }

  /// The reason why the black level of the frame cannot be trusted, for a person, with what the chart's grays say of
  /// it.
  func blackReason(grays black: LinearRGB?) -> String? {
    blackRefusal.map { $0.description + (blackAdvice(black).map { "; \($0)" } ?? "") }
  }

  /// The black level of the frame by the chart's grays, in raw values, for a person whose level is off.
  package func blackAdvice(_ black: LinearRGB?) -> String? {
    guard let source, let black, let gains = chart?.appliedGains else { return nil }
    let scale = Double(source.average?.scale ?? 1)
    // The grays are the sensor's; the level is one of samples, which the device has multiplied.
    let found = (black.red * gains.red + black.green * gains.green + black.blue * gains.blue) / 3 / scale
    let stated = source.levels.black.all.reduce(0, +) / 4
    return
      "by the chart's grays the black level of \(file) is about \(fixed(stated + found, 0)), not \(fixed(stated, 0)); "
      + "measure it from a dark frame (--dark), or give --black"
  }
}
