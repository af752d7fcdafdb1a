import Colorimetry
import DeviceProfiles
import DigitalNegatives
import Foundation
import RawFrames
import TestSupport
import WhiteBalance

/// A file that is removed when nobody needs it.
final class TemporaryFile {
  let path: String

  /// - Parameter name: the end of the file's name.
  init(_ bytes: [UInt8], name: String = "") throws {
    path = FileManager.default.temporaryDirectory.appending(path: "source-\(UUID().uuidString)\(name)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Frames whose samples are known.
enum KnownFrames {
  static let width = 64, height = 48
  static let byteCount = 2 * width * height

  /// The bytes of a frame of RG10 under one light, with noise.
  static func bytes(
    _ neutral: (red: Double, green: Double, blue: Double) = (300, 600, 450), black: Double = 64, noise: Double = 2,
    seed: UInt64 = 1
  ) throws -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return try FrameWriter.bytes(PixelFormat("RG10"), width: width, height: height) { column, row in
      let channel = BayerPattern.rggb.channel(column: column, row: row)
      let signal =
        switch channel {
        case .red: neutral.red
        case .blue: neutral.blue
        case .greenOnRedRow, .greenOnBlueRow: neutral.green
        }
      return UInt16(min(max((black + signal + noise * generator.normal()).rounded(), 0), 1023))
    }
  }

  static func frame(levels: SampleLevels? = nil) throws -> RawFrame {
    try RawFrame(format: PixelFormat("RG10"), width: width, height: height, bytes: bytes(), levels: levels)
  }

  static let profile: DeviceProfile = {
    let matrix = Matrix3x3(rows: [0.9, -0.3, -0.1], [-0.4, 1.2, 0.2], [-0.1, 0.2, 0.6])
    do throws(WhiteBalanceError) {
      return DeviceProfile(
        identity: DeviceIdentity(model: "Camera"),
        characterization: .matrices(
          try MatrixCharacterization(lights: [.init(temperature: 6504, matrix: matrix)])), provenance: "test")
    } catch { preconditionFailure("\(error)") }
  }()

  /// A DNG of the frame, with black at 64.
  static func negative() throws -> [UInt8] {
    let exposure = try ExposureMetadata(duration: 0.01, iso: 200)
    return try DigitalNegative.made(
      of: frame(levels: SampleLevels(black: 64, white: 1000)), by: profile,
      asShotNeutral: LinearRGB(red: 0.5, green: 1, blue: 0.75), exposure: exposure
    ).negative.dngBytes()
  }
}
