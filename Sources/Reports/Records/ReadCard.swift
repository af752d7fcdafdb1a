package import Calibration
package import GrayCard

/// A gray card of a calibration with its measurement.
package struct ReadCard {
  /// The name of the file, or of the source.
  package let file: String
  package let light: CalibrationLight
  /// The facts that the light's file states about itself.
  package let meter: MeterReport?
  package let measurement: CardMeasurement
  package let warnings: [Note]

  package init(
    file: String, light: CalibrationLight, meter: MeterReport?, measurement: CardMeasurement, warnings: [Note]
  ) {
    (self.file, self.light, self.meter, self.measurement, self.warnings) = (file, light, meter, measurement, warnings)
  }
}
