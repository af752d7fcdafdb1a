import DeviceProfiles
package import DigitalNegatives
package import GrayCard
package import ProfileExchange
package import RawFrames
import WhiteBalance

/// The result of `dng`, as it is printed.
package struct NegativeReport: Encodable {
  package struct Exposure: Encodable {
    package var duration, iso, gain, aperture, exposureValue: Double?
    package var date: String?
  }

  package var source, output: String
  package var frame: Report.Frame
  package var neutral: Report.RGB?
  package var exposure: Exposure?
  package var warnings: [Note]

  package init(
    _ name: String, _ source: SourceFrame, _ negative: DigitalNegative, warnings: [ExchangeWarning], output: String
  ) {
    self.source = name
    self.output = output
    frame = Report.Frame(source)
    neutral = negative.asShotNeutral.map { Report.RGB($0) }
    exposure = negative.exposure == .unknown ? nil : Exposure(negative.exposure)
    self.warnings = [source.blackOrigin.warning].compactMap(\.self) + warnings.map(\.finding)
  }

  package var text: String {
    var lines: [LabelledLine] = [("source", source), ("frame", frame.text)]
    if let neutral { lines.append(("neutral", channels(neutral))) }
    if let exposure { lines.append(("exposure", exposure.text)) }
    lines += warnings.map { ("warning", $0.message) }
    lines.append(("written", output))
    return labelled(lines)
  }
}

extension NegativeReport.Exposure {
  package init(_ exposure: ExposureMetadata) {
    self.init(
      duration: exposure.duration, iso: exposure.iso, gain: exposure.gain, aperture: exposure.aperture,
      exposureValue: exposure.exposureValue, date: exposure.date?.description)
  }

  package var text: String {
    [
      duration.map { "\(significant($0)) s" }, aperture.map { "f/\(significant($0))" },
      iso.map { "ISO \(significant($0))" }, gain.map { "gain \(significant($0))" },
      exposureValue.map { "EV \(fixed($0, 2))" }, date,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
