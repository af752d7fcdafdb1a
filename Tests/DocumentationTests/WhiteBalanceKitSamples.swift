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
      format: .rg10, width: 160, height: 120, bytes: bytes,
      levels: SampleLevels(black: 64, white: 1023))
    let profile = try DeviceProfile(
      contentsOf: folder.appending(path: "sample.icc").path)
    let measurement = try CardMeasurement(of: frame, on: profile)
    if case .ok(let card) = measurement.verdict {
      print(card.gains, card.light as Any)
    }
    do { _ = try PixelFormat("YUYV") } catch {
      print(error.localizedDescription)
    }
    #expect(measurement.record.verdict == "ok")
  }

  /// `Absence` and `Reason` are nested in another error type, which has the message.
  @Test func `every error that is thrown has its message as its localized description`() throws {
    let sources = repositoryRoot.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    let errors = text.matches(of: /public (?:indirect )?(?:enum|struct) (\w+): (?:\w+, )*Error\b/).map { String($0.1) }
    let nested = ["Absence", "Reason"]
    #expect(errors.count > 25)
    for error in Set(errors).subtracting(nested) {
      #expect(text.contains("extension \(error): LocalizedError"), "\(error)")
    }
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
