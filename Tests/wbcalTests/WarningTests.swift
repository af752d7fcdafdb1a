import Calibration
import Foundation
import GrayCard
import ProfileExchange
import TestSupport
import Testing

/// One shape of warnings, and one page about them.
@Suite struct WarningTests {
  /// The lists of codes that the tool can print; its own are named in the page alone.
  private static let codes: [String] =
    Warning.Code.allCases.map(\.rawValue) + CalibrationWarning.Code.allCases.map(\.rawValue)
    + ExchangeWarning.Code.allCases.map(\.rawValue) + CalibrationRefusal.Code.allCases.map(\.rawValue)

  @Test(arguments: codes) func `every code is on the page`(code: String) throws {
    let page = try String(contentsOf: repositoryRoot.appending(path: "Docs/Warnings.md"), encoding: .utf8)
    #expect(page.contains("`\(code)`"))
  }

  @Test func `the limits on the page are those of the code`() throws {
    let page = try String(contentsOf: repositoryRoot.appending(path: "Docs/Warnings.md"), encoding: .utf8)
    let limits = CalibrationLimits()
    func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
    for (code, limit) in [
      ("`difference`", number(limits.difference)), ("`left-out`", number(limits.leftOutShare)),
      ("`ill-conditioned`", number(limits.conditionNumber)), ("`off-black`", number(limits.blackShare)),
      ("`unusual-white`", number(limits.unusualWhite)), ("`lights-disagree`", number(limits.lightsDisagree)),
      ("`mired`, `duv`", "\(number(limits.mired)), \(number(limits.duv))"),
    ] {
      let row = page.split(separator: "\n").first { $0.hasPrefix("| \(code) |") }
      #expect(row?.hasSuffix("| \(limit) |") == true, "\(code): \(row ?? "no row")")
    }
    let warnings = [
      limits.differenceWarning, limits.leftOutShareWarning, limits.conditionNumberWarning, limits.blackShareWarning,
      limits.unusualWhiteWarning,
    ].map(number).joined(separator: ", ")
    #expect(page.contains("at \(warnings) and \(number(limits.lightsDisagreeWarning)) |"))
  }

  /// A warning of each command that has some.
  @Test func `warnings of every command are objects with a code and a message`() throws {
    let (profile, card, page) = (try ScratchFile([]), try ScratchFile([]), try ScratchFile([]))
    let chart = repositoryRoot.appending(path: "Data/sample-chart/daylight.raw").path
    let frame = ["--format", "RG10", "--width", "252", "--height", "172", "--black", "64"]
    let corners = ["--corners", "6,6,246,6,246,166,6,166"]
    let spectrum = try ScratchFile(Array("400,1\n550,1\n700,1\n".utf8))
    let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json").path
    let runs: [[String]] = [
      ["calibrate", "chart", chart, "--light", "D65", "--output", profile.path] + frame + corners,
      ["profile", "check", profile.path, "--chart", chart, "--light", "0.3127,0.3290"] + frame + corners,
      ["convert", "--profile", profile.path, "--from", "temperature", "2500", "0"],
      ["simulate", "--light", spectrum.path, "--output", card.path],
      ["profile", "export", profile.path, "--format", "dcp", "--output", page.path],
      ["calibrate", "sensitivities", camera, "--output", page.path],
    ]
    for arguments in runs {
      let result = try Tool.run(arguments + ["--json"])
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      let object = try result.object()
      let warnings =
        (object["warnings"]?.array ?? []) + (object["lights"]?.array ?? []).flatMap { $0["warnings"]?.array ?? [] }
      #expect(!warnings.isEmpty && object["warning"] == nil, "\(arguments)")
      for warning in warnings {
        #expect(warning["code"]?.text?.isEmpty == false && warning["message"]?.text?.isEmpty == false, "\(arguments)")
      }
    }
    let measured = try Tool.run("measure", chart, "--format", "RG10", "--width", "252", "--height", "172", "--json")
    #expect(try measured.object()["warnings"]?.array?.first?["code"]?.text == "black-assumed")
  }
}
