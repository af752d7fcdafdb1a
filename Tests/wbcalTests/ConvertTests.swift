import Colorimetry
import Foundation
import TestSupport
import Testing
import WhiteBalance

@Suite struct ConvertTests {
  static let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path

  @Test func `a chromaticity becomes temperature and tint: rounded for a person, with all digits for a script`() throws
  {
    let light = try TemperatureAndTint(Chromaticity(x: 0.3127, y: 0.3290))
    let uv = UniformChromaticity(Chromaticity(x: 0.3127, y: 0.3290))
    let result = try Tool.run("convert", "--from", "xy", "0.3127", "0.3290")
    #expect(result.status == 0)
    #expect(
      result.output == """
        x, y         0.31270, 0.32900
        u, v         0.19783, 0.31221
        temperature  6504.3 K
        tint         +9.62   (Duv +0.00321)

        """)
    #expect(
      try Tool.run("convert", "--from", "xy", "-", input: "0.3127 0.3290").output
        == "x 0.3127  y 0.329  u \(uv.u)  v \(uv.v)  temperature \(light.temperature)  duv \(light.duv)  tint \(light.tint)\n"
    )
    let object = try Tool.run("convert", "--from", "xy", "--json", "0.3127", "0.3290").object()
    #expect(object.keys == ["chromaticity", "uv", "temperature", "duv", "tint"])
    #expect(object["temperature"]?.number == light.temperature)
    #expect(object["duv"]?.number == light.duv)
    #expect(object["chromaticity"]?.numbers == ["x": 0.3127, "y": 0.329])
    #expect(object["uv"]?.numbers == ["u": uv.u, "v": uv.v])
  }

  @Test func `a temperature and tint that no light has come back, with an error`() throws {
    let there = try Tool.run("convert", "--from", "temperature", "--json", "2000", "120")
    #expect(there.status == 0)
    #expect(try there.object()["warnings"]?.array?.first?["message"]?.text?.contains("x + y at most 1") == true)
    let light = try #require(try there.object()["chromaticity"]?.numbers)
    let back = try Tool.run(
      "convert", "--from", "xy", "--json", "\(light["x", default: 0])", "\(light["y", default: 0])")
    #expect(back.status == 65)
    #expect(try back.object()["error"]?.text?.contains("x + y at most 1") == true)
    #expect(abs(try #require(try back.object()["temperature"]?.number) - 2000) < 1e-9)
    #expect(abs(try #require(try back.object()["tint"]?.number) - 120) < 1e-9)
  }

  @Test func `CIE 1960 coordinates give the same light as CIE 1931 ones`() throws {
    let uv = UniformChromaticity(.a)
    let object = try Tool.run("convert", "--from", "uv", "--json", "\(uv.u)", "\(uv.v)").object()
    #expect(abs(try #require(object["temperature"]?.number) - 2855.52711211774) < 1e-8)
  }

  @Test func `a temperature takes a negative tint, and infinity`() throws {
    let object = try Tool.run("convert", "--from", "temperature", "--json", "5000", "-15").object()
    #expect(object["tint"]?.number == -15)
    #expect(object["duv"]?.number == -0.005)
    let infinite = try Tool.run("convert", "--from", "temperature", "--json", "inf", "0").object()
    #expect(infinite["temperature"]?.text == "Infinity")
    #expect(abs(try #require((infinite["chromaticity"]?.numbers)?["x"]) - 0.23987696595240938) < 1e-15)
  }

  @Test func `with a profile a light has gains, and gains have a light`() throws {
    let there = try Tool.run("convert", "--from", "xy", "--profile", Self.profile, "--json", "0.34", "0.354")
    let gains = try #require(try there.object()["gains"]?.numbers)
    let values = ["red", "green", "blue"].map { "\(gains[$0] ?? .nan)" }
    let back = try Tool.run(["convert", "--from", "gains", "--profile", Self.profile, "--json"] + values)
    let chromaticity = try #require(try back.object()["chromaticity"]?.numbers)
    #expect(abs(chromaticity["x", default: 0] - 0.34) < 1e-12)
    #expect(abs(chromaticity["y", default: 0] - 0.354) < 1e-12)
  }

  @Test(arguments: ["clamp-channels", "hold-tint", "nearest-light"])
  func `gains above the maximum come with legal ones, and what they cost`(policy: String) throws {
    let result = try Tool.run(
      "convert", "--from", "temperature", "--profile", Self.profile, "--max-gain", "3", "--policy", policy, "--json",
      "2000",
      "0")
    let settable = try #require(try result.object()["settable"])
    let gains = try #require(settable["gains"]?.numbers)
    #expect(settable["clamped"]?.bool == true)
    #expect(settable["policy"]?.text == policy)
    #expect(settable["temperatureShift"]?.number != nil && settable["tintShift"]?.number != nil)
    #expect(gains.values.allSatisfy { (1...3).contains($0) })
    #expect(gains.values.min() == 1)
  }

  @Test func `nothing is printed as minus zero, and a person gets the gains too`() throws {
    let text = try Tool.run("convert", "--from", "temperature", "--profile", Self.profile, "5000", "-0.001").output
    #expect(text.contains("temperature  5000.0 K\ntint         0.00   (Duv 0.00000)\ngains        red "), "\(text)")
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 80 })
    #expect(try Tool.run("convert", "--from", "temperature", "inf", "0").output.contains("temperature  infinite"))
  }

  @Test func `gains that the policy refuses are a refusal, of one light; a batch has errors`() throws {
    let refuse = [
      "convert", "--from", "temperature", "--profile", Self.profile, "--max-gain", "1.2", "--policy", "refuse",
    ]
    let one = try Tool.run(refuse + ["3000", "0"])
    #expect(one.status == 2 && one.output == "")
    #expect(
      one.errors.wholeMatch(
        of: /wbcal: the gains \(red [0-9.]{1,7}, green 1.0, blue [0-9.]{1,7}\) are outside 1.0 to 1.2\n/) != nil)
    #expect(try Tool.run(refuse + ["3000", "0", "--json"]).object()["gains"] != nil)
    #expect(try Tool.run(refuse + ["-"], input: Data("3000 0".utf8)).status == 65)
    #expect(try Tool.run(refuse + ["-5000", "0"]).status == 65)
    let frame = ["measure", "--max-gain", "1.2", "--policy", "refuse"]
    #expect(try Tool.run(frame).status == 2 && (try Tool.run(frame + ["--json"]).object()["verdict"]?.text) == "ok")
  }

  @Test func `a batch answers line by line and goes on after a bad one`() throws {
    let result = try Tool.run(
      "convert", "--from", "xy", "--json", "-", input: "0.3127 0.3290\n0.9 0.8\nhello there\n0.45\n\n0.45,0.41\n0.2 0.2"
    )
    #expect(result.status == 65)
    #expect(result.errors == "wbcal: 5 of 7 lines have an error\n")
    let objects = try result.objects()
    #expect(objects.map { $0["error"] != nil } == [false, true, true, true, true, false, true])
    #expect(objects.map { $0["temperature"] != nil } == [true, false, false, false, false, true, false])
    #expect(objects[1]["error"]?.text?.contains("x + y at most 1") == true)
    #expect(objects[2]["error"]?.text?.contains("'hello' is not a number") == true)
    #expect(objects[6]["error"]?.text?.contains("bluer than any black body") == true)
  }

  @Test func `a batch of good lines ends with 0, whatever ends its lines`() throws {
    let result = try Tool.run("convert", "--from", "temperature", "-", input: "5000 0\r\n6500\t-10\r\n")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == 2)
  }

  @Test func `a long batch answers each line as alone, wherever the blocks end that it is read in`() throws {
    let lights = (0..<6000).map { Chromaticity(x: 0.3 + Double($0) / 100_000, y: 0.35) }
    let lines = lights.map { "\($0.x) \($0.y)" }.joined(separator: "\n")
    // Two blocks and more.
    try #require(lines.utf8.count > 1 << 16)
    let result = try Tool.run("convert", "--from", "xy", "-", input: lines)
    let found = result.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(result.status == 0 && found.count == lights.count)
    #expect(
      zip(found, lights).allSatisfy { words, light in Double(words[1]) == light.x && Double(words[3]) == light.y })
  }

  @Test func `a full disk is not a success`() throws {
    let result = try Tool.run(["convert", "--from", "xy", "0.3127", "0.3290"], output: "/dev/full")
    #expect(result.status == 74)
    #expect(result.errors == "wbcal: standard output: No space left on device\n")
  }

  @Test func `two dashes end the options`() throws {
    #expect(try Tool.run("convert", "--from", "temperature", "--", "5000", "-10").status == 0)
  }

  @Test func `a line without an end does not fill the memory`() throws {
    let result = try Tool.run(["convert", "--from", "xy", "--json", "-"], input: Data(repeating: 0x31, count: 1 << 20))
    #expect(result.status == 65)
    #expect(try result.object()["error"]?.text == "the line is longer than 4096 bytes")
  }

  @Test(arguments: [
    ("xy", ["0.7", "0.6"], "no light has x 0.7, y 0.6"), ("xy", ["0.3", "0"], "y above 0"),
    ("xy", ["-0.1", "0.3"], "x -0.1"),
    ("xy", ["nan", "0.3"], "'nan' is not a number; x must be one"), ("xy", ["0.3", "inf"], "no light has"),
    ("uv", ["0.3", "-0.2"], "no light has"), ("xy", ["0.2", "0.2"], "bluer than any black body"),
    ("temperature", ["-5000", "0"], "-5000.0 K is out of range; it must be at least 500.0 K"),
    ("temperature", ["0", "0"], "0.0 K is out of range"), ("temperature", ["5000", "-300"], "tint -300"),
    ("temperature", ["5000", "x"], "'x' is not a number; tint must be one"),
    ("gains", ["0", "1", "1"], "the gains (red 0.0, green 1.0, blue 1.0) must be finite and above 0"),
    ("gains", ["1", "-1", "1"], "must be finite and above 0"),
    ("gains", ["1e-320", "1", "1"], "must be finite and above 0"),
    ("gains", ["nan", "1", "1"], "'nan' is not a number"),
  ])
  func `bad data ends with 65 and says what would have been right`(form: String, values: [String], message: String)
    throws
  {
    let device = form == "gains" ? ["--profile", Self.profile] : []
    let result = try Tool.run(["convert", "--from", form] + device + values)
    #expect(result.status == 65)
    #expect(result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(arguments: [
    (["--from", "xy"], "takes 2 numbers, x y, or '-'; there is none"), (["--from", "xy", "0.3"], "there are 1: 0.3"),
    (["--from", "lab", "1", "2"], "'lab' is invalid"), (["0.3", "0.3"], "--from"),
    (["--from", "gains", "1", "1", "2"], "needs --profile"),
    (["--from", "xy", "--max-gain", "0.5", "0.3", "0.3"], "at least 1"),
    (["--from", "xy", "--policy", "hold-tint", "0.3", "0.3"], "needs --profile"),
    (["--from", "xy", "--max-gain", "2", "0.3", "0.3"], "--max-gain needs --profile"),
  ])
  func `wrong usage ends with 64 and names the option`(arguments: [String], message: String) throws {
    let result = try Tool.run(["convert"] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
