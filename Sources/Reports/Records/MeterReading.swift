package import CameraControl
import Colorimetry
import DigitalNegatives
package import GrayCard
package import Metering
import RawFrames
import WhiteBalance

/// A reading as `camera meter` prints it: the keys of `measure`, and facts about the frame.
package struct MeterReading: Encodable {
  package let report: Report
  package let sequence: UInt32
  /// The time in seconds, on the driver's clock.
  package let timestamp: Double
  package let exposure: NegativeReport.Exposure?
  /// The gains that the device had multiplied the samples by.
  package let appliedGains: Report.RGB
  /// The state of the device's settings; absent where the meter sets nothing.
  package let scene: Scene?

  package struct Scene: Encodable {
    package struct Quantity: Encodable {
      /// "diverged", "metering", "converged" or "locked".
      package var status: String
      package var reason: String?
    }

    package var exposure, focus, whiteBalance: Quantity

    package var text: String {
      // Quantities that the meter does not set, by request or because the device cannot set them, are left out.
      let unset = [MeteringReason.notMetered, .unsupported].map(\.description)
      let quantities = [("exposure", exposure), ("focus", focus), ("white balance", whiteBalance)]
        .filter { quantity in !unset.contains { $0 == quantity.1.reason } }
      if quantities.count == 3, Set(quantities.map(\.1.status)).count == 1 { return "all \(exposure.status)" }
      return quantities.map { name, quantity in "\(name) \(quantity.status)" }.joined(separator: ", ")
    }
  }

  private enum CodingKeys: CodingKey { case sequence, timestamp, exposure, appliedGains, scene }

  package func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sequence, forKey: .sequence)
    try container.encode(timestamp, forKey: .timestamp)
    try container.encodeIfPresent(exposure, forKey: .exposure)
    try container.encode(appliedGains, forKey: .appliedGains)
    try container.encodeIfPresent(scene, forKey: .scene)
  }

  /// The parts of a line of text, the most important ones first.
  package var parts: [String] {
    var parts: [String] = []
    if let reasons = report.reasons { parts.append("refused: \(reasons.map(\.code).joined(separator: ", "))") }
    let error = report.standardError
    if let temperature = report.temperature { parts.append("\(measured(temperature, error?.temperature)) K") }
    if let tint = report.tint {
      parts.append("tint \(measuredWithSign(tint, error?.duv.map { $0 * TemperatureAndTint.tintPerDuv }))")
    }
    if let error = report.error { parts.append(error) }
    if let scene, !scene.text.isEmpty { parts.append(scene.text) }
    if let gains = report.gains {
      parts.append("gains \(fixed(gains.red, 4)) \(fixed(gains.green, 4)) \(fixed(gains.blue, 4))")
    }
    if let exposure { parts.append(exposure.text) }
    if let light = report.chromaticity { parts.append("x, y \(fixed(light.x, 4)) \(fixed(light.y, 4))") }
    return parts
  }
}

extension MeterReading {
  /// Creates the record of a reading.
  ///
  /// - Parameter scene: The meter's scene; `nil` where the meter sets nothing.
  package init(_ report: Report, of frame: CameraFrame, scene: MeteringScene?) {
    self.report = report
    (sequence, timestamp) = (frame.sequence, frame.timestamp.inSeconds)
    let metadata = (try? frame.exposureMetadata()) ?? .unknown
    exposure = metadata == .unknown ? nil : .init(metadata)
    appliedGains = Report.RGB(frame.appliedGains)
    self.scene = scene.map(Scene.init)
  }
}

extension MeterReading.Scene {
  package init(_ scene: MeteringScene) {
    func quantity(_ quantity: MeteringQuantity) -> Quantity {
      Quantity(status: scene.status(of: quantity).rawValue, reason: scene.reason(of: quantity)?.description)
    }
    self.init(exposure: quantity(.exposure), focus: quantity(.focus), whiteBalance: quantity(.whiteBalance))
  }
}
