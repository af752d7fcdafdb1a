import Foundation
import FrameSources
import GrayCard
import RawFrames
import TestSupport
import Testing

/// The Swift of FrameSources' page; `clone` is the folder of the package.
@Suite struct FrameSourcesSamples {
  private let clone = repositoryRoot

  @Test func `the landing page`() throws {
    let path = clone.appending(path: "Data/sample/sample.raw").path
    let source = try RawFileSource(
      path: path, format: "RG10", width: 160, height: 120)
    var settings = MeasurementSettings()
    settings.levels.black = .given(BayerValues(repeating: 64))
    let measurement = try source.measurement(settings)
    print(measurement.json())
    #expect(measurement.record.verdict == "ok")
  }
}
