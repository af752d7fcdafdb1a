import GrayCard
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
    let measurement = try CardMeasurement(of: frame, on: still.profile)
    let light = try still.asShotLight()?.temperatureAndTint
    #expect(measurement.record.source == "card.dng" && light != nil)
  }
}
