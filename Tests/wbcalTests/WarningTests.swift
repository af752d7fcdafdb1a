import Calibration
import Foundation
import GrayCard
import ProfileExchange
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@testable import Reports
@testable import wbcal

/// One shape of warnings, and one page about them.
@Suite struct WarningTests {
  private static func text(_ page: String) throws -> String {
    try String(contentsOf: repositoryRoot.appending(path: "Docs/\(page)"), encoding: .utf8)
  }

  /// The rows of a page's tables that name this code in their first column.
  private static func rows(of code: String, in page: String) throws -> [Substring] {
    try text(page).split(separator: "\n").filter { line in
      line.hasPrefix("|") && line.split(separator: "|").first?.contains("`\(code)`") == true
    }
  }

  /// Each code is on its page and, where it has a limit to set, with the standard one, as a number or in per cent.
  private static func check<Code: FindingCode>(_ type: Code.Type, _ page: String) throws {
    for code in Code.allCases {
      let rows = try rows(of: code.rawValue, in: page)
      #expect(!rows.isEmpty, "\(code.rawValue) is not on \(page)")
      guard let standard = code.setting?.standard else { continue }
      let texts = ["\(standard)", String(format: "%g", standard), String(format: "%g %%", 100 * standard)]
      let isThere = rows.contains { row in
        let words = row.split { !("0"..."9").contains($0) && !".%".contains($0) }.map(String.init)
        let numbers = words.indices.flatMap { at in
          [words[at], words[at] + " " + (at + 1 < words.count ? words[at + 1] : "")]
        }
        return !Set(texts).isDisjoint(with: numbers.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
      }
      #expect(isThere, "\(page) has no limit of \(standard) for \(code.rawValue): \(rows)")
    }
  }

  @Test func `every code is on the page of its sort, with its limit`() throws {
    try Self.check(CardRefusal.Code.self, "Methods/GrayCardEstimate.md")
    try Self.check(CardWarning.Code.self, "Methods/GrayCardEstimate.md")
    try Self.check(DarkFrameRefusal.Code.self, "Methods/BlackLevel.md")
    try Self.check(CalibrationRefusal.Code.self, "Warnings.md")
    try Self.check(CalibrationError.CardsCode.self, "Warnings.md")
    try Self.check(CalibrationWarning.Code.self, "Warnings.md")
    try Self.check(ExchangeWarning.Code.self, "Warnings.md")
    try Self.check(CardMeasurement.WarningCode.self, "Warnings.md")
    try Self.check(Note.Code.self, "Warnings.md")
    for code in CardWarning.Code.allCases.map(\.rawValue) + CardRefusal.Code.allCases.map(\.rawValue) {
      #expect(try !Self.rows(of: code, in: "Warnings.md").isEmpty, "\(code)")
    }
  }

  @Test func `every limit that can be set is in the list of its sort, and takes the value given`() throws {
    func check<Code: FindingCode>(_ type: Code.Type) {
      for code in Code.allCases {
        guard let setting = code.setting else { continue }
        #expect(Code.limitList(of: Code.allCases.map(\.self)).contains("\(code.rawValue)="))
        var limits = Code.Limits()
        #expect(setting.set(7, in: &limits) && limits != Code.Limits() || setting.standard == 7, "\(code.rawValue)")
        #expect(!setting.set(-1, in: &limits) && !setting.set(.nan, in: &limits), "\(code.rawValue)")
        if case .count = setting.place { #expect(!setting.set(1.5, in: &limits), "\(code.rawValue)") }
      }
    }
    check(CardRefusal.Code.self)
    check(CardWarning.Code.self)
    check(CalibrationRefusal.Code.self)
    check(CalibrationWarning.Code.self)
  }

  @Test func `no two codes of one sort set the same limit`() {
    func check<Code: FindingCode>(_ type: Code.Type) {
      var places: Set<AnyKeyPath> = []
      for setting in Code.allCases.compactMap(\.setting) {
        switch setting.place {
        case .number(let path): #expect(places.insert(path).inserted)
        case .count(let path, _): #expect(places.insert(path).inserted)
        }
      }
    }
    check(CardRefusal.Code.self)
    check(CardWarning.Code.self)
    check(DarkFrameRefusal.Code.self)
    check(CalibrationRefusal.Code.self)
    check(CalibrationWarning.Code.self)
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
    let room = repositoryRoot.appending(path: "Tests/ReferenceData/frames/room_648x384_GRBG.raw").path
    let measured = try Tool.run("measure", room, "--format", "GRBG", "--width", "648", "--height", "384", "--json")
    #expect(try measured.object()["warnings"]?.array?.first?["code"]?.text == "black-assumed")
  }
}
