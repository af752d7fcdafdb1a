import Colorimetry
import Conversions
import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@Suite struct ConvertTests {
  static let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path

  /// The window of a terminal would get another title.
  @Test func `what a stranger's line has in it does not steer a terminal`() throws {
    let result = try Tool.run("convert", "--from", "xy", "-", input: "0.33\u{1b}]0;title\u{7} 0.33\n")
    #expect(result.output == "error: x must be a number, not '0.33\\x1b]0;title\\x07'\n", "\(result)")
    #expect(try Tool.run("measure", "no\u{1b}[31m.dng").errors.contains("no\\x1b[31m.dng"))
  }

  @Test func `a chromaticity becomes temperature and tint: rounded for a person, with all digits for a script`() throws
  {
    let light = try TemperatureAndTint(Chromaticity(x: 0.3127, y: 0.3290))
    let uv = UniformChromaticity(Chromaticity(x: 0.3127, y: 0.3290))
    let result = try Tool.run("convert", "--from", "xy", "0.3127", "0.3290")
    #expect(result.status == 0)
    #expect(
      result.output == """
        x, y          0.31270, 0.32900
        u, v          0.19783, 0.31221
        temperature   6504.3 K
        tint          +9.62   (Duv +0.00321)

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
    #expect(try there.object().codes("warnings") == ["not-real"])
    let light = try #require(try there.object()["chromaticity"]?.numbers)
    let error = ColorimetryError.notReal(Chromaticity(x: light["x", default: 0], y: light["y", default: 0]))
    #expect(try there.object().messages("warnings") == [error.description])
    let back = try Tool.run(
      "convert", "--from", "xy", "--json", "\(light["x", default: 0])", "\(light["y", default: 0])")
    #expect(back.status == 65)
    #expect(try back.object()["error"]?.text == error.description)
    #expect(Tolerance.farRoundTrip.allows(abs(try #require(try back.object()["temperature"]?.number) - 2000)))
    #expect(Tolerance.farRoundTrip.allows(abs(try #require(try back.object()["tint"]?.number) - 120)))
    let published = try Tool.run("convert", "--from", "xy", "--method", "mccamy1992", "--json", "0.6", "0.6")
    #expect(try published.status == 65 && published.object().keys == ["error"])
  }

  @Test func `CIE 1960 coordinates give the same light as CIE 1931 ones`() throws {
    let uv = UniformChromaticity(.a)
    let object = try Tool.run("convert", "--from", "uv", "--json", "\(uv.u)", "\(uv.v)").object()
    let temperature = try #require(object["temperature"]?.number)
    #expect(Tolerance.oracleTemperature.allows(abs(temperature / 2855.52711211774 - 1)), "\(temperature)")
  }

  @Test func `a temperature takes a negative tint, and infinity`() throws {
    let object = try Tool.run("convert", "--from", "temperature", "--json", "5000", "-15").object()
    #expect(object["tint"]?.number == -15)
    #expect(object["duv"]?.number == -0.005)
    let infinite = try Tool.run("convert", "--from", "temperature", "--json", "inf", "0").object()
    #expect(infinite["temperature"]?.text == "Infinity")
    let x = try #require(infinite["chromaticity"]?.numbers?["x"])
    #expect(Tolerance.chromaticityOfTemperature.allows(abs(x - 0.23987696595240938)))
  }

  @Test func `the Duv of a method's own locus is that of its points, from the Planckian locus`() throws {
    let daylight = try Tool.run("convert", "--from", "temperature", "--method", "cie-daylight", "--json", "6504")
      .object()
    let light = try #require(daylight["chromaticity"]?.numbers)
    let (x, y) = (try #require(light["x"]), try #require(light["y"]))
    let same = try Tool.run("convert", "--from", "xy", "--json", "\(x)", "\(y)").object()
    #expect(daylight["temperature"]?.number == 6504 && daylight["duv"] == same["duv"])
    // CIE 15:2018: D65 is 0.0032 above the Planckian locus.
    #expect(try #require(daylight["duv"]?.number) > 0.003)
  }

  @Test func `a method finds the temperature that its paper would, and one without a tint prints none`() throws {
    let light = Chromaticity(x: 0.3127, y: 0.3290)
    func object(_ method: String) throws -> JSONValue {
      try Tool.run("convert", "--from", "xy", "--method", method, "--json", "0.3127", "0.3290").object()
    }
    let isotherms = try object("robertson1968")
    let expected = try TemperatureAndTint(light, by: .robertson1968)
    #expect(isotherms["temperature"]?.number == expected.temperature && isotherms["tint"]?.number == expected.tint)
    let cubic = try object("mccamy1992")
    #expect(try cubic["temperature"]?.number == McCamy1992.temperature(of: light))
    #expect(cubic.keys == ["chromaticity", "uv", "temperature"])
    let text = try Tool.run("convert", "--from", "xy", "--method", "mccamy1992", "0.3127", "0.3290")
    let kelvins = String(format: "%.1f K", try McCamy1992.temperature(of: light))
    #expect(text.values("temperature") == [kelvins] && text.values("tint") == [])
    let line = try Tool.run(
      ["convert", "--from", "xy", "--method", "mccamy1992", "-"], input: Data("0.3127 0.3290".utf8))
    #expect(line.output.contains("  temperature 65") && !line.output.contains("tint"))
  }

  @Test func `a method finds the chromaticity of a temperature on its own curve`() throws {
    let object = try Tool.run("convert", "--from", "temperature", "--method", "kang2002", "--json", "4000").object()
    let expected = try Kang2002.chromaticity(temperature: 4000)
    #expect(object["chromaticity"]?.numbers == ["x": expected.x, "y": expected.y])
    let lines = try Tool.run(
      ["convert", "--from", "temperature", "--method", "cie-daylight", "--json", "-"],
      input: Data("5000\n5000 10\n".utf8))
    #expect(lines.status == 65)
    #expect(try lines.objects().map { $0["error"] != nil } == [false, true])
  }

  @Test func `a method is applied to the light that gains mean`() throws {
    let arguments = ["convert", "--from", "gains", "--profile", Self.profile, "--json", "2", "1", "1.6"]
    let (plain, cubic) = (
      try Tool.run(arguments).object(), try Tool.run(arguments + ["--method", "mccamy1992"]).object()
    )
    let xy = try #require(plain["chromaticity"]?.numbers)
    #expect(cubic["chromaticity"] == plain["chromaticity"] && cubic["tint"] == nil)
    let light = Chromaticity(x: xy["x", default: 0], y: xy["y", default: 0])
    #expect(try cubic["temperature"]?.number == McCamy1992.temperature(of: light))
  }

  @Test func `with a profile a light has gains, and gains have a light`() throws {
    let there = try Tool.run("convert", "--from", "xy", "--profile", Self.profile, "--json", "0.34", "0.354")
    let gains = try #require(try there.object()["gains"]?.numbers)
    let values = ["red", "green", "blue"].map { "\(gains[$0] ?? .nan)" }
    let back = try Tool.run(["convert", "--from", "gains", "--profile", Self.profile, "--json"] + values)
    let chromaticity = try #require(try back.object()["chromaticity"]?.numbers)
    #expect(Tolerance.characterizedChromaticity.allows(abs(chromaticity["x", default: 0] - 0.34)))
    #expect(Tolerance.characterizedChromaticity.allows(abs(chromaticity["y", default: 0] - 0.354)))
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
    // A line of many has the same numbers, and a person reads them in a text.
    let options = ["--from", "temperature", "--profile", Self.profile, "--max-gain", "3", "--policy", policy]
    let line = try Tool.run(["convert"] + options + ["-"], input: Data("2000 0".utf8)).output.split(separator: " ")
    func number(_ name: String) throws -> Double? {
      let place = try #require(line.firstIndex { $0 == name }, "\(name)")
      return Double(line[place + 1].trimmingCharacters(in: .newlines))
    }
    for name in ["red", "green", "blue"] { #expect(try number("settable-\(name)") == gains[name]) }
    let (temperature, tint) = (
      try #require(settable["temperatureShift"]?.number), try #require(settable["tintShift"]?.number)
    )
    #expect(try number("temperature-shift") == temperature && number("tint-shift") == tint)
    let text = try Tool.run(["convert"] + options + ["2000", "0"])
    let numbers = ["red", "green", "blue"].map { String(format: "\($0) %.4f", gains[$0] ?? .nan) }
    #expect(text.values("settable") == ["\(numbers.joined(separator: "   "))   by \(policy)"])
    // Zero has no sign.
    func signed(_ value: Double, _ digits: Int) -> String {
      let text = String(format: "%+.\(digits)f", value)
      return Double(text) == 0 ? String(text.dropFirst()) : text
    }
    #expect(text.output.contains("which moves the light by \(signed(temperature, 0)) K and \(signed(tint, 1)) tint\n"))
  }

  @Test func `nothing is printed as minus zero, and a person gets the gains too`() throws {
    let text = try Tool.run("convert", "--from", "temperature", "--profile", Self.profile, "5000", "-0.001").output
    func four(_ gain: Double) -> String { String(format: "%.4f", gain) }
    let light = TemperatureAndTint(temperature: 5000, tint: -0.001)
    let profile = try DeviceProfile(iccBytes: Array(Data(contentsOf: URL(filePath: Self.profile))))
    let gains = try profile.characterization.gains(for: Chromaticity(light))
    #expect(
      text == """
        x, y          0.34510, 0.35161
        u, v          0.21142, 0.32312
        temperature   5000.0 K
        tint          0.00   (Duv 0.00000)
        gains         red \(four(gains.red))   green 1.0000   blue \(four(gains.blue))

        """)
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 80 })
    let hottest = try Tool.run("convert", "--from", "temperature", "inf", "0")
    #expect(hottest.values("temperature") == ["infinite"])
  }

  @Test func `gains that the policy refuses are a refusal, of one light; a batch has errors`() throws {
    let refuse = [
      "convert", "--from", "temperature", "--profile", Self.profile, "--max-gain", "1.2", "--policy", "refuse",
    ]
    let one = try Tool.run(refuse + ["3000", "0"])
    #expect(one.status == 2 && one.values("gains").count == 1 && one.values("error") == [one.message])
    let json = try Tool.run(refuse + ["3000", "0", "--json"]).object()
    let gains = try #require(json["gains"]?.numbers)
    let refused = WhiteBalanceError.gainsOutOfRange(
      WhiteBalanceGains(
        red: gains["red", default: 0], green: gains["green", default: 0], blue: gains["blue", default: 0]),
      try GainRange(maximum: 1.2))
    #expect(one.message == refused.description && json["error"]?.text == refused.description)
    // A policy that finds no light in the range refuses the gains too.
    #expect(try Tool.run(refuse.map { $0 == "refuse" ? "hold-tint" : $0 } + ["3000", "30"]).status == 2)
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
    let objects = try result.objects()
    #expect(objects.map { $0["error"] != nil } == [false, true, true, true, true, false, true])
    #expect(objects.map { $0["temperature"] != nil } == [true, false, false, false, false, true, false])
    #expect(objects[1]["error"]?.text == ColorimetryError.notReal(Chromaticity(x: 0.9, y: 0.8)).description)
    let blue = UniformChromaticity(Chromaticity(x: 0.2, y: 0.2))
    #expect(objects[6]["error"]?.text == ColorimetryError.beyondInfiniteTemperature(blue).description)
  }

  @Test func `a batch of good lines ends with 0, whatever ends its lines`() throws {
    let result = try Tool.run("convert", "--from", "temperature", "-", input: "5000 0\r\n6500\t-10\r\n")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == 2)
  }

  @Test func `a long batch answers each line as alone, wherever the blocks end that it is read in`() throws {
    let lights = (0..<20_000).map { Chromaticity(x: 0.3 + Double($0) / 1_000_000, y: 0.35) }
    let lines = lights.map { "\($0.x) \($0.y)" }.joined(separator: "\n")
    // More than a block, so that lines lie across its end, and more than a thread is worth.
    try #require(lines.utf8.count > 1 << 18)
    let result = try Tool.run("convert", "--from", "xy", "-", input: lines)
    let found = result.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(result.status == 0 && found.count == lights.count)
    #expect(
      zip(found, lights).allSatisfy { words, light in Double(words[1]) == light.x && Double(words[3]) == light.y })
  }

  @Test func `a warning has the number of its line, in every block of a long batch`() throws {
    let lines = String(repeating: "5000 0\n", count: 20_000) + "2000 120\n"
    let result = try Tool.run("convert", "--from", "temperature", "-", input: lines)
    #expect(result.status == 0 && result.errors.hasPrefix("wbcal: line 20001: warning: "), "\(result.errors)")
  }

  @Test func `a full disk is not a success`() throws {
    let result = try Tool.run(["convert", "--from", "xy", "0.3127", "0.3290"], output: "/dev/full")
    #expect(result.status == 74)
  }

  @Test func `two dashes end the options`() throws {
    #expect(try Tool.run("convert", "--from", "temperature", "--", "5000", "-10").status == 0)
  }

  @Test func `a line without an end does not fill the memory`() throws {
    let result = try Tool.run(["convert", "--from", "xy", "--json", "-"], input: Data(repeating: 0x31, count: 1 << 20))
    #expect(result.status == 65)
    #expect(try result.object()["error"] != nil)
  }

  private static let notReal = [(0.7, 0.6), (0.3, 0), (-0.1, 0.3), (0.3, .infinity)].map { Chromaticity(x: $0, y: $1) }
  private static let unusable = [(0.0, 1.0), (1, -1), (.leastNonzeroMagnitude, 1)].map {
    WhiteBalanceGains(red: $0, green: $1, blue: 1)
  }
  private typealias BadData = (form: String, values: [Double], error: any Error)
  private static let badLights: [BadData] = [
    ("uv", [0.3, -0.2], ConversionError.notReal(UniformChromaticity(u: 0.3, v: -0.2))),
    ("xy", [0.2, 0.2], ColorimetryError.beyondInfiniteTemperature(UniformChromaticity(Chromaticity(x: 0.2, y: 0.2)))),
    ("temperature", [-5000, 0], ColorimetryError.temperatureOutOfRange(-5000)),
    ("temperature", [0, 0], ColorimetryError.temperatureOutOfRange(0)),
    ("temperature", [5000, -300], ColorimetryError.duvOutOfRange(-0.1)),
  ]
  private static let badData: [BadData] =
    notReal.map { (light: Chromaticity) -> BadData in ("xy", [light.x, light.y], ColorimetryError.notReal(light)) }
    + unusable.map { (gains: WhiteBalanceGains) -> BadData in
      ("gains", [gains.red, gains.green, gains.blue], WhiteBalanceError.gainsNotPositive(gains))
    } + badLights

  @Test(arguments: badData.indices) func `bad data ends with 65 and says what would have been right`(number: Int) throws
  {
    let (form, values, error) = Self.badData[number]
    let device = form == "gains" ? ["--profile", Self.profile] : []
    let result = try Tool.run(["convert", "--from", form] + device + values.map { "\($0)" })
    #expect(result.status == 65)
    #expect(result.values("error") == (result.output.isEmpty ? [] : ["\(error)"]))
    #expect(result.message == "\(error)")
  }

  @Test func `text has what is known of a light beside an error, as JSON and lines have it`() throws {
    // No black body is as blue as this light, so it has gains and no temperature.
    let light = ["convert", "--from", "xy", "--profile", Self.profile, "0.2", "0.2"]
    let text = try Tool.run(light)
    let object = try Tool.run(light + ["--json"]).object()
    let error = try #require(object["error"]?.text)
    #expect(text.status == 65 && text.message == error)
    #expect(text.values("x, y") == ["0.20000, 0.20000"] && text.values("error") == [error])
    #expect(text.values("gains").count == 1 && object["gains"] != nil)
    #expect(text.values("temperature").isEmpty)
  }

  @Test func `gains of a light bluer than any black body have its chromaticity, and a warning`() throws {
    let result = try Tool.run("convert", "--from", "gains", "--profile", Self.profile, "--json", "1", "5", "1")
    let object = try result.object()
    #expect(result.status == 0 && object["chromaticity"] != nil && object["temperature"] == nil)
    #expect(object.codes("warnings") == ["no-temperature"])
  }

  @Test func `a light without a temperature is bad data, also where the policy refuses its gains`() throws {
    let light = ["convert", "--from", "xy", "--profile", Self.profile, "0.2", "0.2"]
    let refused = try Tool.run(light + ["--policy", "refuse", "--max-gain", "1.1"])
    #expect(try refused.status == 65 && refused.message == Tool.run(light).message, "\(refused)")
  }

  @Test func `a number of hundreds of digits is shown with an exponent`() throws {
    let text = try Tool.run("convert", "--from", "temperature", "1e300").output
    #expect(text.contains("temperature   1e+300 K\n"), "\(text)")
  }

  @Test func `a temperature needs no tint, may have its unit, and commas separate as blanks do`() throws {
    let expected = try Tool.run("convert", "--from", "temperature", "--json", "5000", "0").object()
    for words in [["5000"], ["5000K"], ["5000,0"], ["5000,", "0"]] {
      #expect(try Tool.run(["convert", "--from", "temperature", "--json"] + words).object() == expected, "\(words)")
    }
    let lines = try Tool.run("convert", "--from", "temperature", "--json", "-", input: "5000\n5000K 0\n5000 0\n")
    #expect(try lines.objects() == [expected, expected, expected])
  }

  @Test func `a byte order mark is passed over, and a null ends no number`() throws {
    let input = "\u{feff}0.31 0.33\n0.31 0.33\0junk\n0.31 0.33\n"
    let lines = try Tool.run("convert", "--from", "xy", "--json", "-", input: input)
    let objects = try lines.objects()
    #expect(objects.count == 3 && objects[0] == objects[2] && objects[0]["temperature"] != nil)
    #expect(objects[1]["error"] != nil && objects[1]["temperature"] == nil && lines.status == 65)
  }

  @Test func `the tool tells its version`() throws {
    let result = try Tool.run("--version")
    #expect(result.status == 0 && result.output.firstMatch(of: /^[0-9]+\.[0-9]+\.[0-9]+\n$/) != nil)
  }

  @Test(arguments: ["xy nan 0.3", "temperature 5000 x", "gains nan 1 1"])
  func `what is no number is bad data`(arguments: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let device = words[0] == "gains" ? ["--profile", Self.profile] : []
    let result = try Tool.run(["convert", "--from"] + [words[0]] + device + words.dropFirst())
    #expect(result.status == 65 && result.output == "")
  }
}
