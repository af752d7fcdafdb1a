import Foundation
import TestSupport
import Testing
import ToolSupport

/// The line of JSON that a command prints where it has no result.
@Suite struct FailureLineTests {
  private static let raw = "--format RG10 --width 96 --height 64 --black 64"

  /// Each command with --json, once with an input that is not there or not what it must be.
  static let commands: [(words: String, status: Int32)] = [
    ("measure none.raw \(raw)", 66), ("measure bad.raw \(raw)", 65),
    ("convert --from xy --profile none.icc 0.31 0.33", 66), ("convert --from xy --profile bad.icc 0.31 0.33", 65),
    ("calibrate chart none.ti3 --light A --output x.icc", 66),
    ("calibrate cards none.raw --light A \(raw) --output x.icc", 66),
    ("calibrate sensitivities none.json --output x.icc", 66), ("simulate --light none.csv --output x.raw", 66),
    ("dng none.raw \(raw) --output x.dng", 66), ("profile show none.icc", 66),
    ("profile check none.icc --card none.raw --light A \(raw)", 66), ("profile import none.dcp --output x.icc", 66),
    ("profile export none.icc --format dcp --output x.dcp", 66), ("camera list /dev/none", 66),
    ("camera show /dev/none", 66), ("camera set /dev/none gain=1", 66), ("camera capture /dev/none --output x.raw", 66),
    ("camera meter /dev/none --profile none.icc", 66), ("camera calibrate-gain /dev/none", 66),
    ("camera measure-delay /dev/none", 66),
  ]

  @Test(arguments: commands)
  func `a command with --json that has no input, or bad data, prints one object with the error`(
    words: String, status: Int32
  ) throws {
    let scratch = try ScratchFolder()
    // No file of any kind, and too short for a frame.
    for name in ["bad.raw", "bad.icc"] { try scratch.write("bad", to: name) }
    let arguments = words.split(separator: " ").map { word in
      ["none.", "bad.", "x."].contains { word.hasPrefix($0) } ? scratch.path(String(word)) : String(word)
    }
    let result = try Tool.run(arguments + ["--json"])
    #expect(result.status == status, "\(result.errors)")
    #expect(try result.object() == .object(["error": .text(result.message)]), "\(result.output)")
    // Without --json standard output has results alone.
    let forPeople = try Tool.run(arguments)
    #expect(forPeople.status == status && forPeople.output.isEmpty && forPeople.errors == result.errors)
  }

  @Test func `the list has every command with --json`() throws {
    let help = try String(
      contentsOf: repositoryRoot.appending(path: "Tests/ReferenceData/wbcal-help.txt"), encoding: .utf8)
    let usages = help.components(separatedBy: "USAGE: wbcal ").dropFirst().filter { $0.contains("\n  --json ") }
    for usage in usages {
      let command = usage.prefix { !"[<-".contains($0) }
      #expect(Self.commands.contains { $0.words.hasPrefix(command) }, "\(command)is not in the list")
    }
    #expect(usages.count > 15)
  }

  @Test func `a result that has its own error is not followed by another object`() throws {
    #expect(try Tool.run("convert", "--from", "xy", "--json", "0.7", "0.7").object()["error"] != nil)
  }
}
