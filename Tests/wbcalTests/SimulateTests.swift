import Colorimetry
import Foundation
import RawFrames
import TestSupport
import Testing
import ToolSupport

@Suite struct SimulateTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  func simulate(_ options: String...) throws -> JSONValue {
    try Tool.run(["simulate", "--json", "--output", scratch.path("card.raw")] + options).object()
  }

  static let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json").path

  @Test func `a large share is in per cent without an exponent, and an infinite temperature has no unit`() throws {
    try scratch.write("380 0.01\n480 0.05\n580 0.5\n680 0.95\n780 0.95\n", to: "orange")
    let size = ["--width", "16", "--height", "16", "--output", scratch.path("card.raw")]
    let orange = try Tool.run(["simulate", "--light", "E", "--card", scratch.path("orange")] + size)
    let share = try #require(orange.values("warning").first?.firstMatch(of: /by up to ([0-9]+) %$/)?.output.1)
    #expect((Int(share) ?? 0) >= 100 && share.hasSuffix("0"), "\(share)")
    #expect(try Tool.run(["simulate", "--light", "inf"] + size).values("temperature") == ["infinite"])
  }

  // MARK: - What is measured is what was simulated

  @Test(arguments: [
    [], ["--format", "pRAA", "--stride", "240"], ["--format", "ip3b", "--light", "LED-B1"],
    ["--light", "2700", "--surround", "60", "--region", "41,33,80,60"], ["--surround", "4", "--vignetting", "0.05"],
    ["--format", "BYR2", "--black", "1000,1010,990.5,1000", "--white", "60000", "--full-well", "40000"],
  ])
  func `the command that is printed measures the truth`(options: [String]) throws {
    let size = ["--width", "176", "--height", "128"]
    let truth = try Tool.run(["simulate", "--json", "--output", scratch.path("a card's.raw")] + size + options).object()
    let command = try #require(truth["measure"]?.text)
    let result = try Self.shell(command + " --json")
    #expect(result["verdict"]?.text == "ok")
    let (gains, expected) = (try #require(result["gains"]?.numbers), try #require(truth["gains"]?.numbers))
    let errors = try #require(result["standardError"]?.numbers)
    #expect(gains["green"] == expected["green"])
    for channel in ["red", "blue"] {
      let error = try #require(errors[channel])
      let distance = abs(gains[channel, default: 0] - expected[channel, default: 9]) / error
      #expect(Tolerance.fourStandardErrors.allows(distance), "\(channel): \(distance)")
      #expect(error < 0.01)
    }
  }

  @Test func `with the camera's profile the light itself comes back`() throws {
    let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path
    let truth = try simulate("--light", "daylight:5600", "--width", "160", "--height", "120")
    let result = try Self.shell("\(try #require(truth["measure"]?.text)) --profile \(profile) --json")
    let errors = try #require(result["standardError"]?.numbers)
    for key in ["temperature", "duv"] {
      let (value, expected) = (try #require(result[key]?.number), try #require(truth[key]?.number))
      #expect(Tolerance.threeStandardErrors.allows(abs(value - expected) / errors[key, default: 0]), "\(key)")
    }
  }

  /// Runs what a person would paste, with the tool's path for its name.
  static func shell(_ command: String) throws -> JSONValue {
    let words = try split(command)
    #expect(words.first == "wbcal")
    return try Tool.run(Array(words.dropFirst())).object()
  }

  /// As a POSIX shell does it, by one.
  static func split(_ command: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "printf '%s\\n' \(command)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  // MARK: - The light

  /// CIE 15's chromaticities.
  private static let lights: [(name: String, x: Double, y: Double)] = [
    ("A", 0.44758, 0.40745), ("d65", 0.31272, 0.32903), ("D55", 0.33243, 0.34744), ("D75", 0.29903, 0.31488),
    ("F11", 0.3805, 0.3769), ("FL3.15", 0.3127, 0.3288), ("LED-B1", 0.456, 0.4078), ("led-rgb1", 0.4557, 0.4211),
    ("E", 1 / 3, 1 / 3),
  ]

  @Test(arguments: lights)
  func `a light's name gives its chromaticity`(name: String, x: Double, y: Double) throws {
    let chromaticity = try #require(simulate("--light", name, "--width", "4", "--height", "2")["chromaticity"]?.numbers)
    #expect(abs(chromaticity["x", default: 0] - x) < Tolerance.namedLight.limit)
    #expect(abs(chromaticity["y", default: 0] - y) < Tolerance.namedLight.limit)
  }

  @Test(arguments: [("3000", 3000.0), ("3000K", 3000), ("daylight:5200", 5200)])
  func `a temperature gives a black body or a daylight`(name: String, temperature: Double) throws {
    let truth = try simulate("--light", name, "--width", "4", "--height", "2")
    let found = try #require(truth["temperature"]?.number)
    #expect(Tolerance.daylightsName.allows(abs(found - temperature)))
    let duv = try #require(truth["duv"]?.number)
    #expect((duv > 0.002) == name.hasPrefix("daylight"))
  }

  @Test func `a file is a light, and so is a column of one`() throws {
    try scratch.write("nm;warm;cold\n380;0;1\n780;2;1\n", to: "lamps.csv")
    func light(_ name: String) throws -> JSONValue? {
      try simulate("--light", scratch.path("lamps.csv") + name, "--width", "4", "--height", "2")["chromaticity"]
    }
    let (warm, first, second) = (try light(":warm"), try light(":1"), try light(":2"))
    #expect(warm == first && warm != second)
    // A measurement's name may be its time.
    try scratch.write("nm;2026/11/22 8:22:11;cold\n380;0;1\n780;2;1\n", to: "times.csv")
    let time = try simulate(
      "--light", scratch.path("times.csv") + ":2026/11/22 8:22:11", "--width", "4", "--height", "2")["chromaticity"]
    #expect(time == first)
    // A colon in the name of a file that is there belongs to the name.
    try scratch.write("380 0\n780 2\n", to: "lamp:2.txt")
    let whole = try simulate("--light", scratch.path("lamp:2.txt"), "--width", "4", "--height", "2")["chromaticity"]
    #expect(whole == first)
    let ramp = Chromaticity(try SpectralDistribution(wavelengths: [380, 780], values: [0, 2]))
    #expect(warm?["x"]?.number == ramp.x && warm?["y"]?.number == ramp.y)
  }

  @Test func `a spectrum that stops short or has long steps is used with a warning`() throws {
    func codes(_ wavelengths: [Double]) throws -> [String] {
      try scratch.write(wavelengths.map { "\($0) 1\n" }.joined(), to: "lamp.txt")
      return try simulate("--light", scratch.path("lamp.txt"), "--width", "4", "--height", "2").codes("warnings")
    }
    #expect(try codes(Array(stride(from: 400, through: 700, by: 10))) == ["short-spectrum"])
    #expect(try codes(Array(stride(from: 380, through: 780, by: 20))) == ["coarse-spectrum"])
    // What is not visible may be coarse.
    let visible: [Double] = Array(stride(from: 380, through: 780, by: 10))
    #expect(try codes([300] + visible + [1000]) == [])
    // The differences of these are rounded.
    #expect(try codes((0...41).map { Double(3702 + 100 * $0) / 10 }) == [])
  }

  @Test func `the spectra of a second light and of what surrounds the card have their warnings too`() throws {
    for (name, wavelengths) in [
      ("short.txt", stride(from: 400, through: 700, by: 10)), ("coarse.txt", stride(from: 380, through: 780, by: 20)),
    ] { try scratch.write(wavelengths.map { "\($0) 1\n" }.joined(), to: name) }
    let truth = try simulate(
      "--surround", scratch.path("short.txt"), "--second-light", scratch.path("coarse.txt"), "--width", "4", "--height",
      "2")
    #expect(Set(truth.codes("warnings")) == ["short-spectrum", "coarse-spectrum"])
  }

  /// The spectrum is 3376 K with a Duv of -0.0031.
  @Test func `a meter's file whose spectrum is another light than it states has a warning`() throws {
    func warnings(temperature: Double, duv: Double) throws -> [JSONValue] {
      try scratch.write("380nm,1\n580nm,5\n780nm,10\nCCT,\(temperature)\nDuv,\(duv)\n", to: "meter.csv")
      let truth = try simulate("--light", scratch.path("meter.csv"), "--width", "4", "--height", "2")
      return (truth["warnings"]?.array ?? []).filter { $0["code"]?.text == "meter-differs" }
    }
    let spectrum = try SpectralDistribution(wavelengths: [380, 580, 780], values: [1, 5, 10])
    let own = try TemperatureAndTint(Chromaticity(spectrum))
    let inMired = try warnings(temperature: 2856, duv: -0.0031)
    #expect(inMired.map { $0["value"]?.number } == [1e6 / 2856 - own.mired] && inMired[0]["limit"]?.number == 5)
    let inDuv = try warnings(temperature: 3376, duv: 0.01)
    #expect(inDuv.map { $0["value"]?.number } == [0.01 - own.duv] && inDuv[0]["limit"]?.number == 0.002)
    #expect(try warnings(temperature: 3376, duv: -0.0031).isEmpty)
  }

  @Test func `a card that is not neutral is told`() throws {
    try scratch.write("380 0.1\n780 0.5\n", to: "wood.txt")
    let truth = try simulate("--card", scratch.path("wood.txt"), "--width", "4", "--height", "2")
    #expect(truth.codes("warnings") == ["colored-card"])
    #expect(try simulate("--card", "50", "--width", "4", "--height", "2")["warnings"] == nil)
  }

  @Test func `the frame is lit as the options say`() throws {
    /// The electrons are so many, and the channels so alike, that a sample tells its light.
    try scratch.write("380 1 1 1\n780 1 1 1\n", to: "camera.txt")
    func samples(_ options: String...) throws -> [Double] {
      _ = try Tool.run(
        [
          "simulate", "--sensitivities", scratch.path("camera.txt"), "--full-well", "1e9", "--read-noise", "0",
          "--format", "RG16", "--black", "0", "--light", "E", "--width", "41", "--height", "31", "--output",
          scratch.path("lit.raw"),
        ] + options)
      let bytes = try scratch.bytes("lit.raw")
      return (0..<41 * 31).map { (Double(bytes[2 * $0]) + 256 * Double(bytes[2 * $0 + 1])) / 65_535 }
    }
    func isNear(_ value: Double, _ expected: Double) -> Bool { Tolerance.litSample.allows(abs(value - expected)) }
    let middle = 15 * 41 + 20
    let even = try samples("--exposure", "0.5")
    #expect(isNear(even[0], 0.5) && isNear(even[middle], 0.5))
    let gradient = try samples("--exposure", "0.5", "--gradient", "0.4")
    #expect(isNear(gradient[0], 0.5) && isNear(gradient[middle], 0.4) && isNear(gradient[40], 0.3))
    let corners = try samples("--exposure", "0.5", "--vignetting", "0.2,0.4,0.6")
    // RGGB with an odd number of columns and rows: red in each corner, green beside it.
    #expect(isNear(corners[0], 0.4) && isNear(corners[41 * 31 - 1], 0.4) && isNear(corners[middle], 0.5))
    #expect((0.3...0.35).contains(corners[1]))
    let around = try samples("--exposure", "0.3", "--card", "30", "--surround", "60", "--region", "5,4,30,20")
    #expect(isNear(around[4 * 41 + 5], 0.3) && isNear(around[4 * 41 + 4], 0.6) && isNear(around[3 * 41 + 5], 0.6))
    #expect(isNear(around[23 * 41 + 34], 0.3) && isNear(around[24 * 41 + 34], 0.6))
    try scratch.write("380 3\n780 3\n", to: "strong.txt")
    let halves = try samples("--exposure", "0.2", "--second-light", scratch.path("strong.txt"))
    #expect(isNear(halves[19], 0.2) && isNear(halves[20], 0.6))
  }

  @Test func `under two lights the card is measured where the first one falls on it alone`() throws {
    for options in [[], ["--surround", "60"]] {
      let made = try Tool.run(
        ["simulate", "--light", "A", "--second-light", "D65", "--output", scratch.path("two.raw"), "--json"] + options)
      let object = try made.object()
      var words = try #require(object["measure"]?.text).split(separator: " ").map(String.init)
      words.removeFirst()
      let measured = try Tool.run(words + ["--json"])
      #expect(measured.status == 0, "\(measured.errors)")
      let (found, truth) = (try measured.object(), try #require(object["gains"]?["red"]?.number))
      let gain = try #require(found["gains"]?["red"]?.number)
      let error = try #require(found["standardError"]?["red"]?.number)
      let limit = 5 * error
      #expect((truth - limit...truth + limit).contains(gain), "\(gain) ± \(error) for \(truth)")
    }
  }

  // MARK: - The file

  @Test func `the bundled camera is the file of Data`() throws {
    let size = ["--width", "16", "--height", "16"]
    _ = try Tool.run(["simulate", "--output", scratch.path("a")] + size)
    _ = try Tool.run(["simulate", "--sensitivities", Self.camera, "--output", scratch.path("b")] + size)
    #expect(try scratch.bytes("a") == scratch.bytes("b"))
  }

  @Test func `frames follow one another, each with its own noise, and the first is that of one frame`() throws {
    let size = ["--width", "16", "--height", "6", "--stride", "40"]
    let one = try Tool.run(["simulate", "--json", "--output", scratch.path("one")] + size).object()
    let three = try Tool.run(["simulate", "--json", "--frames", "3", "--output", scratch.path("three")] + size).object()
    #expect(one["bytesPerFrame"]?.number == 240 && three["bytesPerFrame"]?.number == 240)
    let bytes = try scratch.bytes("three")
    let first = try scratch.bytes("one")
    try #require(bytes.count == 720)
    #expect(first == Array(bytes[..<240]))
    let frames = [0, 240, 480].map { (start: Int) in Array(bytes[start..<start + 240]) }
    #expect(Set(frames).count == 3)
    #expect(one["measure"]?.text?.contains("--frames") == false)
  }

  @Test func `the seed makes the noise, and the unit the defects`() throws {
    func bytes(_ options: String...) throws -> [UInt8] {
      _ = try Tool.run(
        [
          "simulate", "--width", "32", "--height", "32", "--hot", "0.1", "--dead", "0.1", "--output", scratch.path("f"),
        ] + options)
      return try scratch.bytes("f")
    }
    func places(of sample: Int, _ bytes: [UInt8]) -> [Int] {
      (0..<1024).filter { Int(bytes[2 * $0]) + 256 * Int(bytes[2 * $0 + 1]) == sample }
    }
    func hot(_ bytes: [UInt8]) -> [Int] { places(of: 1023, bytes) }
    let first = try bytes()
    #expect(try bytes("--seed", "1") == first)
    let other = try bytes("--seed", "2", "--dark")
    #expect(other != first && hot(other) == hot(first) && (70...140).contains(hot(first).count))
    #expect(hot(try bytes("--unit", "2")) != hot(first))
    // A dead sample is black, which is 0 here. No other sample of a lit frame is 0.
    let lit = try bytes("--black", "0")
    #expect((70...140).contains(places(of: 0, lit).count), "\(places(of: 0, lit).count)")
  }

  @Test func `in the dark there is black, and no truth`() throws {
    let truth = try simulate("--dark", "--width", "32", "--height", "32", "--black", "100")
    #expect(truth["chromaticity"] == nil && truth["gains"] == nil && truth["light"] == nil && truth["measure"] == nil)
    let bytes = try scratch.bytes("card.raw")
    var sum = 0
    for sample in 0..<1024 { sum += Int(bytes[2 * sample]) + 256 * Int(bytes[2 * sample + 1]) }
    let mean = Double(sum) / 1024
    #expect(Tolerance.meanOfDark.allows(abs(mean - 100)), "\(mean)")
  }

  @Test(arguments: [("RGGB", 16.0, 255.0), ("RG10", 64, 1023), ("pRCC", 256, 4095)])
  func `black is a sixteenth of the format's values, and white their end`(code: String, black: Double, white: Double)
    throws
  {
    let frame = try #require(simulate("--format", code, "--width", "4", "--height", "2")["frame"])
    #expect(frame["black"]?.array?.map(\.number) == Array(repeating: black, count: 4))
    #expect(frame["white"]?.array?.map(\.number) == Array(repeating: white, count: 4))
  }

  @Test func `a file that is there is replaced, and nothing else is left`() throws {
    try scratch.write(String(repeating: "x", count: 5000), to: "card.raw")
    _ = try simulate("--width", "8", "--height", "8")
    #expect(try scratch.names == ["card.raw"])
    #expect(try scratch.bytes("card.raw").count == 128)
  }

  @Test func `a disk that takes no more leaves the old file, and no half of a new one`() throws {
    try scratch.write("old", to: "card.raw")
    let errors = try ScratchFile([])
    // A limit of one block of 512 bytes on files stands for the disk.
    // Its signal ends a process that does not ignore it.
    for ignoring in ["trap '' XFSZ; ", ""] {
      var attributes = Tool.signalsAsAShellHasThem()
      defer { posix_spawnattr_destroy(&attributes) }
      let words = [
        "/bin/sh", "-c",
        ignoring + #"ulimit -f 1; exec "$0" simulate --width 64 --height 64 --output "$1" >/dev/null 2>"$2""#,
        try Tool.executable.path, scratch.path("card.raw"), errors.path,
      ]
      var pointers = words.map { strdup($0) } + [nil]
      defer { for pointer in pointers { free(pointer) } }
      var child: pid_t = 0
      try #require(posix_spawn(&child, "/bin/sh", nil, &attributes, &pointers, environ) == 0)
      #expect(Tool.wait(for: child) == 74)
      let message = try String(contentsOf: errors.url, encoding: .utf8)
      #expect(message == "wbcal: \(ToolMessages.notWritten(scratch.path("card.raw"), "File too large"))\n")
      #expect(try scratch.names == ["card.raw"] && scratch.bytes("card.raw") == Array("old".utf8))
    }
  }

  @Test func `text says what JSON says`() throws {
    let size = ["--width", "8", "--height", "8"]
    let text = try Tool.run(["simulate", "--output", scratch.path("card.raw")] + size)
    let truth = try simulate("--width", "8", "--height", "8")
    let (command, temperature) = (try #require(truth["measure"]?.text), try #require(truth["temperature"]?.number))
    #expect(text.values("measure it") == [command])
    #expect(text.values("temperature") == [String(format: "%.1f K", temperature)])
    func channels(_ key: String) throws -> String {
      let numbers = try #require(truth[key]?.numbers)
      return ["red", "green", "blue"].map { String(format: "\($0) %.4f", numbers[$0] ?? .nan) }.joined(separator: "   ")
    }
    #expect(try text.values("gains") == [channels("gains")])
    #expect(try text.values("signals") == [channels("neutral") + "   (of the card, shares of the range)"])
    let light = try #require(truth["chromaticity"]?.numbers)
    #expect(text.values("x, y") == [String(format: "%.5f, %.5f", light["x"] ?? .nan, light["y"] ?? .nan)])
    let (tint, duv) = (try #require(truth["tint"]?.number), try #require(truth["duv"]?.number))
    #expect(text.values("tint") == [String(format: "%+.2f   (Duv %+.5f)", tint, duv)])
    #expect(text.values("card") == ["\(try #require(truth["region"]?.text)) (x, y, width, height)"])
    #expect(text.values("light") == [try #require(truth["light"]?.text)])
  }

  // MARK: - Refused

  @Test(arguments: MessagesTests.simulate) func `what cannot be simulated is refused, and no file is written`(
    refused: MessagesTests.Case
  ) throws {
    let files = try MessagesTests.Files()
    // The output that the table names, in a folder that has nothing else.
    let arguments = files.words(refused.arguments).map { $0 == "x" ? scratch.path("card.raw") : $0 }
    let result = try Tool.run(arguments)
    #expect(result.status == refused.status, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try scratch.names == [])
  }

  @Test func `several frames are measured by the command that is printed`() throws {
    let size = ["--width", "64", "--height", "48"]
    let truth = try Tool.run(["simulate", "--json", "--frames", "3", "--output", scratch.path("three")] + size).object()
    let command = try #require(truth["measure"]?.text)
    #expect(command.contains(" --frames 3 "))
    #expect(try Self.shell(command + " --json")["frame"]?["count"]?.number == 3)
    let dark = try Tool.run(["simulate", "--json", "--dark", "--frames", "3", "--output", scratch.path("dark")] + size)
    #expect(try dark.object()["measure"] == nil)
  }

  @Test func `the command that is printed measures a file whose name begins with a dash`() throws {
    let shell = try ReadersShell()
    let simulated = try shell.run("wbcal simulate --json --width 176 --height 128 --output=-c.raw")
    let truth = try JSONDecoder().decode(JSONValue.self, from: Data(simulated.printed.utf8))
    let measured = try shell.run(try #require(truth["measure"]?.text))
    #expect(measured.status == 0, "\(measured.printed)")
  }

  @Test func `where no file can be, the status says so`() throws {
    for path in [scratch.folder.path, scratch.path("no/card.raw"), "/dev/null"] {
      let result = try Tool.run("simulate", "--width", "8", "--height", "8", "--output", path)
      #expect(result.status == 74 && result.message.hasPrefix(ToolMessages.notWritten(path, "")), "\(result.errors)")
    }
    #expect(try scratch.names == [])
  }
}
