// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import DeviceProfiles
import Foundation
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import ToolSupport

#if os(Linux)
  /// Situations that once misled a user of live cameras, done again: at the rig's UVC camera and at vivid.
  @Suite(.inGuest) struct CameraToolSituationsInGuest {
    private typealias Guest = CameraToolInGuest

    /// Holds every reading with the verdict ok against the light that was there: temperature and Duv within three of
    /// the errors that are stated with them, gains within the noise of their samples.
    ///
    /// - Returns: How many there were.
    @discardableResult
    private static func check(_ readings: [JSONValue], _ light: [Double], by profile: ScratchFile) throws -> Int {
      let gains = [light[1] / light[0], 1, light[1] / light[2]]
      let truth = try Tool.run(
        ["convert", "--from", "gains", "--profile", profile.path, "--json"] + gains.map { "\($0)" }
      ).object()
      let read = readings.filter { $0["verdict"]?.text == "ok" }
      for reading in read {
        let (found, errors) = (
          try #require(reading["gains"]?.numbers), try #require(reading["standardError"]?.numbers)
        )
        for (name, gain) in [("red", gains[0]), ("blue", gains[2])] {
          let off = abs(found[name, default: 0] / found["green", default: 0] - gain)
          #expect(Tolerance.statedErrorsOfReading.allows(off / errors[name, default: 0]), "\(name): \(reading)")
        }
        for name in ["temperature", "duv"] {
          let off = abs(try #require(reading[name]?.number) - (try #require(truth[name]?.number)))
          #expect(Tolerance.statedErrorsOfReading.allows(off / errors[name, default: 0]), "\(name): \(reading)")
        }
      }
      return read.count
    }

    private static func lines(of tool: RunningTool) throws -> [JSONValue] {
      try tool.output.split(separator: "\n").map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    }

    // MARK: - Signals and terminals

    @Test(arguments: [SIGQUIT, SIGHUP])
    func `a hang-up that is ignored ends no meter, and SIGQUIT does, without a trace`(
      signal number: Int32
    ) throws {
      let profile = try Guest.profile()
      try Guest.withCamera { camera, path in
        // As under nohup, for the child that is started now.
        if number == SIGHUP { signal(SIGHUP, SIG_IGN) }
        let meter = try Guest.meter(path, profile)
        signal(SIGHUP, SIG_DFL)
        try meter.waitForLines(1)
        meter.send(number)
        if number == SIGHUP {
          try meter.waitForLines(3)
          meter.send(SIGTERM)
        }
        #expect(meter.end() == 128 + (number == SIGHUP ? SIGTERM : SIGQUIT), "\(meter.errors)")
        #expect(meter.errors == "")
        let readings = try Self.lines(of: meter)
        #expect(try Self.check(readings, camera.perform(.tellState).light, by: profile) > 0)
      }
    }

    // MARK: - Files

    @Test func `a capture replaces no link, neither of the system nor of a user`() throws {
      try Guest.withCamera { _, path in
        let (standard, files) = ("/dev/stdout", FileManager.default)
        if (try? files.destinationOfSymbolicLink(atPath: standard)) == nil {
          try files.createSymbolicLink(atPath: standard, withDestinationPath: "/proc/self/fd/1")
        }
        let (report, far, link) = (try ScratchFile([]), try ScratchFile([1]), try ScratchFile([]))
        let refused = try Tool.run(
          ["camera", "capture", path, "--output", standard] + Guest.format, output: report.path)
        #expect(refused.status == 74, "\(refused.errors)")
        #expect(try files.destinationOfSymbolicLink(atPath: standard) == "/proc/self/fd/1")
        #expect(try Data(contentsOf: report.url).isEmpty)
        try files.removeItem(at: link.url)
        try files.createSymbolicLink(at: link.url, withDestinationURL: far.url)
        let made = try Tool.run(["camera", "capture", path, "--output", link.path] + Guest.format)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try files.destinationOfSymbolicLink(atPath: link.path) == far.path)
        #expect(try Data(contentsOf: far.url).count == 320 * 240 * 2)
      }
    }

    @Test func `frames that end in the middle are told with how many came, and leave no file`() throws {
      let scratch = try ScratchFile([])
      let output = scratch.path + ".raw"
      try Guest.withCamera { camera, path in
        let capture = try RunningTool(
          ["camera", "capture", path, "--output", output, "--frames", "200"] + Guest.format)
        try capture.waitForLines(43)
        try camera.perform(.unplug)
        #expect(capture.end() == 69, "\(capture.errors)")
        let count = try #require(
          capture.errors.firstMatch(of: /, after ([0-9]+) of 200 frames, and (.+) is not written/))
        #expect((43..<200).contains(Int(count.1) ?? 0) && count.2 == output, "\(capture.errors)")
        #expect(capture.output.count { $0 == "\n" } == Int(count.1))
        #expect(!FileManager.default.fileExists(atPath: output))
        try camera.perform(.plug)
      }
    }

    // MARK: - Formats

    private static func node() throws -> VideoNode {
      let node = try VideoNode(RigGuest.singlePlanar.capture)
      for input in [VividLoopback.Input.webcam, VividLoopback.Input.hdmi] { try node.selectInput(input) }
      try node.set(VividLoopback.Control.captureScaler, to: 0)
      return node
    }

    @Test(arguments: ["YUYV", "NV12", "RGB3"])
    func `a format that the tool chooses by itself is told, and its file is of it`(
      code: String
    ) throws {
      let node = try Self.node()
      try node.setNodeFormat(code, width: 640, height: 360)
      let scratch = try ScratchFile([])
      let made = try Tool.run("camera", "capture", node.path, "--output", scratch.path)
      #expect(made.status == 0, "\(made.errors)")
      let told = try #require(
        made.output.firstMatch(of: /frame [0-9]+  ([A-Z0-9]{4}) ([0-9]+)x([0-9]+), rows of ([0-9]+) bytes/),
        "\(made.output)")
      let bytes = try Data(contentsOf: scratch.url)
      #expect(Int(told.3).flatMap { height in Int(told.4).map { $0 * height } } == bytes.count)
      // The driver's own word.
      let (format, size) = (String(told.1), "\(told.2)x\(told.3)")
      #expect(size == "640x360", "the size that it had")
      let number = format.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      #expect(try node.nodeFormat() == "\(number) \(size)")
    }

    @Test func `a size that is refused leaves the camera in the format that it had`() throws {
      let node = try Self.node()
      try node.setNodeFormat("YUYV", width: 640, height: 360)
      let before = try node.nodeFormat()
      let scratch = try ScratchFile([])
      let refused = try Tool.run(
        "camera", "capture", node.path, "--output", scratch.path, "--format", "RG10", "--width", "9000", "--height",
        "9000")
      #expect(refused.status == 64, "\(refused.errors)")
      #expect(try node.nodeFormat() == before)
    }

    @Test func `rows with padding are told, and read by what is told`() throws {
      let node = try Self.node()
      try node.setNodeFormat("RG10", width: 320, height: 180, bytesPerRow: 704)
      let scratch = try ScratchFile([])
      let made = try Tool.run("camera", "capture", node.path, "--output", scratch.path)
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output.contains("RG10 320x180, rows of 704 bytes"), "\(made.output)")
      #expect(try Data(contentsOf: scratch.url).count == 704 * 180)
      let layout = ["--format", "RG10", "--width", "320", "--height", "180", "--black", "0", "--json"]
      let read = try Tool.run(["measure", scratch.path, "--stride", "704"] + layout)
      #expect(read.status == 0 || read.status == 2, "\(read.errors)")
      #expect(try Tool.run(["measure", scratch.path] + layout).status == 65)
    }

    @Test func `levels of another format are refused by the meter as by measure`() throws {
      // They are of 16 bits.
      let profile = try Guest.profile()
      try Guest.withCamera { _, path in
        for command in [["camera", "meter", path, "--count", "1"], ["measure", path]] {
          let refused = try Tool.run(command + ["--profile", profile.path, "--json", "--format", "pRAA"])
          #expect(refused.status == 65, "\(refused)")
          let message = try #require(try refused.object()["error"]?.text)
          #expect(refused.errors == "wbcal: \(message)\n")
        }
      }
    }

    // MARK: - All or nothing

    @Test(
      arguments: [
        (["--gains", "1.2,1,1.4", "--duration", "99"], 64), (["--auto", "white-balance", "--gains", "1,1,1"], 64),
        (["--gains", "1.2,1,1.4", "0x009a0902=50"], 64),
        (["blue_balance=400", "gain=40", "exposure_time_absolute=50"], 64),
        (["auto_exposure=manual", "exposure_time_absolute=50", "white_balance_automatic=1", "red_balance=400"], 64),
      ] as [([String], Int32)]) func `a command that fails has set nothing and says nothing of what it set`(
        arguments: [String], status: Int32
      ) throws
    {
      try Guest.withCamera { camera, path in
        try VideoNode(path).set(RigCamera.Control.autoExposure, to: 3)
        let found = try Guest.values(camera).filter { $0.key != RigCamera.Control.exposure }
        let refused = try Tool.run(["camera", "set", path] + arguments)
        #expect(refused.status == status && refused.output == "", "\(refused)")
        #expect(try Guest.values(camera).filter { $0.key != RigCamera.Control.exposure } == found)
      }
    }

    @Test func `a control that is in other hands has failed, and is no wrong usage`() throws {
      try Guest.withCamera { camera, path in
        let found = try Guest.values(camera)
        for arguments in [["--gains", "1.2,1,1.4"], ["red_balance=400"]] {
          try camera.perform(.refuseControl(.notReady))
          let refused = try Tool.run(["camera", "set", path] + arguments)
          #expect(refused.status == 69 && refused.output == "", "\(refused)")
          #expect(try Guest.values(camera) == found)
        }
      }
    }

    // MARK: - Names

    @Test func `a link to a camera is the camera, and so is its name in its folder`() throws {
      let profile = try Guest.profile()
      try Guest.withCamera { camera, path in
        let (files, scratch) = (FileManager.default, try ScratchFile([]))
        let link = scratch.path + ".camera"
        try files.createSymbolicLink(atPath: link, withDestinationPath: path)
        defer { try? files.removeItem(atPath: link) }
        let folder = files.currentDirectoryPath
        defer { _ = files.changeCurrentDirectoryPath(folder) }
        let light = try camera.perform(.tellState).light
        for (name, place) in [(link, folder), (String(path.dropFirst("/dev/".count)), "/dev")] {
          try #require(files.changeCurrentDirectoryPath(place))
          for command in [
            ["measure", name], ["camera", "meter", name, "--no-exposure", "--no-focus", "--count", "1"],
          ] {
            let read = try Tool.run(
              command + ["--profile", profile.path, "--metering", "spot", "--json"] + Guest.format)
            #expect(read.status == 0, "\(read)")
            #expect(try Self.check(read.objects(), light, by: profile) == 1, "\(read)")
          }
        }
      }
    }

    @Test func `numbers and names are taken and told as they are`() throws {
      try Guest.withCamera { camera, path in
        let dark = try Tool.run(
          "camera", "set", path, "--temperature", "0", "--profile", SampleFiles.profile)
        #expect(dark.status == 64 && !dark.errors.contains("nan"), "\(dark.errors)")
        for number in ["0x98090e=310", "0x0098090E=320"] {
          #expect(try Tool.run("camera", "set", path, number).status == 0)
          #expect(try camera.perform(.tellState).redBalance == Int(number.suffix(3)))
        }
        let exposed = try Tool.run("camera", "set", path, "--duration", "0.0305", "--json")
        #expect(exposed.output.contains(#""duration":0.0305,"#), "\(exposed.output)")
      }
      let shown = try Tool.run("camera", "show", RigGuest.singlePlanar.capture)
      for text in ["u8_pixel_array", "array of 8-bit numbers", "area", "string"] {
        #expect(shown.output.contains(text), "\(shown.output)")
      }
      #expect(!shown.output.contains("V4L2 type"), "\(shown.output)")
    }

    @Test func `a list of which nothing could be opened has failed`() throws {
      let files = FileManager.default
      let nodes = try files.contentsOfDirectory(atPath: "/dev").filter { $0.hasPrefix("video") }
      for node in nodes { try files.moveItem(atPath: "/dev/\(node)", toPath: "/dev/hidden-\(node)") }
      defer { for node in nodes { try? files.moveItem(atPath: "/dev/hidden-\(node)", toPath: "/dev/\(node)") } }
      // V4L2's devices have the number 81, and this one is nobody's.
      #expect(mknod("/dev/video99", S_IFCHR | 0o600, 81 << 8 | 200) == 0)
      defer { unlink("/dev/video99") }
      let list = try Tool.run("camera", "list")
      #expect(list.status == 69 && list.errors.contains("/dev/video99") && list.output == "", "\(list)")
    }
  }
#endif
