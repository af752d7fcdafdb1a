import DigitalNegatives
import FrameSources
import GrayCard
import ProfileExchange
import RawFrames
import StillRaws
import WhiteBalance

extension FuzzedReader {
  /// A still. LibRaw decodes it in a process of its own, whose end of any kind is an error here.
  static let stills = FuzzedReader(name: "stills") { bytes in
    let source = try StillSource(SourceFile(bytes: bytes, name: "still"))
    let still = source.still
    let (width, height) = (still.width, still.height)
    try hold(
      still.samples.count == width * height * still.layout.samplesPerPixel,
      "\(still.samples.count) samples for \(width) x \(height) places")
    for area in [still.activeArea, still.crop] + still.maskedAreas {
      try hold(area.isInside(width: width, height: height), "\(area) is not inside of \(width) x \(height) places")
    }
    if let neutral = still.asShotNeutral {
      try hold(min(neutral.red, neutral.green, neutral.blue) > 0, "an as-shot neutral of \(neutral)")
    }
    for warning in still.profileWarnings { try hold(!warning.text.isEmpty, "a warning says nothing") }
    try attempt { _ = try still.asShotLight() }
    _ = (still.asShotNeutral, still.exposure.exposureValue, still.illuminance(ofCardWith: 0.18, constant: 250))
    _ = try CardMeasurement(of: try still.source(), on: still.profile, appliedGains: still.appliedGains)
  }
}
