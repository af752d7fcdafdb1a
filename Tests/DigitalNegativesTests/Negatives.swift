import Colorimetry
import DeviceProfiles
import DigitalNegatives
import RawFrames
import TestSupport
import WhiteBalance

/// Frames and profiles to write.
enum Negatives {
  static func matrix(_ m: [Double]) -> Matrix3x3 {
    Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
  }

  /// A camera under A and D65, its matrices of four decimals.
  static let characterization: MatrixCharacterization = {
    // A and D65 have the Duv of the CIE's illuminants, which their numbers in a DNG stand for.
    let lights = [
      (2850.0, Chromaticity.a, TagFileBuilder.warm), (6500.0, .d65, TagFileBuilder.cold),
    ].map {
      MatrixCharacterization.CalibratedLight(
        temperature: $0, duv: try? TemperatureAndTint($1).duv, matrix: matrix($2))
    }
    do { return try MatrixCharacterization(lights: lights, unitResponse: unitResponse) } catch {
      preconditionFailure("\(error)")
    }
  }()

  static let unitResponse = LinearRGB(red: 1.02, green: 1, blue: 0.97)

  static let profile = DeviceProfile(
    identity: DeviceIdentity(manufacturer: "Test", model: "Camera", unit: "unit 7"),
    characterization: .matrices(characterization), provenance: "test")

  static let neutral = LinearRGB(red: 0.5, green: 1, blue: 0.625)

  /// Every format with colours.
  static let formats = PixelFormat.all.filter { $0.bayerPattern != nil }

  /// Any samples, any black levels in 256ths, any white.
  static func frame(
    _ format: PixelFormat, width: Int, height: Int, wholeBlack: Bool = false, _ draws: inout Draws
  ) throws -> RawFrame {
    let bytes = try FrameWriter.bytes(format, width: width, height: height) { _, _ in
      UInt16(draws.choice(below: UInt64(format.maximumSample) + 1))
    }
    let step = wholeBlack ? 1.0 : 256
    let black = (0..<4).map { _ in Double(draws.choice(below: UInt64(64 * step))) / step }
    let white = Double(format.maximumSample) - Double(draws.choice(below: 100))
    return try RawFrame(
      format: format, width: width, height: height, bytes: bytes,
      levels: SampleLevels(
        black: BayerValues(red: black[0], greenOnRedRow: black[1], greenOnBlueRow: black[2], blue: black[3]),
        white: BayerValues(repeating: white)))
  }

  static func samples(of frame: RawFrame) -> [UInt16] {
    (0..<frame.height).flatMap { row in
      var samples: [UInt16] = []
      frame.readSamples(row: row, columns: 0..<frame.width, into: &samples)
      return samples
    }
  }
}
