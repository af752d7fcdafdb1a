import Foundation
import TestSupport
import Testing

@Suite struct MeasureTests {
  static let sample = repositoryRoot.appending(path: "Data/sample/sample.raw").path
  static let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path
  static let geometry = ["--format", "RG10", "--width", "160", "--height", "120"]

  @Test func `the bundled sample reads its truth within three standard errors`() throws {
    let result = try Tool.run("measure", "--json")
    #expect(result.status == 0)
    let object = try result.object()
    let truth = try #require(object["truth"])
    let errors = try #require(object["standardError"]?.numbers)
    #expect(object["verdict"]?.text == "ok")
    for key in ["temperature", "duv"] {
      let (value, expected) = (try #require(object[key]?.number), try #require(truth[key]?.number))
      #expect(abs(value - expected) <= 3 * errors[key, default: 0], "\(key)")
    }
    let gains = try #require(object["gains"]?.numbers)
    let expected = try #require(truth["gains"]?.numbers)
    for key in ["red", "green", "blue"] {
      #expect(abs(gains[key, default: 0] - expected[key, default: 9]) <= 3 * errors[key, default: 0], "\(key)")
    }
    // A card is worth measuring where its errors are small: 1 % of a gain, 20 K.
    #expect(errors["red", default: 1] < 0.01 && errors["blue", default: 1] < 0.01)
    #expect(errors["temperature", default: 1000] < 20)
  }

  @Test func `a file with its profile reads as the bundled sample does`() throws {
    let bundled = try Tool.run("measure", "--json").object()
    let file = try Tool.run(["measure", Self.sample, "--profile", Self.profile, "--json"] + Self.geometry).object()
    for key in ["gains", "neutral", "chromaticity", "standardError"] {
      #expect(file[key]?.numbers == bundled[key]?.numbers, "\(key)")
    }
  }

  @Test func `levels of the options go before those of the profile`() throws {
    func neutral(_ options: [String]) throws -> [String: Double]? {
      try Tool.run(["measure", Self.sample, "--json"] + options + Self.geometry).object()["neutral"]?.numbers
    }
    let byProfile = try neutral(["--profile", Self.profile])
    #expect(byProfile != nil)
    #expect(try neutral(["--black", "64"]) == byProfile)
    #expect(try neutral(["--black", "64,64,64,64", "--white", "1023"]) == byProfile)
    #expect(try neutral([]) != byProfile)
    #expect(try neutral(["--profile", Self.profile, "--black", "0"]) == neutral([]))
  }

  @Test func `without a profile a card has gains alone`() throws {
    let object = try Tool.run(["measure", Self.sample, "--black", "64", "--json"] + Self.geometry).object()
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
    #expect(try Tool.run("measure").output.contains("(found; x, y, width, height)"))
    var generator = SeededGenerator(seed: 41)
    // A card at the upper left, in front of samples that have nothing to do with each other.
    let file = try PictureTests.file { channel, column, row in
      guard (8..<72).contains(column), (8..<88).contains(row) else {
        return UInt16.random(in: 100...900, using: &generator)
      }
      return UInt16((Double(PictureTests.neutral(channel)) + 5 * generator.normal()).rounded())
    }
    let object = try Tool.run(["measure", file.path, "--json"] + Self.geometry).object()
    #expect(object["regionSource"]?.text == "found" && object["verdict"]?.text == "ok")
    // Tiles of 8 samples, without those of the border.
    #expect(object["region"]?.text == "16,16,48,64")
  }

  @Test func `of a frame without a card the middle is judged, and that is said`() throws {
    let black = try ScratchFile(Array(repeating: 0, count: 38_400))
    let result = try Tool.run(["measure", black.path, "--json"] + Self.geometry)
    #expect(result.status == 2)
    let object = try result.object()
    #expect(object["region"]?.text == "40,30,80,60" && object["regionSource"]?.text == "center")
    #expect(object["reasons"]?.array?.map { $0["code"]?.text } == ["too-dark"])
    #expect(result.errors.contains("no card was found (nearly all of the frame is clipped or dark)"))
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
    let result = try Tool.run(["measure", Self.sample, "--white", "300", "--json"] + Self.geometry)
    #expect(result.status == 2)
    let object = try result.object()
    #expect(object["verdict"]?.text == "refused")
    #expect(object["gains"] == nil && object["neutral"] == nil && object["temperature"] == nil)
    let reasons = try #require(object["reasons"]?.array)
    #expect(reasons.map { $0["code"]?.text } == ["clipped"])
    #expect(reasons.first?["limit"]?.number == 0.001)
    #expect(result.errors.contains("clipped:"))
  }

  @Test(arguments: ["9223372036854775807,0,9223372036854775807,4", "0,0,9223372036854775807,1", "-5,0,10,10"])
  func `a region of any numbers ends with 2`(region: String) throws {
    let result = try Tool.run("measure", "--region", region, "--json")
    #expect(result.status == 2)
    #expect(try result.object()["reasons"]?.array?.first?["code"]?.text == "outside-frame")
  }

  @Test func `a card beside something else is refused`() throws {
    let result = try Tool.run("measure", "--metering", "uniform")
    #expect(result.status == 2)
    #expect(result.errors.contains(" % of the region shows something else than the rest (limit 30.0 %)"))
  }

  @Test func `gains that are refused leave what was measured, and end with 2`() throws {
    let result = try Tool.run("measure", "--policy", "refuse", "--max-gain", "2", "--json")
    #expect(result.status == 2)
    let object = try result.object()
    #expect(object["gains"] != nil && object["temperature"] != nil && object["settable"] == nil)
    #expect(object["error"]?.text?.contains("outside 1.0 to 2.0") == true)
  }

  @Test func `a region outside the frame is refused with the edge`() throws {
    let result = try Tool.run("measure", "--region", "100,0,100,50")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("the region reaches 200 and the frame ends at 160"))
  }

