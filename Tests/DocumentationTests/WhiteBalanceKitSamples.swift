import Foundation
import TestSupport
import Testing
import WhiteBalanceKit

/// The Swift of WhiteBalanceKit's page; `clone` is the folder of the package.
@Suite struct WhiteBalanceKitSamples {
  private let clone = repositoryRoot

  @Test func `the landing page`() throws {
    let folder = clone.appending(path: "Data/sample")
    let bytes = try Data(contentsOf: folder.appending(path: "sample.raw"))
    let frame = try RawFrame(
      format: .rg10, width: 160, height: 120, bytes: bytes, levels: SampleLevels(black: 64, white: 1023))
    let profile = try DeviceProfile(contentsOf: folder.appending(path: "sample.icc").path)
    let measurement = try CardMeasurement(of: frame, on: profile)
    if case .ok(let card) = measurement.verdict { print(card.gains, card.light as Any) }
    do { _ = try PixelFormat("YUYV") } catch { print(error.localizedDescription) }
    #expect(measurement.record.verdict == "ok")
  }

  @Test func `an error's localized description is its own message`() {
    let errors: [any Error & CustomStringConvertible] = [
      RawFrameError.unknownFormat("YUYV"), ColorimetryError.notReal(Chromaticity(x: 2, y: 2)),
      CameraError(device: "simulated:", reason: .notRunning), ProfileError.emptyModel,
      ProfileFileError(path: "a.icc", reason: .profile(.emptyModel)), GrayCardError.monochrome(PixelFormat.y10.fourCC),
    ]
    for error in errors { #expect((error as any Error).localizedDescription == error.description) }
  }
}
