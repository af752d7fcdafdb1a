import Foundation
import GrayCard
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@Suite struct MeasureTests {
  @Test func `the bundled sample reads its truth within three standard errors`() throws {
    let result = try Tool.run("measure", "--json")
    #expect(result.status == 0)
    let object = try result.object()
    let truth = try #require(object["truth"])
    let errors = try #require(object["standardError"]?.numbers)
    #expect(object["verdict"]?.text == "ok")
    for key in ["temperature", "duv"] {
      let (value, expected) = (try #require(object[key]?.number), try #require(truth[key]?.number))
      #expect(Tolerance.threeStandardErrors.allows(abs(value - expected) / errors[key, default: 0]), "\(key)")
    }
    let gains = try #require(object["gains"]?.numbers)
    let expected = try #require(truth["gains"]?.numbers)
    #expect(gains["green"] == expected["green"])
    for key in ["red", "blue"] {
      let distance = abs(gains[key, default: 0] - expected[key, default: 9]) / errors[key, default: 0]
      #expect(Tolerance.threeStandardErrors.allows(distance), "\(key): \(distance)")
    }
    // A card is worth measuring where its errors are small: 1 % of a gain,
    // and 20 K where the light is told to be daylight.
    #expect(errors["red", default: 1] < 0.01 && errors["blue", default: 1] < 0.01)
    let daylight = try Tool.run("measure", "--light-kind", "daylight", "--json").object()
    let told = try #require(daylight["standardError"])
    #expect(try #require(told["temperature"]?.number) < 20)
    #expect(told["lights"]?.text == "daylight" && object["standardError"]?["lights"]?.text == "any")
    #expect(try #require(told["temperature"]?.number) < errors["temperature", default: 0] / 5)
  }

  @Test func `a file with its profile reads as the bundled sample does`() throws {
    let bundled = try Tool.run("measure", "--json").object()
    let file = try Tool.run(
      ["measure", SampleFiles.frame, "--profile", SampleFiles.profile, "--json"] + SampleFiles.geometry
    ).object()
    for key in ["gains", "neutral", "chromaticity", "standardError"] {
      #expect(file[key]?.numbers == bundled[key]?.numbers, "\(key)")
    }
  }

  @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm"), "there is no /dev/shm"))
  func `a file among the devices is a file, and a node that is absent a camera`() throws {
    let copy = "/dev/shm/card-\(UUID().uuidString).raw"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.copyItem(atPath: SampleFiles.frame, toPath: copy)
    let options = SampleFiles.geometry + ["--black", "64", "--json"]
    let neutral = try Tool.run(["measure", copy] + options).object()["neutral"]
    #expect(try neutral != nil && neutral == Tool.run(["measure", SampleFiles.frame] + options).object()["neutral"])
    for camera in ["/dev/video4711", "/dev/v4l/by-id/none"] {
      let absent = try Tool.run("measure", camera)
      #expect(absent.status == 66 && absent.message.contains("camera"), "\(absent.errors)")
    }
    let missing = try Tool.run("measure", copy + "-none")
    #expect(missing.status == 66 && missing.message == "\(copy)-none: No such file or directory")
  }

  @Test func `levels of the options go before those of the profile`() throws {
    func neutral(_ options: [String]) throws -> [String: Double]? {
      try Tool.run(["measure", SampleFiles.frame, "--json"] + options + SampleFiles.geometry).object()["neutral"]?
        .numbers
    }
    let byProfile = try neutral(["--profile", SampleFiles.profile])
    #expect(byProfile != nil)
    #expect(try neutral(["--black", "64"]) == byProfile)
    #expect(try neutral(["--black", "64,64,64,64", "--white", "1023"]) == byProfile)
    let ofNothing = try neutral(["--black", "0", "--limit", "black-level=9"])
    #expect(ofNothing != nil && ofNothing != byProfile)
    #expect(try neutral(["--profile", SampleFiles.profile, "--black", "0", "--limit", "black-level=9"]) == ofNothing)
  }

  @Test func `without a profile a card has gains alone`() throws {
    let object = try Tool.run(["measure", SampleFiles.frame, "--black", "64", "--json"] + SampleFiles.geometry).object()
    #expect(object["gains"] != nil && object["neutral"] != nil && object["settable"] != nil)
    #expect(object["chromaticity"] == nil && object["temperature"] == nil)
  }

  @Test(arguments: [
    (["--region", "40,30,40,20"], "40,30,40,20", "given"), (["--metering", "center"], "40,30,80,60", "center"),
    (["--metering", "uniform"], "0,0,160,120", "frame"), (["--metering", "weighted"], "0,0,160,120", "frame"),
    (["--metering", "spot"], "68,48,24,24", "spot"),
    (["--metering", "spot", "--point", "159,0"], "136,0,24,24", "spot"),
  ])
  func `the region is the one asked for`(options: [String], region: String, source: String) throws {
    let object = try Tool.run(["measure", "--json"] + options).object()
    #expect(object["region"]?.text == region)
    #expect(object["regionSource"]?.text == source)
  }

  @Test func `without a region the card is found, wherever it is`() throws {
    let region = try #require(Tool.run("measure", "--json").object()["region"]?.text)
    #expect(try Tool.run("measure").values("region") == ["\(region) (found; x, y, width, height)"])
    var generator = SeededGenerator(seed: 41)
    // A card at the upper left, in front of samples that have nothing to do with each other.
    let file = try PictureTests.file { channel, column, row in
      guard (8..<72).contains(column), (8..<88).contains(row) else {
        return UInt16.random(in: 100...900, using: &generator)
      }
      return UInt16((Double(PictureTests.neutral(channel)) + 5 * generator.normal()).rounded())
    }
    let object = try Tool.run(["measure", file.path, "--black", "0", "--json"] + SampleFiles.geometry).object()
    #expect(object["regionSource"]?.text == "found" && object["verdict"]?.text == "ok")
    // Tiles of 8 samples, without those of the border.
    #expect(object["region"]?.text == "16,16,48,64")
  }

  @Test func `of a frame without a card the middle is judged, and that is said`() throws {
    let black = try ScratchFile(Array(repeating: 0, count: 38_400))
    let result = try Tool.run(["measure", black.path, "--json"] + SampleFiles.geometry)
    #expect(result.status == 2)
    let object = try result.object()
    #expect(object["region"]?.text == "40,30,80,60" && object["regionSource"]?.text == "center")
    #expect(object.codes("reasons") == ["too-dark"])
    #expect(object.codes("warnings") == ["black-assumed", "no-card-found"])
    let (reasons, notes) = (try object.refusals().map(\.description), object.messages("warnings"))
    #expect(result.message == refused("\(black.path), region 40,30,80,60", reasons, notes: notes))
  }

  /// The sample's card fills the middle half of the frame, and wood the rest.
  @Test func `weighted metering reads what is in the middle, uniform metering all`() throws {
    func red(_ options: String...) throws -> Double {
      let limits = ["--limit", "not-uniform=1", "--limit", "textured=1", "--limit", "color-varies=1"]
      let object = try Tool.run(["measure", "--json"] + options + limits).object()
      return try #require(object["gains"]?.numbers?["red"])
    }
    let card = try red("--metering", "center")
    let (weighted, uniform) = (try red("--metering", "weighted"), try red("--metering", "uniform"))
    #expect(abs(weighted - card) < abs(uniform - card), "\(card), \(weighted), \(uniform)")
  }

  // MARK: - Refused

  @Test func `a refused card ends with 2, its reasons and no gains`() throws {
    let result = try Tool.run(["measure", SampleFiles.frame, "--white", "300", "--json"] + SampleFiles.geometry)
    #expect(result.status == 2)
    let object = try result.object()
    #expect(object["verdict"]?.text == "refused")
    #expect(object["gains"] == nil && object["neutral"] == nil && object["temperature"] == nil)
    let reasons = try #require(object["reasons"]?.array)
    #expect(reasons.map { $0["code"]?.text } == ["clipped"])
    #expect(reasons.first?["limit"]?.number == 0.001)
  }

  @Test(arguments: ["9223372036854775807,0,9223372036854775807,4", "0,0,9223372036854775807,1", "-5,0,10,10"])
  func `a region of any numbers ends with 2`(region: String) throws {
    let result = try Tool.run("measure", "--region", region, "--json")
    #expect(result.status == 2)
    #expect(try result.object()["reasons"]?.array?.first?["code"]?.text == "outside-frame")
  }

  @Test func `a card beside something else is refused`() throws {
    let result = try Tool.run("measure", "--metering", "uniform", "--json")
    #expect(result.status == 2)
    #expect(try result.object().codes("reasons") == ["not-uniform"])
  }

  @Test func `gains that are refused leave what was measured, and end with 2`() throws {
    let result = try Tool.run("measure", "--policy", "refuse", "--max-gain", "2", "--json")
    #expect(result.status == 2)
    let object = try result.object()
    #expect(object["gains"] != nil && object["temperature"] != nil && object["settable"] == nil)
    let gains = try #require(object["gains"]?.numbers)
    let refused = WhiteBalanceError.gainsOutOfRange(
      WhiteBalanceGains(
        red: gains["red", default: 0], green: gains["green", default: 0], blue: gains["blue", default: 0]),
      try GainRange(maximum: 2))
    #expect(object["error"]?.text == refused.description)
    let (source, region) = (try #require(object["source"]?.text), try #require(object["region"]?.text))
    #expect(result.message == "\(source), region \(region): \(refused)")
  }

  @Test func `a region outside the frame is refused with the edge`() throws {
    let result = try Tool.run("measure", "--region", "100,0,100,50")
    #expect(result.status == 2)
    #expect(result.output == "")
    let object = try Tool.run("measure", "--region", "100,0,100,50", "--json").object()
    let refusal = CardRefusal(code: .outsideFrame, value: 200, limit: 160)
    #expect(try object.refusals() == [refusal])
    let source = try #require(object["source"]?.text)
    #expect(result.message == refused("\(source), region 100,0,100,50", [refusal.description]))
  }

  @Test func `a file that is read is not written over`() throws {
    let frame = try ScratchFile(Array(Data(contentsOf: URL(fileURLWithPath: SampleFiles.frame))))
    let result = try Tool.run(["measure", frame.path, "--black", "64", "--show", frame.path] + SampleFiles.geometry)
    #expect(result.status == 64)
    #expect(try Data(contentsOf: URL(fileURLWithPath: frame.path)).count == 38_400)
  }

  // MARK: - Bad input

  @Test(arguments: [0, 127, 3000]) func `bytes that are no profile are bad data`(count: Int) throws {
    var generator = SeededGenerator(seed: 7)
    let file = try ScratchFile((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let result = try Tool.run(["measure", SampleFiles.frame, "--profile", file.path] + SampleFiles.geometry)
    #expect(result.status == 65)
    #expect(result.output == "")
    #expect(result.message.hasPrefix("\(file.path): "), "\(result.errors)")
  }

  @Test func `standard input is a raw file or a DNG like any other`() throws {
    let bytes = try Data(contentsOf: URL(filePath: SampleFiles.frame))
    let raw = SampleFiles.geometry + ["--profile", SampleFiles.profile, "--json"]
    var piped = try Tool.run(["measure", "-"] + raw, input: bytes).object()
    let read = try Tool.run(["measure", SampleFiles.frame] + raw).object()
    #expect(piped["source"]?.text == "standard input" && piped["gains"] == read["gains"])
    let negative = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString).dng").path
    defer { try? FileManager.default.removeItem(atPath: negative) }
    let made =
      ["dng", SampleFiles.frame, "--profile", SampleFiles.profile, "--output", negative] + SampleFiles.geometry
    try #require(try Tool.run(made).status == 0)
    piped = try Tool.run(["measure", "-", "--json"], input: Data(contentsOf: URL(filePath: negative))).object()
    #expect(piped["frame"]?["blackSource"]?.text == "file" && piped["gains"] == read["gains"])
  }

  @Test func `a still raw is told as one, whatever its name`() throws {
    let file = try ScratchFile(Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8) + Array(repeating: 0, count: 100))
    let result = try Tool.run("measure", file.path)
    #expect(result.status == 65)
    // The reason is LibRaw's.
    #expect(
      result.message == "\(file.path): LibRaw does not read the file: Unsupported file format or not RAW file; "
        + "the file may be cut short, or of a camera that LibRaw does not know")
  }
}
