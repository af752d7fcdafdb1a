import Colorimetry
import DeviceProfiles
import DigitalNegatives
import Foundation
import ProfileExchange
import RawFrames
import TestSupport
import Testing
import WhiteBalance

/// Files that were written, read by programs that are not ours.
@Suite struct OtherReadersTests {
  /// A row of 10, 12 or 14 bits does not fill whole bytes.
  private static let width = 35
  private static let height = 26

  private func negative(_ format: PixelFormat, wholeBlack: Bool) throws -> DigitalNegative {
    var draws = Draws(replaying: (0..<4096).map { $0 &* 0x9e37_79b9_7f4a_7c15 >> 8 })
    let frame = try Negatives.frame(
      format, width: Self.width, height: Self.height, wholeBlack: wholeBlack, &draws)
    let exposure = try ExposureMetadata(
      duration: 1.0 / 320, iso: 250, gain: 2.5, aperture: 2.8,
      date: CreationDate(year: 2026, month: 2, day: 3, hour: 4, minute: 5, second: 6))
    return try DigitalNegative.made(
      of: frame, by: Negatives.profile, asShotNeutral: Negatives.neutral, exposure: exposure
    ).negative
  }

  private func withFile<Result>(_ negative: DigitalNegative, _ body: (URL) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "negative-\(UUID().uuidString).dng")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(negative.dngBytes()).write(to: file)
    return try body(file)
  }

  /// The output of Tests/Oracle/read-dng.
  private struct SeenByLibRaw: Decodable {
    let black: [Double]
    let white: Double
    let whiteBalance: [Double]
    /// White-balanced by the gains.
    let toSRGB: [[Double]]
    let daylightGains: [Double]
    let colors: String
    let pattern: [Int]
    let width, height: Int
    let samples: [UInt16]
    let developed: [Int]
  }

  /// sRGB to XYZ as LibRaw has it, in seven decimals.
  private static let toXYZ = Matrix3x3(
    rows: [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041])

  /// One of each pattern, and one of each depth and packing.
  static let formats = ["BA81", "GB10", "pgAA", "RG12", "pBCC", "GB14", "pREE", "RG16", "ip3G"]

  @Test(
    .enabled(if: Python.has("rawpy") || isEverythingRequired, "python3 with rawpy is not installed"),
    arguments: formats)
  func `LibRaw reads the same samples, levels, matrix and neutral`(code: String) throws {
    let negative = try negative(PixelFormat(code), wholeBlack: true)
    let seen = try withFile(negative) { file in
      try JSONDecoder().decode(
        SeenByLibRaw.self,
        from: Python.run(script: "Tests/Oracle/read-dng", arguments: [file.path(percentEncoded: false)]))
    }
    let (frame, pattern) = (negative.frame, try #require(negative.frame.format.bayerPattern))
    #expect((seen.width, seen.height) == (frame.width, frame.height))
    #expect(seen.samples == Negatives.samples(of: frame))
    #expect(seen.developed == [frame.height, frame.width, 3])
    // Each place of the cell has the number of a colour and of a level.
    #expect(seen.colors == "RGBG")
    try #require(seen.pattern.count == 4 && seen.whiteBalance.count == 4)
    for (place, index) in seen.pattern.enumerated() {
      let channel = pattern.channel(column: place % 2, row: place / 2)
      let color: Character =
        switch channel {
        case .red: "R"
        case .greenOnRedRow, .greenOnBlueRow: "G"
        case .blue: "B"
        }
      #expect(Array(seen.colors)[index] == color)
      #expect(seen.black[index] == frame.levels.black[channel], "\(channel)")
    }
    #expect(seen.white == frame.levels.white.red)
    for (found, gain) in zip(seen.whiteBalance, [1 / 0.5, 1, 1 / 0.625]) {
      #expect(Tolerance.singlePrecision.allows(abs(found - gain)))
    }
    // LibRaw's camera is the unit: CameraCalibration by ColorMatrix2. It tells its way to sRGB; this is the way back.
    let unit = Matrix3x3(diagonal: [1.02, 1, 0.97]) * Negatives.matrix(TagFileBuilder.cold)
    let gains = seen.daylightGains
    let found =
      Matrix3x3(diagonal: [1 / gains[0], 1 / gains[1], 1 / gains[2]])
      * Negatives.matrix(Array(seen.toSRGB.joined())).inverse * Self.toXYZ.inverse
    for (found, expected) in zip(found.entries, unit.entries) {
      #expect(Tolerance.singlePrecision.allows(abs(found - expected)), "\(found), \(expected)")
    }
  }

  @Test(
    .enabled(if: Exiftool.isThere || isEverythingRequired, "exiftool is not installed"), arguments: ["pBAA", "GR16"])
  func `exiftool reads the same levels, matrices, neutral and exposure`(code: String) throws {
    let negative = try negative(PixelFormat(code), wholeBlack: false)
    let tags = try withFile(negative) { try Exiftool.tags($0) }
    let (frame, pattern) = (negative.frame, try #require(negative.frame.format.bayerPattern))
    #expect(tags.text("Warning") == "" && tags.text("Error") == "" && tags.text("FileType") == "DNG")
    #expect(tags.text("DNGVersion") == "1 2 0 0" && tags.text("DNGBackwardVersion") == "1 1 0 0")
    #expect(tags.text("UniqueCameraModel") == "Test Camera" && tags.text("CameraSerialNumber") == "unit 7")
    #expect(tags.text("Make") == "Test" && tags.text("Model") == "Camera")
    // 36 samples of 10 bits fill 45 bytes.
    #expect(tags.numbers("ImageWidth") == [code == "GR16" ? 35 : 36] && tags.numbers("ImageHeight") == [26])
    #expect(tags.numbers("ActiveArea") == [0, 0, 26, 35])
    #expect(tags.numbers("BitsPerSample") == [Double(frame.format.bitsPerSample)] && tags.text("Compression") == "1")
    let black = [(0, 0), (1, 0), (0, 1), (1, 1)].map { frame.levels.black[pattern.channel(column: $0.0, row: $0.1)] }
    #expect(tags.numbers("BlackLevelRepeatDim") == [2, 2] && tags.numbers("BlackLevel") == black)
    #expect(tags.numbers("WhiteLevel") == [frame.levels.white.red])
    #expect(tags.numbers("ColorMatrix1") == TagFileBuilder.warm && tags.numbers("ColorMatrix2") == TagFileBuilder.cold)
    #expect(tags.numbers("CalibrationIlluminant1") == [17] && tags.numbers("CalibrationIlluminant2") == [21])
    for name in ["CameraCalibration1", "CameraCalibration2"] {
      #expect(tags.numbers(name) == [1.02, 0, 0, 0, 1, 0, 0, 0, 0.97])
    }
    #expect(tags.text("CameraCalibrationSig") == tags.text("ProfileCalibrationSig"))
    #expect(tags.numbers("ForwardMatrix1").count == 9 && tags.numbers("ForwardMatrix2").count == 9)
    #expect(tags.numbers("AsShotNeutral") == [0.5, 1, 0.625])
    #expect(tags.numbers("ExposureTime") == [1.0 / 320] && tags.numbers("FNumber") == [2.8])
    #expect(tags.numbers("ISO") == [250] && tags.numbers("ISOSpeed") == [250] && tags.text("SensitivityType") == "3")
    #expect(tags.text("DateTimeOriginal") == "2026:02:03 04:05:06" && tags.text("OffsetTimeOriginal") == "+00:00")
    let value = try #require(negative.exposure.exposureValue)
    // "LightValue" is exiftool's own sum of the three, the exposure value at ISO 100.
    #expect(Tolerance.exiftoolSum.allows(abs(try #require(tags.numbers("LightValue").first) - value)))
  }
}
