import Calibration
import Colorimetry
import Foundation
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

/// Makes the frames of `Data/sample-chart`, and follows with them what `Docs/Calibration.md` tells a newcomer.
///
/// `WHITEBALANCE_RECORD=1 swift test --filter SampleChart` writes the files anew.
@Suite struct SampleChartTests {
  /// A ColorChecker whose patches are 40 samples wide, with a gray border of 6.
  private static func frame(_ light: SpectralDistribution, seed: UInt64) throws -> RawFrame {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG10"), levels: SampleLevels(black: 64, white: 1023), fullWell: 20_000,
      readNoise: 10)
    let patches = ChartReference.colorChecker24.patches.compactMap { patch -> SpectralDistribution? in
      guard case .reflectance(let reflectance) = patch.color else { return nil }
      return reflectance
    }
    let gray = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    let scene = SimulatedScene(card: gray, under: light).placing(patches) { column, row in
      let (x, y) = (column - 6, row - 6)
      return (0..<240).contains(x) && (0..<160).contains(y) ? y / 40 * 6 + x / 40 : nil
    }
    return try SimulatedShot(of: scene, by: sensor, width: 252, height: 172, exposure: 0.16).frame(seed: seed)
  }

  /// The patches of a frame as Argyll writes readings, in per cent of the range.
  private static func readings(_ frame: RawFrame, description: String) throws -> [UInt8] {
    let corners = [(6.0, 6.0), (246, 6), (246, 166), (6, 166)].map { ChartFrame.Point(x: $0.0, y: $0.1) }
    let names = ChartReference.colorChecker24.patches.map(\.name)
    let rows = try ChartFrame(corners: corners, columns: 6, rows: 4).readings(of: frame, names: names).map { reading in
      let range = frame.levels.white.red - frame.levels.black.red
      let (red, green, blue) = (reading.response.red, reading.response.green, reading.response.blue)
      return [reading.patch] + [red, green, blue].map { String(format: "%.4f", 100 * $0 / range) }
    }
    let table = CGATSFile.Table(
      type: "CTI3", keywords: ["DESCRIPTOR": description, "DEVICE_CLASS": "INPUT"],
      fields: ["SAMPLE_ID", "RGB_R", "RGB_G", "RGB_B"], rows: rows)
    return Array(CGATSFile(tables: [table]).description.utf8)
  }

  @Test func `the sample charts can be made again, byte for byte`() throws {
    let lights: [(name: String, distribution: SpectralDistribution)] = [
      ("tungsten", CIEIlluminant.a.distribution), ("daylight", CIEIlluminant.d65.distribution),
      ("cloudy", try .daylight(temperature: 7000)),
    ]
    let made = try lights.enumerated().flatMap { index, light in
      let frame = try Self.frame(light.distribution, seed: UInt64(index + 1))
      return [
        (name: "\(light.name).raw", bytes: Data(frame.bytes)),
        (name: "\(light.name).ti3", bytes: Data(try Self.readings(frame, description: "\(light.name).raw"))),
      ]
    }
    try expectRecorded(made, in: "Data/sample-chart")
  }

  /// Word by word, but for where the files are.
  @Test func `the four commands of the page make a checked profile`() throws {
    let page = try String(contentsOf: repositoryRoot.appending(path: "Docs/Calibration.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## Try it\n").last?.components(separatedBy: "\n## ").first)
    let block = try #require(section.components(separatedBy: "```sh\n").last?.components(separatedBy: "```").first)
    let commands = block.replacing("\\\n", with: " ").split(separator: "\n")
    try #require(commands.count == 4)
    let profile = try ScratchFile([])
    let results = try commands.map { command in
      let words = command.split(separator: " ").map { word in
        word == "camera.icc"
          ? profile.path
          : word.hasPrefix("Data/") ? repositoryRoot.appending(path: String(word)).path : String(word)
      }
      try #require(words[0] == "wbcal")
      let result = try Tool.run(Array(words.dropFirst()))
      #expect(result.status == 0, "\(command): \(result.errors)")
      return result
    }
    #expect(results[0].values("profile") == [profile.path])
    #expect(results[1].values("response") == ["matrices"])
    let off = try #require(results[2].values("off by").first)
    let mired = try #require(Double(off.split(separator: " ")[0]))
    #expect(Tolerance.cloudySample.allows(abs(mired)), "\(off)")
    #expect(results[3].values("temperature") == ["5000.0 K"])
  }
}
