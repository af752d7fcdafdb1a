import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import GrayCard
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

/// Calibration says how far it trusts itself, and keeps to that, as a process.
@Suite struct CalibrationVerdictTests {
  private static let geometry = [
    "--format", "RG10", "--width", "252", "--height", "172", "--corners", "6,6,246,6,246,166,6,166",
  ]
  private static func frame(_ name: String) -> String {
    repositoryRoot.appending(path: "Data/sample-chart/\(name).raw").path
  }

  private func calibrate(_ charts: [(frame: String, light: String)], _ options: String...) throws -> (
    Tool.Result, ScratchFile
  ) {
    let profile = try ScratchFile([])
    try FileManager.default.removeItem(at: profile.url)
    let result = try Tool.run(
      ["calibrate", "chart", "--output", profile.path]
        + charts.flatMap { [Self.frame($0.frame), "--light", $0.light] } + Self.geometry + options)
    return (result, profile)
  }

  private func isThere(_ file: ScratchFile) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  @Test func `a profile from charts keeps the levels of their frames and an error, and measures with both`() throws {
    let (made, profile) = try calibrate([("tungsten", "A"), ("daylight", "D65")], "--black", "64", "--json")
    #expect(made.status == 0, "\(made.errors)")
    let uncertainty = try #require(made.object()["uncertainty"])
    let loaded = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: profile.url)))
    #expect(try loaded.levels == SampleLevels(black: 64, white: 1023))
    #expect(loaded.uncertainty?.mired == uncertainty["mired"]?.number)
    let card = try ScratchFile([])
    let simulated = try Tool.run("simulate", "--light", "D65", "--output", card.path, "--json").object()
    let truth = try #require(simulated["temperature"]?.number)
    let frame = try #require(simulated["frame"])
    let measured = try Tool.run(
      "measure", card.path, "--format", try #require(frame["format"]?.text), "--width",
      "\(Int(try #require(frame["width"]?.number)))", "--height", "\(Int(try #require(frame["height"]?.number)))",
      "--profile", profile.path, "--json"
    ).object()
    #expect(measured["frame"]?["blackSource"]?.text == "profile")
    let (found, error) = (
      try #require(measured["temperature"]?.number), try #require(measured["standardError"]?["temperature"]?.number)
    )
    #expect(Tolerance.twoStandardErrors.allows(abs(found - truth) / error), "\(found) ± \(error) for \(truth)")
    // The errors of lamps.
    #expect(error > 4 * truth * truth / 1e6)

    #expect(measured["warnings"] == nil)
  }

  @Test func `a chart in a frame that does not tell its black is refused, with what its grays say of it`() throws {
    let page = try ScratchFile([])
    let (made, profile) = try calibrate([("tungsten", "A")], "--json", "--report", page.path)
    #expect(made.status == 2 && !isThere(profile))
    // A profile that was not made states nothing.
    let text = try String(contentsOf: page.url, encoding: .utf8)
    #expect(text.contains("There is no profile that would state an error.") && !text.contains("The profile states"))
    let light = try #require(made.object()["lights"]?.array?.first)
    #expect(light["verdict"]?.text == "refused" && light.codes("reasons") == ["black-unknown"])
    #expect(light.codes("warnings") == ["black-estimated", "off-black"])
    let share = try #require(light["reasons"]?.array?.first?["value"]?.number)
    let unknown = CardRefusal(code: .blackUnknown, value: share, limit: GrayCardLimits().relativeStandardError)
    let lines = made.message.split(separator: "\n")
    #expect(
      lines.count == 4 && lines[1].hasPrefix("  \(unknown.description); by the chart's grays the black level of"),
      "\(lines)")
    #expect(
      lines[1].contains("is about 64; measure it")
        && lines[2...].map(String.init) == light.messages("warnings").map { "  note: \($0)" })
  }

  @Test func `patches tell a chart's black where the edges between them hide it`() throws {
    let (made, _) = try calibrate([("cloudy", "daylight:7000")], "--json")
    let light = try #require(made.object()["lights"]?.array?.first)
    #expect(light.codes("warnings").contains("black-estimated"))
  }

  @Test func `a chart between corners in another order is refused for its colours, and given no black level`() throws {
    let profile = try ScratchFile([])
    let turned = Self.geometry.dropLast() + ["6,6,6,166,246,166,246,6"]
    let made = try Tool.run(
      ["calibrate", "chart", Self.frame("cloudy"), "--light", "daylight:7000", "--output", profile.path + ".icc"]
        + turned + ["--black", "64"])
    #expect(made.status == 2)
    #expect(made.message.contains("the order of its patches") && !made.message.contains("the black level of"))
    #expect(made.message.contains("check that the corners are top left, top right"))
  }

  @Test func `the black level by a chart's grays is on the scale of the frames, for a mean of them too`() throws {
    let one = Self.frame("daylight")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: one)))
    let (four, profile) = (try ScratchFile(bytes + bytes + bytes + bytes), try ScratchFile([]))
    /// The level that the grays give and the one that was stated, as the advice has them.
    func levels(_ file: String, _ options: String...) throws -> [String] {
      let made = try Tool.run(
        ["calibrate", "chart", file, "--light", "D65", "--output", profile.path, "--black", "0"] + Self.geometry
          + options)
      #expect(made.status == 2, "\(made)")
      let advice = try #require(made.message.firstRange(of: "by the chart's grays the black level of \(file) "))
      return made.message[advice.upperBound...].prefix { $0 != ";" }.split { !$0.isNumber }.map(String.init)
    }
    let expected = try levels(one)
    #expect(expected.count == 2 && expected.last == "0", "\(expected)")
    #expect(try levels(four.path, "--frames", "4") == expected)
  }

  @Test func `each chart is read between its own corners`() throws {
    let profile = try ScratchFile([])
    let made = try Tool.run(
      ["calibrate", "chart", Self.frame("tungsten"), "--light", "A", Self.frame("daylight"), "--light", "D65"]
        + Self.geometry + ["--corners", "246,166,6,166,6,6,246,6", "--black", "64", "--output", profile.path, "--json"])
    let lights = try #require(made.object()["lights"]?.array)
    #expect(lights.map { $0["orientation"]?.text } == ["upright", "upside down"])
  }

  @Test func `the kind that a light's name tells, or the one that is given, is that of the errors of a check`() throws {
    let readings = repositoryRoot.appending(path: "Data/sample-chart/daylight.ti3").path
    func stated(_ options: String...) throws -> JSONValue {
      let check = ["profile", "check", SampleFiles.profile, "--chart", readings, "--light", "D65", "--json"]
      return try #require(try Tool.run(check + options).object()["stated"])
    }
    let (any, told) = (try stated("--light-kind", "any"), try stated())
    #expect(try stated("--light-kind", "daylight") == told)
    #expect(any["kind"]?.text == "any" && told["kind"]?.text == "daylight")
    #expect(try #require(told["mired"]?.number) < #require(any["mired"]?.number))
  }

  @Test func `a black level that the frame contradicts refuses a chart, in calibration and check`() throws {
    let (made, profile) = try calibrate([("daylight", "D65")], "--black", "0", "--json")
    #expect(made.status == 2 && !isThere(profile))
    let light = try #require(made.object()["lights"]?.array?.first)
    #expect(light.codes("reasons") == ["black-level", "difference", "off-black"])
    // A hundredth of the range about the 64 of the frame.
    let found = try #require(light["reasons"]?.array?.first?["value"]?.number)
    #expect((59.0...69).contains(found), "\(found)")
    let good = try calibrate([("daylight", "D65")], "--black", "64").1
    let checked = try Tool.run(
      ["profile", "check", good.path, "--chart", Self.frame("cloudy"), "--light", "daylight:7000", "--black", "0"]
        + Self.geometry + ["--json"])
    #expect(checked.status == 2)
    #expect(try checked.object().codes("reasons").first == "black-level")
  }

  @Test func `a light that is not the one given refuses the profile, with its reason and status 2`() throws {
    let (one, first) = try calibrate([("tungsten", "D65")], "--black", "64")
    let (told, _) = try calibrate([("tungsten", "D65")], "--black", "64", "--json")
    let reasons = try #require(told.object()["lights"]?.array?.first).calibrationRefusals()
    #expect(reasons.map(\.code) == [.unusualWhite])
    #expect(one.status == 2 && one.output.isEmpty)
    #expect(one.message == refused("\(Self.frame("tungsten")) under D65", reasons.map(\.description)))
    let (two, second) = try calibrate([("tungsten", "A"), ("daylight", "D50")], "--black", "64", "--json")
    // D50 is too near D65 to be sure of, and said.
    #expect(two.status == 0 && isThere(second))
    #expect(try two.object()["warnings"]?.array?.map { $0["code"]?.text } == ["lights-disagree"])
    let (strict, third) = try calibrate(
      [("tungsten", "A"), ("daylight", "D50")], "--black", "64", "--limit", "lights-disagree=30", "--json")
    #expect(strict.status == 2)
    let report = try strict.object()
    #expect(report["verdict"]?.text == "refused" && report["output"] == nil)
    let together = try report.calibrationRefusals()
    #expect(together.map(\.code) == [.lightsDisagree])
    #expect(strict.message == refused("the lights together", together.map(\.description)))
    for file in [first, third] { #expect(!isThere(file)) }
    #expect(try calibrate([("tungsten", "A")], "--black", "64", "--limit", "clipped=1").0.status == 64)
    let page = try ScratchFile([])
    let (shown, _) = try calibrate([("tungsten", "D65")], "--black", "64", "--report", page.path)
    #expect(shown.status == 2 && shown.values("report") == [page.path], "\(shown)")
  }

  @Test func `a check judges: in text, in JSON, on the page, and by its status`() throws {
    let profile = try calibrate([("tungsten", "A"), ("daylight", "D65")], "--black", "64").1
    func check(_ light: String, _ options: String...) throws -> Tool.Result {
      // The profile has the black level.
      try Tool.run(
        ["profile", "check", profile.path, "--chart", Self.frame("cloudy"), "--light", light] + Self.geometry + options)
    }
    let (page, bad) = (try ScratchFile([]), try ScratchFile([]))
    let right = try check("daylight:7000", "--report", page.path)
    #expect(right.status == 0 && right.values("verdict") == ["ok"], "\(right.output)\(right.errors)")
    #expect(right.values("report") == [page.path])
    let wrong = try check("A", "--report", bad.path)
    #expect(wrong.status == 2 && wrong.values("verdict") == ["refused"])
    let json = try check("A", "--json")
    let reasons = try json.object().calibrationRefusals().map(\.description)
    #expect(
      wrong.message == refused("\(profile.path) on \(Self.frame("cloudy")) under A", reasons))
    let (goodPage, badPage) = try (
      XMLDocumentText(String(contentsOf: page.url, encoding: .utf8)),
      XMLDocumentText(String(contentsOf: bad.url, encoding: .utf8))
    )
    #expect(goodPage.all("ul", "refusals").isEmpty && goodPage.all("ul", "warnings").isEmpty)
    #expect(badPage.all("ul", "refusals").map(\.text) == [reasons.map { "Under A: \($0)" }.joined()])
    #expect(json.status == 2)
    let object = try json.object()
    #expect(object["verdict"]?.text == "refused")
    let reason = try #require(object["reasons"]?.array?.first)
    #expect(object.codes("reasons") == ["mired"] && reason["limit"]?.number == 30)
    #expect(reason["value"]?.number == object["residual"]?["mired"]?.number)
    let allowed = try check("A", "--limit", "mired=300", "--limit", "difference=20")
    #expect(allowed.status == 0, "\(allowed.errors)")
  }

  @Test func `a check that finds a light without a temperature has the warning that measure has`() throws {
    // With a fifth of its green a chart is of a light that no black body has.
    let purple = try readings(.d65) { _, rows in
      for row in rows.indices { rows[row][2] = "\((Double(rows[row][2]) ?? .nan) / 5)" }
    }
    let checked = try Tool.run(
      "profile", "check", SampleFiles.profile, "--chart", purple.path, "--light", "D65", "--json")
    #expect(checked.status == 2)
    #expect(try checked.object().codes("warnings") == ["no-temperature"])
  }

  // MARK: - Elsewhere than calibrated, and not raw

  @Test func `a conversion far from the calibrated lights warns on standard error, and in JSON`() throws {
    let profile = try calibrate([("daylight", "D65")], "--black", "64").1
    let far = try Tool.run("convert", "--profile", profile.path, "--from", "temperature", "3000", "0")
    #expect(far.status == 0 && far.values("warning") == [])
    let object = try Tool.run("convert", "--profile", profile.path, "--from", "temperature", "--json", "3000", "0")
      .object()
    let warning = try #require(object["warnings"]?.array?.first)
    #expect(warning["code"]?.text == "far-from-calibration" && warning["limit"]?.number == 20)
    let words = try warning.cardWarning()
    #expect(far.errors == "wbcal: warning: \(words)\n")
    let outside = try #require(warning["value"]?.number)
    let chart = try TemperatureAndTint(Chromaticity(CIEIlluminant.d65.distribution))
    #expect(Tolerance.calibratedRange.allows(abs(outside - (1e6 / 3000 - chart.mired))), "\(outside)")
    let near = try Tool.run("convert", "--profile", profile.path, "--from", "temperature", "6400", "0")
    #expect(near.errors.isEmpty)
    let lines = try Tool.run(
      ["convert", "--profile", profile.path, "--from", "temperature", "-"], input: Data("6400 0\n3000 0\n".utf8))
    #expect(lines.errors == "wbcal: line 2: warning: \(words)\n")
  }

  @Test func `charts whose lights do not go together are named with them`() throws {
    let (chart, output) = (try readings(.d65), try ScratchFile([]))
    let result = try Tool.run(
      "calibrate", "chart", chart.path, chart.path, "--light", "D65", "--light", "D65", "--output", output.path + ".icc"
    )
    let names = "\(chart.path) under D65, \(chart.path) under D65"
    let cause = "two charts are under one light; give one chart for each light"
    #expect(result.status == 65 && result.message == "\(names): the lights do not go together: \(cause)", "\(result)")
  }

  @Test func `a chart of exchanged channels is refused beside a right one, and named`() throws {
    let (chart, folder) = (try readings(.a), try ScratchFolder())
    let exchanged = try readings(.d65) { fields, _ in fields.swapAt(1, 3) }
    let result = try Tool.run(
      "calibrate", "chart", chart.path, exchanged.path, "--light", "A", "--light", "D65",
      "--output", folder.path("profile.icc"))
    #expect(result.status == 2 && result.message.contains("\(exchanged.path) under D65: refused"), "\(result)")
    #expect(!result.message.contains(chart.path), "\(result)")
  }

  @Test func `RGB that is balanced already is said on import, by show, by convert and by check`() throws {
    let foreign = try ScratchFile(ICCBuilder.balanced.bytes)
    let (own, chart) = (try ScratchFile([]), try readings(.d65))
    let imported = try Tool.run("profile", "import", foreign.path, "--output", own.path, "--json").object()
    #expect(imported["warnings"]?.array?.map { $0["code"]?.text } == ["balanced-rgb"])
    for file in [foreign, own] {
      let shown = try Tool.run("profile", "show", file.path, "--json").object()
      #expect(shown["warnings"]?.array?.map { $0["code"]?.text } == ["balanced-rgb"])
      let light = try #require(shown["balancedFor"])
      #expect(Tolerance.foreignWhite.allows(abs(try #require(light["temperature"]?.number) - 5001)))
      #expect(
        try Tool.run("profile", "show", file.path).values("balanced for") == ["x, y 0.3457, 0.3585, 5001 K, Duv 0.0032"]
      )
      let converted = try Tool.run("convert", "--profile", file.path, "--from", "xy", "--json", "0.3457", "0.3585")
        .object()
      #expect(converted["warnings"]?.array?.map { $0["code"]?.text } == ["balanced-rgb"])
      let checked = try Tool.run("profile", "check", file.path, "--chart", chart.path, "--light", "D65", "--json")
      #expect(try checked.object().codes("warnings").contains("balanced-rgb"), "\(checked)")
    }
  }

  @Test func `RGB that is balanced already is said where its profile is exported, drawn and metered with`() throws {
    let (profile, output) = (try ScratchFile(ICCBuilder.balanced.bytes), try ScratchFile([]))
    let words = try #require(try DeviceProfile(contentsOf: profile.path).balanceWarning)
    for format in ["icc", "dcp"] {
      let exported = try Tool.run(
        "profile", "export", profile.path, "--format", format, "--output", output.path, "--json")
      let codes = try exported.object()["warnings"]?.array?.map { $0["code"]?.text }
      #expect(codes?.contains("balanced-rgb") == true, "\(format): \(exported)")
    }
    let drawn = try Tool.run("plot", "--profile", profile.path)
    #expect(drawn.errors == "wbcal: warning: \(profile.path): \(words)\n")
    let raw = try ScratchFile([])
    for command in [
      ["set", "simulated:", "--temperature", "5000"], ["capture", "simulated:", "--output", raw.path + ".raw"],
    ] {
      let result = try Tool.run(["camera"] + command + ["--profile", profile.path])
      #expect(result.status == 0 && result.errors == drawn.errors, "\(result)")
    }
    try FileManager.default.removeItem(atPath: raw.path + ".raw")
    let metered = try Tool.run(
      "camera", "meter", "simulated:", "--profile", profile.path, "--no-exposure", "--no-focus", "--count", "1",
      "--interval", "0")
    #expect(metered.errors.contains("wbcal: warning: \(words)\n"), "\(metered)")
  }
}

extension ICCBuilder {
  /// sRGB's colorants in the connection space, for D50: red, green and blue of 1 are white.
  fileprivate static let balanced = ICCBuilder(colorants: [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
  ])
}