  @Test func `a file that is read is not written over`() throws {
    let frame = try ScratchFile(Array(Data(contentsOf: URL(fileURLWithPath: Self.sample))))
    let result = try Tool.run(["measure", frame.path, "--black", "64", "--show", frame.path] + Self.geometry)
    #expect(result.status == 64)
    #expect(result.errors.contains("\(frame.path) is a file that was read; writing it would lose it"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: frame.path)).count == 38_400)
  }

  // MARK: - Bad input

  @Test func `a truncated frame is bad data, with both counts`() throws {
    let file = try ScratchFile(Array(repeating: 0, count: 38_399))
    let result = try Tool.run(["measure", file.path] + Self.geometry)
    #expect(result.status == 65)
    #expect(result.errors.contains("\(file.path): the frame has 38399 bytes, and its format and size need 38400;"))
  }

  @Test func `a stride as large as a number can be is bad data`() throws {
    let stride = "9223372036854775797"
    let result = try Tool.run(
      "measure", Self.sample, "--format", "RG10", "--width", "1", "--height", "2", "--stride", stride)
    #expect(result.status == 65)
    #expect(result.errors.contains("the frame has 38400 bytes"))
  }

  @Test func `an empty file is bad data`() throws {
    let file = try ScratchFile([])
    #expect(try Tool.run(["measure", file.path] + Self.geometry).status == 65)
  }

  @Test func `a file larger than the frame has another size than was said`() throws {
    let result = try Tool.run("measure", Self.sample, "--format", "RG10", "--width", "160", "--height", "119")
    #expect(result.status == 65)
    #expect(result.errors.contains("has 38400 bytes, and 160 x 119 samples of RG10 with 320 bytes a row fill 38080"))
  }

  @Test(arguments: [
    (["--format", "YUYV", "--width", "160", "--height", "120"], "no raw format is called 'YUYV'; the formats are"),
    (["--format", "rg10", "--width", "160", "--height", "120"], "did you mean RG10?"),
    (["--format", "RG10", "--width", "0", "--height", "120"], "0 x 120"),
    (["--format", "RG10", "--width", "160", "--height", "-2"], "160 x -2"),
    (["--format", "RG10", "--width", "9223372036854775807", "--height", "2"], "must be positive and fit in memory"),
    (
      ["--format", "RG10", "--width", "160", "--height", "120", "--stride", "300"], "a stride of 300 bytes is too short"
    ),
    (["--format", "RG10", "--width", "160", "--height", "120", "--black", "nan"], "black level nan"),
    (["--format", "RG10", "--width", "160", "--height", "120", "--black", "-1"], "black level -1"),
    (["--format", "RG10", "--width", "160", "--height", "120", "--black", "1023"], "0 <= black < white"),
    (
      ["--format", "RG10", "--width", "160", "--height", "120", "--region", "1,2,3"], "'1,2,3' is invalid for '--region"
    ),
    (
      ["--format", "RG10", "--width", "160", "--height", "120", "--metering", "spot", "--point", "160,0"],
      "outside the frame"
    ),
    (["--format", "RG10", "--width", "160", "--height", "120", "--point", "1,1"], "--point needs --metering spot"),
    (["--width", "160"], "--format, --height must be given"),
  ])
  func `wrong usage ends with 64 and names the value`(options: [String], message: String) throws {
    let result = try Tool.run(["measure", Self.sample] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `a white level above the format's largest value is wrong usage, or a profile of another format`() throws {
    let typed = try Tool.run(["measure", Self.sample, "--white", "4095"] + Self.geometry)
    #expect(typed.status == 64)
    #expect(typed.errors.contains("--black, --white: white level 4095.0 is above 1023"))
    let eightBits = ["--format", "RGGB", "--width", "320", "--height", "120"]
    let profiled = try Tool.run(["measure", Self.sample, "--profile", Self.profile] + eightBits)
    #expect(profiled.status == 65)
    #expect(profiled.errors.contains("the profile's levels: white level 1023.0 is above 255"))
  }

  @Test(arguments: [
    ("/nonexistent.raw", "No such file or directory"), ("/tmp", "/tmp is a directory; a file is needed"),
    // Written, never read, by anyone.
    ("/proc/sys/vm/compact_memory", "Permission denied"), ("/dev/video99", "no such device"),
  ])
  func `what cannot be read ends with 66 and names it`(path: String, message: String) throws {
    let result = try Tool.run(["measure", path] + Self.geometry)
    #expect(result.status == 66)
    #expect(result.errors.contains(path) && result.errors.contains(message), "\(result.errors)")
  }

  @Test func `a device that is not a camera has failed`() throws {
    let result = try Tool.run("measure", "/dev/null")
    #expect(result.status == 69)
    #expect(result.errors.contains("/dev/null: not a V4L2 device"))
  }

  @Test func `a monochrome frame has no white balance`() throws {
    let result = try Tool.run("measure", Self.sample, "--format", "Y10", "--width", "160", "--height", "120")
    #expect(result.status == 65)
    #expect(result.errors.contains("Y10 is monochrome"))
  }

  @Test(arguments: [0, 127, 3000]) func `bytes that are no profile are bad data`(count: Int) throws {
    var generator = SeededGenerator(seed: 7)
    let file = try ScratchFile((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let result = try Tool.run(["measure", Self.sample, "--profile", file.path] + Self.geometry)
    #expect(result.status == 65)
    #expect(result.output == "")
    #expect(result.errors.contains(file.path), "\(result.errors)")
  }
}
