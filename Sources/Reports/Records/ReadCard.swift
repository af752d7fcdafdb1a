package import Calibration
package import DeviceProfiles
package import GrayCard

/// A gray card of a calibration with its measurement.
package struct ReadCard {
  /// The name of the file, or of the source.
  package let file: String
  /// The camera that the source names; `nil` where it names none.
  package let device: DeviceIdentity?
  package let light: CalibrationLight
  /// The facts that the light's file states about itself.
  package let meter: MeterReport?
  package let measurement: CardMeasurement
  package let warnings: [Note]

  package init(
    file: String, device: DeviceIdentity? = nil, light: CalibrationLight, meter: MeterReport?,
    measurement: CardMeasurement, warnings: [Note]
  ) {
    (self.file, self.device, self.light, self.meter) = (file, device, light, meter)
    (self.measurement, self.warnings) = (measurement, warnings)
  }
}
