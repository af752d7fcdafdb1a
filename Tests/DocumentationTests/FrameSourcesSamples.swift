import Foundation
import FrameSources
import GrayCard
import RawFrames
import TestSupport
import Testing

/// The Swift of FrameSources' page, on the frame of the bundled sample.
@Suite struct FrameSourcesSamples {
  @Test func `the landing page`() throws {
    let path = repositoryRoot.appending(path: "Data/sample/sample.raw").path
    let source = try RawFileSource(path: path, format: "RG10", width: 160, height: 120)
    var settings = MeasurementSettings()
    settings.levels = LevelSettings(black: .given(BayerValues(repeating: 64)))
    let measurement = try source.measurement(settings)
    print(measurement.json())
    #expect(measurement.record.verdict == "ok")

    switch try SourceKind(of: SourceFile(path: path)) {
    case .negative: print("a DNG")
    case .still(let name): print("a still raw: \(name)")
    case .samples: print("samples; their format must be told")
    }
    #expect(try SourceKind(of: SourceFile(path: path)) == .samples)
  }
}
