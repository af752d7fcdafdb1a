import Foundation
import RawFrames
import TestSupport
import Testing
import ToolSupport

#if os(Linux)
  /// The whole way, from a camera that shows a known frame to the neutral that the tool prints.
  @Suite(.inGuest) struct MeasureInGuest {
    @Test(arguments: ["RGGB", "RG10", "RG12", "RG16"])
    func `a live frame reads as the same frame from a file, to the last bit`(code: String) throws {
      let shown = try Self.card(PixelFormat(code))
      let file = try ScratchFile(shown.bytes)
      let geometry = [
        "--format", code, "--width", "\(shown.width)", "--height", "\(shown.height)", "--metering", "center", "--black",
        "0",
      ]
      let truth = try Tool.run(["measure", file.path, "--json"] + geometry).object()
      #expect(truth["verdict"]?.text == "ok")
      let neutral = try #require(truth["neutral"]?.numbers)
      for (channel, mean) in Self.neutral(of: shown) {
        #expect(
          Tolerance.robustMean.allows(abs(neutral[channel, default: 9] - mean) / Self.standardError), "\(channel)")
      }
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

    @Test func `the mean of live frames is that of the same frames from a file, and dark frames count`() throws {
      let shown = try Self.card(PixelFormat("RG10"))
      let file = try ScratchFile(shown.bytes)
      var generator = SeededGenerator(seed: 12)
      let dark = try ScratchFile(
        FrameWriter.bytes(shown.format, width: shown.width, height: shown.height) { _, _ in
          UInt16((64 + 3 * generator.normal()).rounded())
        })
      let size = ["--format", "RG10", "--width", "\(shown.width)", "--height", "\(shown.height)"]
      let options = ["--dark", dark.path, "--json"] + size
      let truth = try Tool.run(["measure", file.path] + options).object()
      #expect(truth["frame"]?["blackSource"]?.text == "dark frames")
      try VividLoopback.show(shown) {
        var live = truth
        for _ in 0..<20 {
          let result = try Tool.run(["measure", RigGuest.singlePlanar.capture, "--frames", "4"] + options)
          // Nothing of its progress is written where no terminal is.
          #expect(result.errors == "" || result.status != 0)
          live = try result.object()
          if live["neutral"] == truth["neutral"] { break }
        }
        for key in ["neutral", "gains"] { #expect(live[key] == truth[key], "\(key)") }
        #expect(live["frame"]?["count"]?.number == 4)
        #expect(live["frame"]?["black"] == truth["frame"]?["black"])
      }
    }

    @Test func `a camera that stops in the middle has failed, after so many frames`() throws {
      let node = try VideoNode(RigGuest.singlePlanar.capture)
      // 60 frames a second; the webcam's are 2.
      for input in [VividLoopback.Input.webcam, VividLoopback.Input.hdmi] { try node.selectInput(input) }
      try node.set(VividLoopback.Control.captureScaler, to: 0)
      let tool = try RunningTool(
        "measure", RigGuest.singlePlanar.capture, "--format", "RG10", "--width", "320", "--height", "180", "--frames",
        "1000", "--black", "0")
      try tool.waitUntilItMaps(RigGuest.singlePlanar.capture)
      // Some frames come in half a second; the last would in 17.
      usleep(500_000)
      try node.set(VividLoopback.Control.fatalStreamingError, to: 1)
      #expect(tool.end() == 69)
      let errors = tool.errors
      let count = try #require(errors.firstMatch(of: /, after ([0-9]+) of 1000 frames/)?.1, "\(errors)")
      #expect((1..<1000).contains(Int(count) ?? 0))
      #expect(errors.contains(RigGuest.singlePlanar.capture))
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

    /// The standard error of a mean over the middle half: noise of 0.01 over 3600 samples of each channel.
    private static let standardError = 0.01 / 60

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
