import GrayCard
import RawFrames
import StillRaws
import TestSupport
import Testing
import WhiteBalance

/// The Swift of StillRaws' page, on a DNG of a simulated card.
@Suite struct StillRawsSamples {
  @Test func `the landing page`() throws {
    let bytes = try ReferenceData.bytes("stills/bayer-lossless.dng")
    let still = try StillRaw(bytes)
    let frame = try still.source(named: "card.dng")
    let measurement = try CardMeasurement(
      of: frame, on: still.profile, appliedGains: still.appliedGains)
    let light = try still.asShotLight()?.temperatureAndTint
    #expect(measurement.record.source == "card.dng" && light != nil)
    let area = still.activeArea
    let place = area.y * still.width + area.x
    let first = still.samples[place * still.layout.samplesPerPixel]
    let isUpright = still.orientation == .upright
    let isWhole = still.crop == area && still.maskedAreas.isEmpty
    var samples: [UInt16] = []
    try still.frame().readSamples(row: 0, columns: 0..<1, into: &samples)
    #expect(samples == [first] && isUpright && isWhole && still.blackOrigin == .file)
  }
}
