// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import CameraDevices
import DeviceProfiles
import Foundation
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import ToolSupport

#if os(Linux)
  /// wbcal, as a process on the kernel's own imx219.
  @Suite(.inGuest) struct CameraToolOnBoardInGuest {
    private static let format = ["--format", "RG10", "--width", "640", "--height", "480"]

    private static func profile() throws -> ScratchFile {
      var profile = try DeviceProfile(iccBytes: Array(Data(contentsOf: URL(filePath: SampleFiles.profile))))
      profile.levels = try SampleLevels(black: RigBoard.black, white: RigBoard.white)
      return try ScratchFile(profile.iccBytes())
    }

    @Test func `list shows a sensor with its lens and its node, once, and every node with --all`() throws {
      let listed = try Tool.run("camera", "list", "--json")
      #expect(listed.status == 0, "\(listed.errors)")
      let cameras = try listed.objects()
      let sensor = try #require(cameras.first { $0["device"]?.text == RigBoard.sensor })
      let node = try RigBoard.node("video", named: "rig capture")
      #expect(sensor["parts"]?["lens"]?.text == "dw9714 60-000c")
      #expect(sensor["parts"]?["model"]?.text == "imx219")
      #expect(sensor["parts"]?["node"]?.text == node)
      #expect(sensor["rawFormats"]?.array?.map { $0["format"]?.text } == ["RG10", "pRAA", "pRCC", "RGGB"])
      #expect(!cameras.contains { $0["device"]?.text == node })
      #expect(cameras.contains { $0["device"]?.text == "sensor:Sensor A" })
      #expect(cameras.contains { $0["device"]?.text == RigGuest.singlePlanar.capture })
      let all = try Tool.run("camera", "list", "--all", "--json").objects()
      #expect(all.contains { $0["device"]?.text == node })
      let text = try Tool.run("camera", "list", RigBoard.sensor)
      #expect(text.output.contains("sensor imx219 60-0010, lens dw9714 60-000c, frames from \(node)"))
    }

    @Test func `where several cameras give raw frames, the screen wants a name`() throws {
      let result = try Tool.run("camera", "serve", "--listen", "127.0.0.1:0")
      #expect(result.status == 64 && result.message.contains("cameras give raw frames: "), "\(result.errors)")
      #expect(result.message.contains("\(RigBoard.sensor) (") && result.message.contains("name one of them, such as "))
    }

    @Test func `set takes seconds and ISO, show has the controls of sensor and lens, and a wrong name is told`() throws
    {
      defer { _ = try? Tool.run("camera", "set", "imx219", "analogue_gain=0", "exposure=1000") }
      let set = try Tool.run("camera", "set", "imx219", "--duration", "0.01", "--iso", "200", "--json")
      #expect(set.status == 0, "\(set.errors)")
      let outcome = try set.object()
      #expect(outcome["iso"]?.number == 200)
      let duration = try #require(outcome["duration"]?.number)
      #expect(abs(duration - 0.01) <= RigBoard.lineLength / RigBoard.pixelRate / 2)
      let shown = try Tool.run("camera", "show", "sensor:imx219", "--json").object()
      let controls = try #require(shown["controls"]?.array)
      func value(_ name: String) -> Double? { controls.first { $0["name"]?.text == name }?["value"]?.number }
      #expect(value("analogue_gain") == 128 && value("exposure") == 529)
      #expect(value("pixel_rate") == RigBoard.pixelRate)
      #expect(shown["delay"]?["frames"]?.number == 2 && shown["delay"]?["origin"]?.text == "known")
      let unknown = try Tool.run("camera", "show", "sensor:Sensor A", "--json").object()
      #expect(unknown["delay"]?["frames"]?.number == 2 && unknown["delay"]?["origin"]?.text == "assumed")
      let lens = try Tool.run("camera", "set", "imx219", "focus_absolute=500", "--json")
      #expect(try lens.object()["done"]?.number == 500, "\(lens.errors)")
      let wrong = try Tool.run("camera", "show", "imx477")
      #expect(wrong.status == 66 && wrong.errors.contains("there are imx219 60-0010"), "\(wrong.errors)")
    }

    @Test func `calibrate-gain finds the sensor's own law, and leaves the sensor as it was`() throws {
      try RigBoard.setFault(.none)
      try RigBoard.setLight([150, 300, 210])
      func values() throws -> [Double?] {
        let shown = try Tool.run("camera", "show", "imx219", "--json").object()
        return ["exposure", "analogue_gain", "vertical_blanking"].map { name in
          shown["controls"]?.array?.first { $0["name"]?.text == name }?["value"]?.number
        }
      }
      let before = try values()
      let found = try Tool.run(["camera", "calibrate-gain", "imx219", "--steps", "4", "--json"] + Self.format)
      #expect(found.status == 0, "\(found.errors)")
      let law = try #require(try found.object()["law"]?.text)
      // The table's, that of the driver and of the board.
      guard law.hasPrefix("hyperbolic:"), let full = Double(law.dropFirst("hyperbolic:".count)) else {
        Issue.record("\(law)")
        return
      }
      #expect(Tolerance.measuredGainLaw.allows(abs(full / 256 - 1)), "\(law)")
      #expect(try values() == before)
      defer { _ = try? Tool.run("camera", "set", "imx219", "analogue_gain=0", "exposure=1000") }
      let set = try Tool.run(
        "camera", "set", "imx219", "--iso", "400", "--gain-law", "points:0=1,128=4,232=8", "--json")
      #expect(set.status == 0, "\(set.errors)")
      #expect(try set.object()["iso"]?.number == 400)
      let code = try VideoNode(RigBoard.node("v4l-subdev", named: "imx219")).value(of: ControlID.analogueGain.rawValue)
      #expect(code == 128)
    }

    @Test func `a bracket by the profile of the sensor's tuning file reads one light, and leaves the sensor as it was`()
      throws
    {
      try RigBoard.setFault(.none)
      let profile = try ScratchFile([])
      let files = (1...3).map { "\(profile.path)-\($0).dng" }
      defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
      let tuning = repositoryRoot.appending(path: "Tests/ReferenceData/libcamera/vc4/imx219.json").path
      let imported = try Tool.run("profile", "import", tuning, "--bits", "10", "--output", profile.path)
      #expect(imported.status == 0, "\(imported.errors)")
      let convert = ["convert", "--from", "temperature", "--profile", profile.path, "--json", "4800", "0"]
      let gains = try #require(try Tool.run(convert).object()["gains"]?.numbers)
      // At 10 ms: of the bracket's frames the brightest has half of the range.
      let light = ["red", "green", "blue"].map { Int((250 / gains[$0, default: 1]).rounded()) }
      try RigBoard.setLight(light)
      let sensor = try VideoNode(RigBoard.node("v4l-subdev", named: "imx219"))
      let kept = [ControlID.exposure, .analogueGain, .verticalBlanking].map(\.rawValue)
      let before = try kept.map { try sensor.value(of: $0) }
      let made = try Tool.run(
        ["camera", "capture", "imx219", "--output", "\(profile.path).dng", "--profile", profile.path, "--json"]
          + ["--bracket", "0.005,0.01,0.02"] + Self.format)
      #expect(made.status == 0, "\(made.errors)")
      let durations = try made.objects().compactMap { $0["exposure"]?["duration"]?.number }
      #expect(durations.count == 3)
      // One of them says what the light is, by the profile itself: a DNG holds two of its matrices.
      let measured = try Tool.run(
        "measure", files[2], "--profile", profile.path, "--metering", "center", "--json")
      #expect(measured.status == 0, "\(measured.errors)")
      let card = try measured.object()
      let green = try #require(card["neutral"]?["green"]?.number)
      #expect(Tolerance.boardCard.allows(abs(green / (Double(light[1]) / 1000 * durations[2] / 0.01) - 1)))
      let kelvin = try #require(card["temperature"]?.number)
      #expect(Tolerance.lightOfNegative.allows(abs(1e6 / kelvin - 1e6 / 4800)), "\(kelvin)")
      #expect(try kept.map { try sensor.value(of: $0) } == before)
    }

    @Test func `a capture is a DNG with the sensor's exposure, and measure and meter read its card`() throws {
      try RigBoard.setFault(.none)
      try RigBoard.setLight([150, 300, 210])
      defer { _ = try? Tool.run("camera", "set", "imx219", "analogue_gain=0", "exposure=1000") }
      #expect(try Tool.run("camera", "set", "imx219", "--duration", "0.01", "--iso", "150").status == 0)
      let profile = try Self.profile()
      let file = profile.path + ".dng"
      defer { try? FileManager.default.removeItem(atPath: file) }
      let made = try Tool.run(
        ["camera", "capture", "imx219", "--output", file, "--profile", profile.path, "--json"] + Self.format)
      #expect(made.status == 0, "\(made.errors)")
      let iso = try #require(try made.object()["exposure"]?["iso"]?.number)
      #expect(Tolerance.gainOfSensor.allows(abs(iso / 150 - 1)))
      for source in [[file], [RigBoard.sensor, "--profile", profile.path] + Self.format] {
        let measured = try Tool.run(["measure"] + source + ["--metering", "center", "--json"])
        #expect(measured.status == 0, "\(measured.errors)")
        let gains = try #require(try measured.object()["gains"]?.numbers)
        let scale = gains["green", default: 0]
        for (name, truth) in [("red", 2.0), ("blue", 300.0 / 210)] {
          #expect(
            Tolerance.neutralOnBoard.allows(abs(gains[name, default: 0] / scale / truth - 1)), "\(source): \(gains)")
        }
      }
      let metered = try Tool.run(
        ["camera", "meter", "imx219", "--profile", profile.path, "--json", "--count", "3"] + Self.format)
      let readings = try metered.objects()
      #expect(metered.status == 0 && readings.count == 3, "\(metered.errors)")
      for reading in readings {
        let gains = try #require(reading["gains"]?.numbers, "\(reading)")
        #expect(reading["verdict"]?.text == "ok")
        for (name, truth) in [("red", 2.0), ("blue", 300.0 / 210)] {
          let ratio = gains[name, default: 0] / gains["green", default: 0]
          #expect(Tolerance.neutralOnBoard.allows(abs(ratio / truth - 1)), "\(reading)")
        }
      }
      #expect(try Tool.run("camera", "set", "imx219", "test_pattern=2").status == 0)
      defer { _ = try? Tool.run("camera", "set", "imx219", "test_pattern=0") }
      let pattern = try Tool.run(["measure", RigBoard.sensor] + Self.format)
      #expect(pattern.status != 0 && pattern.errors.contains("test pattern"), "\(pattern.errors)")
    }

    @Test
    func `a capture takes a test pattern as raw data alone, and names it and damaged frames where none can be had`()
      throws
    {
      try RigBoard.setFault(.none)
      #expect(try Tool.run("camera", "set", "imx219", "test_pattern=2").status == 0)
      defer { _ = try? Tool.run("camera", "set", "imx219", "test_pattern=0") }
      let profile = try Self.profile()
      let (raw, negative) = ("\(profile.path).raw", "\(profile.path).dng")
      defer { try? FileManager.default.removeItem(atPath: raw) }
      let taken = try Tool.run(["camera", "capture", "imx219", "--output", raw, "--json"] + Self.format)
      #expect(taken.status == 0, "\(taken.errors)")
      #expect(try taken.object()["warnings"]?.array?.first?["code"]?.text == "test-pattern")
      let refused = try Tool.run(
        ["camera", "capture", "imx219", "--output", negative, "--profile", profile.path] + Self.format)
      #expect(refused.status != 0 && refused.errors.contains("because a test pattern is on"), "\(refused.errors)")
      #expect(try Tool.run("camera", "set", "imx219", "test_pattern=0").status == 0)
      try RigBoard.setFault(.damaged)
      defer { try? RigBoard.setFault(.none) }
      let damaged = try Tool.run(["camera", "capture", "imx219", "--output", raw] + Self.format)
      #expect(damaged.status != 0 && damaged.errors.contains("came damaged"), "\(damaged.errors)")
    }
  }
#endif
