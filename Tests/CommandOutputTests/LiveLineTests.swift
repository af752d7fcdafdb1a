import GrayCard
import Testing

@testable import CommandOutput
@testable import Reports

/// The line that `wbcal camera meter` writes over in a terminal.
@Suite struct LiveLineTests {
  private static let parts = ["5003 K", "tint -4.1", "all locked", "gains 1.5000 1.0000 1.3000"]

  @Test(arguments: 0...80) func `a line never is longer than the terminal, and has no part of a number`(columns: Int) {
    let line = LiveLine.fitted(Self.parts, columns: columns)
    #expect(line.count <= columns)
    let whole = (1...Self.parts.count).map { Self.parts.prefix($0).joined(separator: "  ") }
    // The first part alone may be cut, where there is room for nothing else.
    #expect(whole.contains(line) || columns < Self.parts[0].count)
    // And it is the most that fits.
    #expect(!whole.contains { $0.count <= columns && $0.count > line.count })
  }

  @Test func `a reading of a card, its state and its gains fit into 80 columns`() {
    let locked = MeterReading.Scene.Quantity(status: "converged", reason: nil)
    var report = Report()
    report.temperature = 25003.123456789
    report.tint = -104.123456789
    report.standardError = .init(red: 0.01, green: 0, blue: 0.01, temperature: 1203.4, duv: 0.0044)
    report.gains = .init(red: 2.1312909126281738, green: 1, blue: 1.5645438432693481)
    let reading = MeterReading(
      report: report, sequence: 1, timestamp: 1,
      exposure: .init(duration: 0.030000000000000002, iso: 362.5, gain: 3.625),
      appliedGains: .init(red: 1, green: 1, blue: 1),
      scene: .init(exposure: locked, focus: locked, whiteBalance: locked))
    #expect(
      LiveLine.fitted(reading.parts, columns: 79)
        == "25003 ± 1203 K  tint -104 ± 13  all converged  gains 2.1313 1.0000 1.5645")
    #expect(reading.parts.last == "0.03 s, ISO 362.5, gain 3.625")
  }
}
