import Colorimetry
import DeviceProfiles
import Foundation
import FrameSources
import GrayCard
import ICCProfiles
import RawFrames
import Reports

/// The simulated frame that is bundled with the tool, its camera's profile, and the true light.
///
/// `Tests/wbcalTests/BundledSampleTests.swift` makes all three. They are in `Data/sample`.
struct BundledSample: Decodable {
  /// The content of the frame, in words.
  let description: String
  let format: String
  let width, height: Int
  let truth: Report.Truth

  static func load() throws -> BundledSample {
    try JSONDecoder().decode(BundledSample.self, from: Data(BundledFile.sampleJSON))
  }

  /// The frame, with its camera's profile.
  func source() throws -> FrameInMemory {
    let frame = try RawFrame(
      format: PixelFormat(format), width: width, height: height, bytes: BundledFile.sampleRaw)
    let profile = try DeviceProfile(iccBytes: BundledFile.sampleICC)
    return FrameInMemory(
      frame, name: description,
      facts: SourceFacts(levels: profile.levels, blackOrigin: .profile, profile: profile))
  }
}
