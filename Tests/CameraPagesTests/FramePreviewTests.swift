import CameraControl
import Colorimetry
import DeviceProfiles
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

@testable import CameraPages

/// The picture: what is neutral is gray, what is clipped is marked, and each block is where it was.
@Suite struct FramePreviewTests {
  private static let unit = WhiteBalanceGains(red: 1, green: 1, blue: 1)

  /// A frame of 10 bits whose samples are told by their place.
  private static func frame(
    _ format: String = "RG10", width: Int, height: Int, _ sample: (Int, Int) -> Int
  ) throws -> RawFrame {
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let value = sample(column, row)
        bytes += [UInt8(value & 0xff), UInt8(value >> 8)]
      }
    }
    return try RawFrame(
      format: PixelFormat(format), width: width, height: height, bytes: bytes,
      levels: SampleLevels(black: 64, white: 1023))
  }

  private static func pixel(_ preview: FramePreview, _ column: Int, _ row: Int) -> [UInt8] {
    let place = 3 * (row * preview.width + column)
    return Array(preview.pixels[place..<place + 3])
  }

  @Test(arguments: CIEIlluminant.allCases.prefix(8))
  func `a card is gray in the picture once the camera is balanced for its light`(light: CIEIlluminant) throws {
    let profile = SimulatedCamera.profile
    let native = try profile.characterization.response(to: Chromaticity(light.distribution))
    let gains = try WhiteBalanceGains(neutralizing: native)
    // Half in the device, half in software, as a device with coarse steps has it.
    let applied = WhiteBalanceGains(red: gains.red.squareRoot(), green: 1, blue: gains.blue.squareRoot())
    let software = WhiteBalanceGains(
      red: gains.red / applied.red, green: gains.green, blue: gains.blue / applied.blue)
    let matrix = PreviewMatrix(applied: applied, software: software, profile: profile)
    let signal =
      0.18
      * SIMD3<Float>(
        Float(applied.red / gains.red), Float(1 / gains.green), Float(applied.blue / gains.blue))
    let color = matrix.rows.map { ($0 * signal).sum() }
    for channel in color {
      #expect(Tolerance.grayOfPreview.allows(Double(abs(channel / 0.18 - 1))), "\(light): \(color)")
    }
  }

  @Test(arguments: [CIEIlluminant.a, .d50, .d65])
  func `a surface has its own colour in the picture, as the profile's matrix and Bradford's tell it`(
    light: CIEIlluminant
  ) throws {
    let profile = SimulatedCamera.profile
    let chromaticity = Chromaticity(light.distribution)
    let gains = try WhiteBalanceGains(neutralizing: profile.characterization.response(to: chromaticity))
    let toDevice = try #require(profile.characterization.colors).matrix(under: chromaticity)
    let adaptation = try ChromaticAdaptation.bradford.matrix(from: chromaticity, to: Chromaticity(x: 0.3127, y: 0.3290))
    // From linear sRGB to XYZ: IEC 61966-2-1.
    let primaries = Matrix3x3(
      rows: [0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505])
    let fromPicture = toDevice * adaptation.inverse * primaries
    let wanted = SIMD3(0.4, 0.2, 0.1)
    let balanced = (fromPicture * wanted) / (fromPicture * SIMD3(1, 1, 1))
    let matrix = PreviewMatrix(applied: gains, software: Self.unit, profile: profile)
    for (row, channel) in zip(matrix.rows, [wanted.x, wanted.y, wanted.z]) {
      let found = Double((row * SIMD3<Float>(balanced)).sum())
      #expect(Tolerance.grayOfPreview.allows(abs(found / channel - 1)), "\(light): \(found), \(channel)")
    }
  }

  @Test func `without a profile the gains alone make the picture`() {
    let matrix = PreviewMatrix(
      applied: Self.unit, software: WhiteBalanceGains(red: 2, green: 1, blue: 1.5), profile: nil)
    #expect(matrix.rows == [SIMD3(2, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1.5)])
  }

  @Test(arguments: ["RG10", "GB10", "BG10", "BA10"])
  func `each order of colours gives the same picture`(format: String) throws {
    let pattern = try #require(PixelFormat(format).bayerPattern)
    let frame = try Self.frame(format, width: 8, height: 6) { column, row in
      switch pattern.channel(column: column, row: row) {
      case .red: 64 + 480
      case .greenOnRedRow: 64 + 200
      case .greenOnBlueRow: 64 + 280
      case .blue: 64 + 96
      }
    }
    let matrix = PreviewMatrix(applied: Self.unit, software: Self.unit, profile: nil)
    let preview = try #require(FramePreview(of: frame, by: matrix))
    #expect(preview.width == 4 && preview.height == 3)
    let expected = [480.0, 240, 96].map { SRGBTable.shared[Int(($0 / 959 * Double(SRGBTable.count - 1)).rounded())] }
    for column in 0..<4 { #expect(Self.pixel(preview, column, 2) == expected) }
  }

  @Test func `a large frame is binned, and a block stays where it was`() throws {
    let bright = (column: 5, row: 2)
    let frame = try Self.frame(width: 1300, height: 40) { column, row in
      column / 4 == bright.column && row / 4 == bright.row ? 900 : 64
    }
    let matrix = PreviewMatrix(applied: Self.unit, software: Self.unit, profile: nil)
    let preview = try #require(FramePreview(of: frame, by: matrix))
    #expect(preview.blockWidth == 4 && preview.blockHeight == 4 && preview.width == 325 && preview.height == 10)
    for row in 0..<preview.height {
      for column in 0..<preview.width {
        let isBright = Self.pixel(preview, column, row)[1] > 128
        #expect(isBright == (column == bright.column && row == bright.row))
      }
    }
  }

  @Test func `a frame lower than a block is no wider than a picture may be`() throws {
    let frame = try Self.frame(width: 5000, height: 2) { column, _ in column / 8 == 7 ? 900 : 64 }
    let matrix = PreviewMatrix(applied: Self.unit, software: Self.unit, profile: nil)
    let preview = try #require(FramePreview(of: frame, by: matrix))
    #expect(preview.width == 625 && preview.height == 1 && preview.blockHeight == 2)
    for column in 0..<preview.width { #expect((Self.pixel(preview, column, 0)[1] > 128) == (column == 7)) }
  }

  @Test func `one clipped sample marks its pixel, and the share tells how many`() throws {
    let frame = try Self.frame(width: 16, height: 8) { column, row in column == 5 && row == 3 ? 1023 : 300 }
    let matrix = PreviewMatrix(applied: Self.unit, software: Self.unit, profile: nil)
    let preview = try #require(FramePreview(of: frame, by: matrix))
    #expect(Self.pixel(preview, 2, 1) == [255, 0, 255])
    #expect(Self.pixel(preview, 3, 1) != [255, 0, 255])
    #expect(preview.clippedShare == 1.0 / 32)
    let plain = try #require(FramePreview(of: frame, by: matrix, marksClipping: false))
    #expect(Self.pixel(plain, 2, 1) != [255, 0, 255] && plain.clippedShare == preview.clippedShare)
  }

  @Test func `the encoding is sRGB's`() {
    // IEC 61966-2-1: half of the code is a linear 0.2140.
    let half = Int((0.21404 * Double(SRGBTable.count - 1)).rounded())
    #expect(SRGBTable.shared[0] == 0 && SRGBTable.shared[SRGBTable.count - 1] == 255)
    #expect([127, 128].contains(SRGBTable.shared[half]))
    #expect(zip(SRGBTable.shared, SRGBTable.shared.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `a frame without colours has no picture`() throws {
    let frame = try RawFrame(format: PixelFormat("Y10 "), width: 8, height: 8, bytes: [UInt8](repeating: 1, count: 128))
    let matrix = PreviewMatrix(applied: Self.unit, software: Self.unit, profile: nil)
    #expect(FramePreview(of: frame, by: matrix) == nil)
  }

  @Test func `a picture is a JPEG of its size`() throws {
    let frame = try Self.frame(width: 64, height: 48) { column, _ in 64 + 10 * column }
    let matrix = PreviewMatrix(applied: Self.unit, software: Self.unit, profile: nil)
    let preview = try #require(FramePreview(of: frame, by: matrix))
    let bytes = try #require(JPEGEncoder()?.bytes(of: preview))
    #expect(bytes.starts(with: [0xff, 0xd8]) && bytes.suffix(2) == [0xff, 0xd9])
    // The frame's header, SOF0: height and width stand behind its length and depth.
    let start = try #require(bytes.indices.first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0 })
    #expect(bytes[start + 5..<start + 9].map(Int.init) == [0, 24, 0, 32])
  }
}
