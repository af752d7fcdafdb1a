import Foundation
import RawFrames
import TestSupport
import Testing

#if os(Linux)
  /// The whole way, from a camera that shows a known frame to the neutral that the tool prints.
  @Suite(.inGuest) struct MeasureInGuest {
    @Test(arguments: ["RGGB", "RG10", "RG12", "RG16"])
    func `a live frame reads as the same frame from a file, to the last bit`(code: String) throws {
      let shown = try Self.card(PixelFormat(code))
      let file = try ScratchFile(shown.bytes)
      let geometry = [
        "--format", code, "--width", "\(shown.width)", "--height", "\(shown.height)", "--metering", "center",
      ]
      let truth = try Tool.run(["measure", file.path, "--json"] + geometry).object()
      #expect(truth["verdict"]?.text == "ok")
      #expect(truth["neutral"]?.numbers == Self.neutral(of: shown))
      try VividLoopback.show(shown) {
        // vivid shows a picture of its own until the first frame has come through.
        var live = truth
        for _ in 0..<20 {
          live = try Tool.run(["measure", RigGuest.singlePlanar.capture, "--json"] + geometry).object()
          if live["neutral"] == truth["neutral"] { break }
        }
        for key in ["neutral", "gains", "standardError", "region"] { #expect(live[key] == truth[key], "\(key)") }
      }
    }

    @Test func `the list of cameras has the camera with its raw formats`() throws {
      let cameras = try Tool.run("camera", "list", "--json").objects()
      let camera = try #require(cameras.first { $0["device"]?.text == RigGuest.singlePlanar.capture })
      let formats = try #require(camera["rawFormats"]?.array).compactMap { $0["format"]?.text }
      #expect(camera["driver"]?.text == "vivid")
      #expect(Set(["RGGB", "BA81", "RG10", "BG12", "GR16"]).isSubset(of: formats))
      // The node that shows frames is no camera.
      #expect(!cameras.contains { $0["device"]?.text == RigGuest.singlePlanar.output })
    }

    @Test func `a format that the camera lacks is wrong usage`() throws {
      let result = try Tool.run("measure", RigGuest.singlePlanar.capture, "--format", "pRAA")
      #expect(result.status == 64)
      #expect(result.errors.contains("\(RigGuest.singlePlanar.capture): no format pRAA"), "\(result.errors)")
    }

    @Test func `a V4L2 device that is not a camera has failed`() throws {
      let result = try Tool.run("measure", RigGuest.singlePlanar.output)
      #expect(result.status == 69)
      #expect(result.errors.contains("not a capture device"), "\(result.errors)")
    }

    /// A gray card with the spread of real noise, over the upper bits of the format.
    private static func card(_ format: PixelFormat) throws -> RawFrame {
      var generator = SeededGenerator(seed: 11)
      let pattern = try #require(format.bayerPattern)
      let (width, height) = (320, 180)
      let bytes = try FrameWriter.bytes(format, width: width, height: height) { column, row in
        let level =
          switch pattern.channel(column: column, row: row) {
          case .red: 0.22
          case .greenOnRedRow, .greenOnBlueRow: 0.48
          case .blue: 0.31
          }
        return UInt16(((level + 0.01 * generator.normal()) * Double(format.maximumSample)).rounded())
      }
      return try RawFrame(format: format, width: width, height: height, bytes: bytes)
    }

    /// The neutral of the middle half, summed here in whole numbers.
    private static func neutral(of frame: RawFrame) -> [String: Double] {
      var sums: [BayerChannel: (sum: Int, count: Int)] = [:]
      let region = Region(centerOf: frame)
      for row in region.y..<region.y + region.height {
        for column in region.x..<region.x + region.width {
          let offset = row * frame.bytesPerRow + column * (frame.format.bitsPerSample > 8 ? 2 : 1)
          let high = frame.format.bitsPerSample > 8 ? Int(frame.bytes[offset + 1]) : 0
          let channel: BayerChannel =
            switch (column % 2, row % 2) {
            case (0, 0): .red
            case (1, 0): .greenOnRedRow
            case (0, 1): .greenOnBlueRow
            default: .blue
            }
          let old = sums[channel] ?? (0, 0)
          sums[channel] = (old.sum + Int(frame.bytes[offset]) + high << 8, old.count + 1)
        }
      }
      func mean(_ channel: BayerChannel) -> Double { sums[channel].map { Double($0.sum) / Double($0.count) } ?? .nan }
      let range = Double(frame.format.maximumSample)
      return [
        "red": mean(.red) / range, "green": (mean(.greenOnRedRow) + mean(.greenOnBlueRow)) / 2 / range,
        "blue": mean(.blue) / range,
      ]
    }
  }
#endif
