package import CameraControl
package import DigitalNegatives
package import GrayCard
import RawFrames
import WhiteBalance

/// A frame as `camera capture` prints it.
package struct CaptureReport: Encodable {
  package var camera, output, format: String
  package var width, height, bytesPerRow: Int
  package var sequence: UInt32
  /// The time in seconds, on the driver's clock.
  package var timestamp: Double
  package var exposure: NegativeReport.Exposure?
  /// The gains that the device has multiplied the samples by, and those still to be applied.
  package var appliedGains, softwareGains: Report.RGB
  package var warnings: [Note]

  package init(
    _ captured: CameraFrame, of camera: String, written output: String, metadata: ExposureMetadata, warnings: [Note]
  ) {
    (self.camera, self.output, self.warnings) = (camera, output, warnings)
    let frame = captured.frame
    format = frame.format.fourCC.description
    (width, height, bytesPerRow) = (frame.width, frame.height, frame.bytesPerRow)
    (sequence, timestamp) = (captured.sequence, captured.timestamp.inSeconds)
    exposure = metadata == .unknown ? nil : .init(metadata)
    appliedGains = Report.RGB(captured.appliedGains)
    softwareGains = Report.RGB(captured.softwareGains)
  }

  package var text: String {
    let exposure = exposure.map { "  \($0.text)" } ?? ""
    // A raw file's rows may have padding after them, which a reader cannot guess.
    let rows = DigitalNegative.isName(output) ? "" : ", rows of \(bytesPerRow) bytes"
    return
      (["\(output)  frame \(sequence)  \(format) \(width)x\(height)\(rows)\(exposure)"]
      + warnings.map { "  warning: \($0.message)" })
      .joined(separator: "\n")
  }
}
