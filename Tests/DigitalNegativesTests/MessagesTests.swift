import DigitalNegatives
import ProfileExchange
import RawFrames
import TestSupport
import Testing

/// The complete text of every error and warning of DigitalNegatives. The errors of tags and profiles belong to
/// ProfileExchange.
@Suite struct MessagesTests {
  @Test(arguments: ["duration", "ISO", "gain", "aperture"]) func `an exposure that is none is told with its value`(
    field: String
  ) {
    #expect(
      ExposureError.notPositive(field, -0.5).description
        == "an exposure's \(field) of -0.5 is not valid; it must be finite and above 0")
  }

  @Test func `what a DNG does not hold is told whole`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG10"), width: 4, height: 4, &draws)
    var average = FrameAverage(frame)
    try average.add(frame)
    var white = BayerValues(repeating: 2000.0)
    white.blue = 1990.5
    let levels = try SampleLevels(
      black: BayerValues(repeating: 64), white: white, blackError: BayerValues(repeating: 0.5))
    func texts(_ exposure: ExposureMetadata) throws -> [String] {
      try DigitalNegative.made(of: average.mean().replacingLevels(levels), by: Negatives.profile, exposure: exposure)
        .warnings.filter { $0.code != .provenance }.map(\.text)
    }
    let ofFrame = [
      "that the frame is a mean, and how it was rounded, is not kept",
      "the white level differs between channels; the DNG has the least, 1991.0",
      "DNG has no tag for the black level's standard error: it is in DNGPrivateData, which this library reads back",
    ]
    #expect(
      try texts(ExposureMetadata(iso: 100.4, gain: 2)) == ofFrame + [
        "EXIF has ISO in whole numbers: other programs read 100 of 100.4"
      ])
    #expect(
      try texts(ExposureMetadata(duration: 1e-12, gain: 2, aperture: 1e12)) == ofFrame + [
        "EXIF's fractions do not hold the duration of 1e-12",
        "EXIF's fractions do not hold the aperture of 1000000000000.0",
        "EXIF has no tag for a gain: it is in DNGPrivateData, which this library reads back",
      ])
  }
}
