import DeviceProfiles
import Foundation
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import ToolSupport

#if os(Linux)
  /// wbcal camera, as a process on the rig's UVC camera.
  @Suite(.inGuest) struct CameraToolInGuest {
    /// The sample's camera with the rig's levels: black is a sixteenth of the range.
    static func profile(hasLevels: Bool = true) throws -> ScratchFile {
      var profile = try DeviceProfile(iccBytes: Array(Data(contentsOf: URL(filePath: SampleFiles.profile))))
      profile.levels = hasLevels ? try SampleLevels(black: 65535 / 16, white: 65535) : nil
      return try ScratchFile(profile.iccBytes())
    }

    private static let controls = [
      RigCamera.Control.autoWhiteBalance, RigCamera.Control.redBalance, RigCamera.Control.blueBalance,
      RigCamera.Control.gain, RigCamera.Control.autoExposure, RigCamera.Control.exposure, RigCamera.Control.focus,
      RigCamera.Control.continuousFocus,
    ]

    static func values(_ camera: RigCamera) throws -> [UInt32: Int32] {
      let node = try VideoNode(camera.path)
      return Dictionary(uniqueKeysWithValues: try controls.map { ($0, try node.value(of: $0)) })
    }

    /// A camera at values of its own, its automatic modes off.
    static func withCamera(_ body: (RigCamera, String) throws -> Void) throws {
      try RigCamera.with([.balance, .exposure, .gain, .focus]) { camera in
        let path = try camera.path
        let node = try VideoNode(path)
        for (control, value) in [
          (RigCamera.Control.autoWhiteBalance, 0), (RigCamera.Control.autoExposure, 1),
          (RigCamera.Control.continuousFocus, 0), (RigCamera.Control.redBalance, 300),
          (RigCamera.Control.blueBalance, 280), (RigCamera.Control.gain, 20), (RigCamera.Control.exposure, 100),
          (RigCamera.Control.focus, 400),
        ] as [(UInt32, Int32)] { try node.set(control, to: value) }
        try body(camera, path)
      }
    }

    static let format = ["--format", "RG16", "--width", "320", "--height", "240"]

    @Test func `show tells the controls with their ranges and values, and set what became of them`() throws {
      try Self.withCamera { camera, path in
        let shown = try Tool.run("camera", "show", path, "--json").object()
        #expect(shown["card"]?.text == "Rig Camera" && shown["balanceMethod"]?.text == "balance controls")
        let controls = try #require(shown["controls"]?.array)
        func control(_ id: String) throws -> JSONValue { try #require(controls.first { $0["id"]?.text == id }) }
        let red = try control("0x0098090e")
        #expect(red["value"]?.number == 300 && red["minimum"]?.number == 64 && red["maximum"]?.number == 1024)
        let mode = try control("0x009a0901")
        #expect(mode["menu"]?["1"]?.text == "Manual Mode" && mode["value"]?.number == 1)

        let set = try Tool.run("camera", "set", path, "0x0098090e=256", "auto_exposure=aperture", "--json")
        #expect(set.status == 0, "\(set.errors)")
        #expect(try set.objects().map { $0["done"]?.number } == [256, 3])
        for (arguments, words) in [
          (["0x0098090e=9999"], "takes 64 to 1024, not 9999"), (["loudness=1"], "no control 'loudness'"),
          (["blue_balance=400", "red_balance=63"], "takes 64 to 1024, not 63"), (["auto_exposure=never"], "one of"),
          (["0x009a0902=50"], "inactive"),
          (["--lens-position", "1.3"], "the lens position of 1.3 is outside the camera's 0.0 to 1.0"),
        ] {
          let refused = try Tool.run(["camera", "set", path] + arguments)
          #expect(refused.status == 64 && refused.errors.contains(words), "\(refused.errors)")
        }
        #expect(try camera.perform(.tellState).blueBalance != 400, "set before the other was looked at")

        let gains = try Tool.run(
          "camera", "set", path, "--gains", "2,1,1.5", "--duration", "0.02", "--lens-position", "0.5", "--json")
        #expect(gains.status == 0, "\(gains.errors)")
        let outcomes = try gains.objects()
        #expect(outcomes.map { $0["setting"]?.text } == ["white balance", "exposure", "focus"])
        #expect(outcomes[0]["applied"]?.numbers == ["red": 2, "green": 1, "blue": 1.5])
        let state = try camera.perform(.tellState)
        #expect((state.redBalance, state.blueBalance, state.exposure) == (512, 384, 200))
        let text = try Tool.run(
          "camera", "set", path, "--gains", "0.5,1,1.3", "--lens-position", "0.3", "--duration", "0.03")
        #expect(
          text.output == """
            white balance
              asked for         red 0.5000   green 1.0000   blue 1.3000
              applied           red 0.5000   green 1.0000   blue 1.3008
              left to software  red 1.0006   green 1.0006   blue 1.0000
            exposure  0.03 s  ISO 125
            focus  0.3001 (asked for 0.3)

            """, "\(text.errors)")
        let light = try Tool.run(
          "camera", "set", path, "--temperature", "5000,0", "--profile", SampleFiles.profile, "--json")
        #expect(light.status == 0, "\(light.errors)")
        let expected = try Tool.run(
          "convert", "--from", "temperature", "--profile", SampleFiles.profile, "--json", "5000", "0"
        ).object()["gains"]?.numbers
        let applied = try #require(try light.object()["applied"]?.numbers)
        // To a step of the controls.
        #expect(Tolerance.stepOfBalance.allows(abs(applied["red", default: 0] - (expected?["red"] ?? 9))))
        #expect(try Tool.run("camera", "set", path, "--auto", "white-balance").status == 0)
        #expect(try Self.values(camera)[RigCamera.Control.autoWhiteBalance] == 1)
      }
    }

    @Test func `a DNG has what the frame was exposed and multiplied with`() throws {
      let profile = try Self.profile()
      try Self.withCamera { camera, path in
        let file = profile.path + ".dng"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let made = try Tool.run(
          ["camera", "capture", path, "--output", file, "--profile", profile.path, "--aperture", "2", "--json"]
            + Self.format)
        #expect(made.status == 0, "\(made.errors)")
        let report = try made.object()
        #expect(report["exposure"]?["duration"]?.number == 0.01)
        let balance: [String: Double] = ["red": 300 / 256, "green": 1, "blue": 280 / 256]
        #expect(report["appliedGains"]?.numbers == balance)
        // The samples hold the gains that the camera applied. A measurement of them does not.
        let measured = try Tool.run("measure", file, "--metering", "center", "--json").object()
        let state = try camera.perform(.tellState)
        let card: [Double] = state.card(bits: 16).map { (mean: Double) -> Double in mean - 65535.0 / 16 }
        let neutral: [String: Double] = try #require(measured["neutral"]?.numbers)
        let applied = try #require(report["appliedGains"]?.numbers)
        let ratios: [String: Double] = [
          "red": card[0] / card[1] / applied["red", default: 0],
          "blue": card[2] / card[1] / applied["blue", default: 0],
        ]
        for (name, value) in ratios {
          let ratio: Double = neutral[name, default: 0] / neutral["green", default: 1]
          #expect(Tolerance.cardMean.allows(abs(ratio / value - 1)), "\(name)")
        }
        let raw = state.light
        let light = try Tool.run(
          "convert", "--from", "gains", "--profile", profile.path, "--json", "\(raw[1] / raw[0])", "1",
          "\(raw[1] / raw[2])"
        ).object()
        let (found, expected) = (
          try #require(measured["temperature"]?.number), try #require(light["temperature"]?.number)
        )
        let difference: Double = abs(1e6 / found - 1e6 / expected)
        #expect(Tolerance.lightOfNegative.allows(difference), "\(found), \(expected)")
        #expect(try Self.values(camera)[RigCamera.Control.exposure] == 100)
      }
    }

    @Test func `levels that a profile does not tell are said to be assumed`() throws {
      try Self.withCamera { _, path in
        for isKnown in [false, true] {
          let profile = try Self.profile(hasLevels: isKnown)
          let file = profile.path + ".dng"
          defer { for number in 1...2 { try? FileManager.default.removeItem(atPath: profile.path + "-\(number).dng") } }
          let options = ["--profile", profile.path] + Self.format
          let text = try Tool.run(["camera", "capture", path, "--output", file, "--frames", "2"] + options)
          // Once, though there are two frames.
          let assumed = ToolMessages.blackAssumedOfCamera
          #expect(text.output.components(separatedBy: assumed).count == (isKnown ? 1 : 2), "\(text)")
          let meter = ["camera", "meter", path, "--no-exposure", "--no-focus", "--no-white-balance", "--count", "1"]
          let read = try Tool.run(meter + options)
          #expect(read.status == 0 && read.errors.contains(assumed) != isKnown, "\(read)")
          let json = try Tool.run(meter + ["--json"] + options)
          // The light is the camera's, and another warning may say that few such were learnt.
          let codes = try json.objects().map { $0.codes("warnings").filter { $0 == "black-assumed" } }
          #expect(codes == [isKnown ? [] : ["black-assumed"]] && json.errors.isEmpty, "\(json)")
        }
      }
    }

    @Test func `a bracket has its exposures, and the camera is then as it was`() throws {
      let profile = try Self.profile()
      try Self.withCamera { camera, path in
        let found = try Self.values(camera)
        let file = profile.path + ".dng"
        let files = (1...3).map { profile.path + "-\($0).dng" }
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        let made = try Tool.run(
          ["camera", "capture", path, "--output", file, "--profile", profile.path, "--bracket", "0.002,0.01,0.03"]
            + ["--json"] + Self.format)
        #expect(made.status == 0, "\(made.errors)")
        let reports = try made.objects()
        let durations = reports.compactMap { $0["exposure"]?["duration"]?.number }
        #expect(durations.map { ($0 * 1e4).rounded() } == [20, 100, 300])
        #expect(reports.compactMap { $0["output"]?.text } == files)
        let greens = try files.map { file in
          try #require(
            try Tool.run("measure", file, "--metering", "center", "--limit", "too-dark=0", "--json")
              .object()["neutral"]?["green"]?.number)
        }
        #expect(Tolerance.bracketRatio.allows(abs(greens[1] / greens[0] / 5 - 1)), "\(greens)")
        #expect(Tolerance.bracketRatio.allows(abs(greens[2] / greens[1] / 3 - 1)), "\(greens)")
        #expect(try Self.values(camera) == found)

        let wrong = try Tool.run(
          ["camera", "capture", path, "--output", file, "--profile", profile.path, "--bracket", "0.01,100"]
            + Self.format)
        #expect(wrong.status == 64 && wrong.errors.contains("exposure duration of 100"), "\(wrong.errors)")
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try Self.values(camera) == found)
      }
    }

    @Test(arguments: [(SIGINT, true), (SIGTERM, false), (SIGUSR1, true)])
    func `a signal in the middle leaves every control as found, but what was to be left alone`(
      signal: Int32, metersAll: Bool
    ) throws {
      let profile = try Self.profile()
      try Self.withCamera { camera, path in
        let node = try VideoNode(path)
        try node.set(RigCamera.Control.autoWhiteBalance, to: 1)
        // Behind the automatic mode red and blue are the camera's own.
        func values() throws -> [UInt32: Int32] {
          try Self.values(camera).filter {
            ![RigCamera.Control.redBalance, RigCamera.Control.blueBalance].contains($0.key)
          }
        }
        var found = try values()
        let meter = try Self.meter(path, profile, leavingAlone: metersAll ? [] : ["--no-exposure", "--no-focus"])
        try meter.waitForLines(1)
        #expect(try node.value(of: RigCamera.Control.autoWhiteBalance) == 0)
        // So that there is something to restore of each, however far the meter has come.
        try node.set(RigCamera.Control.exposure, to: 50)
        try node.set(RigCamera.Control.gain, to: 40)
        try node.set(RigCamera.Control.focus, to: 100)
        if !metersAll {
          // The test has set these controls as another program would. The meter's options exclude them.
          found[RigCamera.Control.exposure] = 50
          found[RigCamera.Control.gain] = 40
          found[RigCamera.Control.focus] = 100
        }
        meter.send(signal)
        // Shells count 128 and the signal's number.
        #expect(meter.end() == 128 + signal, "\(meter.errors)")
        #expect(try values() == found)
        #expect(meter.errors == "")
      }
    }

    static func meter(
      _ path: String, _ profile: ScratchFile, leavingAlone options: [String] = ["--no-exposure", "--no-focus"]
    ) throws -> RunningTool {
      try RunningTool(
        ["camera", "meter", path, "--profile", profile.path, "--json", "--interval", "1"] + options + [
          "--format", "RG16", "--width", "320", "--height", "240",
        ])
    }

    @Test func `the meter reads the card's light, and sets the gains by it`() throws {
      let profile = try Self.profile()
      try Self.withCamera { camera, path in
        let found = try Self.values(camera)
        let state = try camera.perform(.tellState)
        let meter = try Self.meter(path, profile)
        // On a busy machine few frames a second come through.
        let deadline = ContinuousClock.now + .seconds(90)
        func reading() throws -> JSONValue? {
          try meter.output.split(separator: "\n").dropLast()
            .map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
            .last { ["converged", "locked"].contains($0["scene"]?["whiteBalance"]?["status"]?.text) }
        }
        while try reading() == nil, ContinuousClock.now < deadline { usleep(100_000) }
        let last = try #require(try reading(), "\(meter.output.suffix(2000))\(meter.errors)")
        meter.send(SIGTERM)
        #expect(meter.end() == 128 + SIGTERM)
        #expect(last["verdict"]?.text == "ok")
        let gains = try #require(last["gains"]?.numbers)
        let applied = try #require(last["appliedGains"]?.numbers)
        let most = state.light.max() ?? 1
        for (name, light) in zip(["red", "green", "blue"], state.light) {
          #expect(
            Tolerance.cardMean.allows(abs(gains[name, default: 0] * light / most - 1)),
            "\(name): \(gains), \(state.light)")
          // They are in the device, so the card's samples are neutral there.
          let ratio = applied[name, default: 0] / gains[name, default: 1] * gains["green", default: 1]
          #expect(Tolerance.cardMean.allows(abs(ratio - 1)))
        }
        #expect(try Self.values(camera) == found)
      }
    }

    @Test func `a full disk is told, and ends the meter`() throws {
      let profile = try Self.profile()
      try Self.withCamera { _, path in
        let result = try Tool.run(
          ["camera", "meter", path, "--profile", profile.path] + Self.format, output: "/dev/full")
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.hasSuffix("wbcal: \(ToolMessages.fullDisk)\n"), "\(result.errors)")
      }
    }

    @Test func `an unplugged camera has failed`() throws {
      let profile = try Self.profile()
      try Self.withCamera { camera, path in
        let meter = try RunningTool(
          "camera", "meter", path, "--profile", profile.path, "--json", "--format", "RG16", "--width", "320",
          "--height",
          "240")
        try meter.waitForLines(1)
        try camera.perform(.unplug)
        #expect(meter.end() == 69, "\(meter.errors)")
        #expect(meter.errors.contains("\(path): the camera was unplugged"), "\(meter.errors)")
        try camera.perform(.plug)
      }
    }
  }
#endif
