import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

/// `wbcal profile check --card`, and the pages about gray cards.
@Suite struct CardCheckTests {
  private static let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path

  /// A card of the profile's own camera under a light, and the options that describe its file.
  private func card(under light: String) throws -> (file: ScratchFile, frame: [String]) {
    let file = try ScratchFile([])
    let simulated = try Tool.run("simulate", "--light", light, "--output", file.path, "--json").object()
    let frame = try #require(simulated["frame"])
    func number(_ name: String) throws -> String { "\(Int(try #require(frame[name]?.number)))" }
    return (
      file,
      [
        "--format", try #require(frame["format"]?.text), "--width", try number("width"), "--height",
        try number("height"), "--black", "64",
      ]
    )
  }

  @Test func `a card under its light is within the profile's stated errors, and the same as measure finds`() throws {
    let (file, frame) = try card(under: "LED-B3")
    let page = try ScratchFile([])
    let check = ["profile", "check", Self.profile, "--card", file.path, "--light", "LED-B3"] + frame
    let checked = try Tool.run(check + ["--report", page.path, "--json"])
    #expect(checked.status == 0, "\(checked.errors)")
    let json = try checked.object()
    #expect(json["verdict"]?.text == "ok" && json["reasons"]?.array?.isEmpty == true)
    // The light's name tells its kind.
    let measured = try Tool.run(
      ["measure", file.path, "--profile", Self.profile, "--light-kind", "phosphor-led", "--json"] + frame
    ).object()
    #expect(json["foundTemperature"]?.number == measured["temperature"]?.number)
    #expect(json["gains"]?["red"]?.number == measured["gains"]?["red"]?.number)
    let kelvin = try #require(measured["temperature"]?.number)
    let error = try #require(measured["standardError"]?["temperature"]?.number)
    let stated = try #require(json["stated"])
    #expect(Tolerance.rounding.allows(abs(try #require(stated["mired"]?.number) / (error / kelvin * 1e6 / kelvin) - 1)))
    #expect(stated["kind"]?.text == "phosphor-led")
    let off = try #require(stated["off"]?.number)
    #expect(Tolerance.twoStandardErrors.allows(off), "\(off)")
    let (residual, errors) = (try #require(json["residual"]?.numbers), try #require(stated.numbers))
    let shares = ["mired", "duv"].map { abs(residual[$0, default: .nan]) / errors[$0, default: .nan] }
    #expect(off == shares.max())
    // The table of the page.
    let (gains, noise) = (try #require(json["gains"]?.numbers), try #require(json["standardError"]?.numbers))
    func text(_ value: Double?, _ decimals: Int) -> String { String(format: "%.\(decimals)f", value ?? .nan) }
    let correction = try #require(stated["duvCorrection"]?.number)
    let kind = "phosphor LEDs, with Duv corrected by −\(text(-correction, 4))"
    let cells =
      ["red", "blue"].map { "\(text(gains[$0], 4)) ± \(text(noise[$0], 4))" }
      + [text(errors["mired"], 1), text(errors["duv"], 4), kind]
    let shown = String(decoding: try Data(contentsOf: page.url), as: UTF8.self)
    for part in [
      "Verdict: ok", "The profile states for the lights that it finds:", "of any light", file.path, "LED-B3",
      "stated standard errors of phosphor LEDs",
      cells.map { "<td>\($0)</td>" }.joined(),
    ] {
      #expect(shown.contains(part), "\(part)")
    }
    // The text for a person has the same.
    let said = try Tool.run(check + ["--light-kind", "any", "--report", page.path])
    #expect(said.values("report") == [page.path])
    #expect(said.values("verdict") == ["ok"] && said.values("stated").first?.contains("any light") == true, "\(said)")
  }

  @Test func `the limits of a card are those of measure, beside those of the check`() throws {
    let (file, frame) = try card(under: "A")
    let check = ["profile", "check", Self.profile, "--card", file.path, "--light", "A", "--json"] + frame
    let refused = try Tool.run(check + ["--limit", "too-noisy=0", "--limit", "mired=300"])
    #expect(refused.status == 2)
    let reasons = try #require(try refused.object()["reasons"]?.array)
    #expect(reasons.map { $0["code"]?.text } == ["too-noisy"])
    let warned = try Tool.run(check + ["--warn", "near-clipping=0.1"])
    #expect(try warned.object().codes("warnings").contains("near-clipping"))
    #expect(try Tool.run(check + ["--limit", "clip=1"]).status == 64)
  }

  @Test func `a short or coarse spectrum of the given light is a warning of a card's check`() throws {
    for (wavelengths, code) in [
      (stride(from: 400, through: 700, by: 10), "short-spectrum"),
      (stride(from: 380, through: 780, by: 20), "coarse-spectrum"),
    ] {
      let lamp = try ScratchFile(Array(wavelengths.map { "\($0) 1\n" }.joined().utf8))
      let (file, frame) = try card(under: lamp.path)
      let checked = try Tool.run(
        ["profile", "check", Self.profile, "--card", file.path, "--light", lamp.path, "--json"] + frame)
      #expect(try checked.object().codes("warnings").contains(code), "\(checked)")
    }
  }

  @Test func `a kind of light that the profile lacks is a warning of a card's check`() throws {
    let (file, frame) = try card(under: "D65")
    var profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: URL(filePath: Self.profile))))
    let node = LightErrors.Node(reciprocalTemperature: 154, mired: 2, duv: 0.001, lowestDuv: -0.01, highestDuv: 0.01)
    profile.uncertainty = try CharacterizationUncertainty(
      lights: LightErrorTable([.any: LightErrors(nodes: [node], edge: 0.1, miredPerDuv: 0, duvPerDuv: 0)]))
    let plain = try ScratchFile(profile.iccBytes())
    func codes(_ options: String...) throws -> [String] {
      let check = ["profile", "check", plain.path, "--card", file.path, "--light", "D65", "--json"]
      return try Tool.run(check + frame + options).object().codes("warnings")
    }
    #expect(try codes("--light-kind", "daylight").contains("unknown-light-kind"))
    #expect(try !codes().contains("unknown-light-kind"))
  }

  @Test func `a profile of matrices corrects the tint of a lamp of known kind, and says by how much`() throws {
    let (file, frame) = try card(under: "FL11")
    var profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: URL(filePath: Self.profile))))
    profile.uncertainty = try ChartCalibration.uncertaintyOfMatrices()
    let matrices = try ScratchFile(profile.iccBytes())
    func measured(_ options: String...) throws -> Tool.Result {
      try Tool.run(["measure", file.path, "--profile", matrices.path] + frame + options)
    }
    let told = try measured("--light-kind", "fluorescent")
    let (plain, json) = (
      try measured("--json").object(), try measured("--light-kind", "fluorescent", "--json").object()
    )
    let correction = try #require(json["duvCorrection"]?.number)
    let (found, corrected) = (try #require(plain["duv"]?.number), try #require(json["duv"]?.number))
    #expect((-0.01 ..< -0.001).contains(correction) && plain["duvCorrection"] == nil)
    #expect(Tolerance.heldTint.allows(abs(found + correction - corrected) * TemperatureAndTint.tintPerDuv))
    #expect(try #require(told.values("corrected").first).hasSuffix(", for fluorescent lamps"), "\(told)")
    #expect(try measured().values("corrected").isEmpty)
    // Developers turn the light of a sidecar into gains by the matrices, which find the lamp too green.
    let sidecars = ["told.xmp", "plain.xmp"].map { file.url.appendingPathExtension($0) }
    defer { for file in sidecars { try? FileManager.default.removeItem(at: file) } }
    #expect(try measured("--light-kind", "fluorescent", "--sidecar", sidecars[0].path).status == 0)
    #expect(try measured("--sidecar", sidecars[1].path).status == 0)
    #expect(try Data(contentsOf: sidecars[0]) == Data(contentsOf: sidecars[1]))
    let check = ["profile", "check", matrices.path, "--card", file.path, "--light", "FL11"] + frame
    let checked = try Tool.run(check + ["--light-kind", "fluorescent", "--json"]).object()
    #expect(checked["foundDuv"]?.number == corrected && checked["stated"]?["duvCorrection"]?.number == correction)
    let text = try Tool.run(check + ["--light-kind", "fluorescent"]).values("stated")
    #expect(try #require(text.first).contains("of fluorescent lamps, with Duv corrected by -0.00"), "\(text)")
    let ofAny = try Tool.run(check + ["--light-kind", "any"]).values("stated")
    #expect(try !#require(ofAny.first).contains("corrected"))
  }

  @Test func `another light than the one given refuses the profile, with a page that says so`() throws {
    let (file, frame) = try card(under: "D65")
    let page = try ScratchFile([])
    let checked = try Tool.run(
      ["profile", "check", Self.profile, "--card", file.path, "--light", "A", "--report", page.path, "--json"] + frame)
    #expect(checked.status == 2 && checked.errors.contains("\(Self.profile) on \(file.path) under A: refused"))
    #expect(try checked.object().codes("reasons") == ["mired"])
    #expect(String(decoding: try Data(contentsOf: page.url), as: UTF8.self).contains("Verdict: refused"))
    let wider = try Tool.run(
      ["profile", "check", Self.profile, "--card", file.path, "--light", "A", "--limit", "mired=300", "--json"] + frame)
    #expect(wider.status == 0, "\(wider)")
    #expect(try Set(wider.object().codes("warnings")) == ["beyond-uncertainty", "unfamiliar-light"])
  }

  @Test func `a card that cannot be trusted is refused with its reasons`() throws {
    let (file, frame) = try card(under: "D65")
    let checked = try Tool.run(
      ["profile", "check", Self.profile, "--card", file.path, "--light", "D65", "--json"] + frame.dropLast() + ["1000"])
    #expect(checked.status == 2)
    let json = try checked.object()
    #expect(json["verdict"]?.text == "refused" && json["reasons"]?.array?.isEmpty == false && json["found"] == nil)
    // The frame alone does not tell its black level, and no light was found that errors could be compared with.
    let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json").path
    let profile = try ScratchFile([])
    #expect(try Tool.run("calibrate", "sensitivities", camera, "--output", profile.path).status == 0)
    let card = ["--card", file.path, "--light", "D65"] + frame.dropLast(2)
    let silent = try Tool.run(["profile", "check", profile.path] + card)
    #expect(silent.status == 2 && silent.errors.contains("a profile that has it (--black or --dark)"), "\(silent)")
    #expect(silent.values("stated") == ["not comparable: no light was found"])
    let calibrated = try Tool.run(
      ["calibrate", "cards", file.path, "--light", "D65"] + frame.dropLast(2) + ["--output", file.path + ".icc"])
    #expect(calibrated.errors.contains("a profile that has it (--black, --dark or --profile)"), "\(calibrated)")
  }

  @Test func `a profile made of cards has a page with its verdict and its stated error`() throws {
    let (warm, frame) = try card(under: "A")
    let cold = try card(under: "D65").file
    let (page, output) = (try ScratchFile([]), try ScratchFile([]))
    let arguments = ["calibrate", "cards", warm.path, "--light", "A", cold.path, "--light", "D65"]
    for base in [[], ["--profile", Self.profile]] {
      let made = try Tool.run(arguments + frame + base + ["--output", output.path, "--report", page.path])
      #expect(made.status == 0 && made.values("report") == [page.path], "\(made.errors)")
      let text = String(decoding: try Data(contentsOf: page.url), as: UTF8.self)
      #expect(text.contains("Verdict: ok") && text.contains("The profile states for the lights that it finds:"))
      #expect(text.contains(warm.path) && text.contains("Gains over temperature"))
    }
    let refused = try Tool.run(
      arguments + frame + ["--output", output.path, "--report", page.path, "--limit", "too-noisy=0"])
    let text = String(decoding: try Data(contentsOf: page.url), as: UTF8.self)
    #expect(refused.values("report") == [page.path])
    #expect(refused.status == 2 && text.contains("Verdict: refused") && text.contains("No profile was made"))
    #expect(
      try Tool.run(arguments + frame + ["--output", output.path, "--report", output.path]).status == 64)
  }
}
