package import DeviceProfiles
package import ProfileExchange
import WhiteBalance

/// The result of `profile import` and `profile export`, as it is printed.
package struct ExchangeReport: Encodable {
  package var source, format, device: String
  package var warnings: [Note]
  package var output: String

  package init(
    source: String, format: String, device: DeviceProfile, warnings: [ExchangeWarning], output: String
  ) {
    self.source = source
    self.format = format
    self.device = device.identity.description
    self.warnings = warnings.map(\.finding)
    self.output = output
  }

  package var text: String {
    var lines: [LabelledLine] = [("source", source), ("format", format), ("device", device)]
    lines += warnings.map { ("warning", $0.message) }
    lines.append(("written", output))
    return labelled(lines)
  }
}
